import { DatabaseRefused, DatabaseUnavailable, driverError, StorageFull } from "@relaydeck/db/trouble";
import { ProfilesRefused } from "../profiles.ts";
import { CommandFailed } from "./command-line.ts";

/** What an operator can mend, as sentences for standard error; null for a defect, which stays what it is. */
export function sentencesOf(error: unknown): readonly string[] | null {
  if (error instanceof CommandFailed) return error.sentences;
  if (error instanceof ProfilesRefused) return [error.message];
  if (error instanceof DatabaseRefused) return [`DATABASE_URL: ${error.message}`];
  if (driverError(error).code?.startsWith("SQLITE_CORRUPT") === true)
    return ["DATABASE_URL: The database file is damaged. Restore a backup into a new one."];
  if (error instanceof DatabaseUnavailable) return [`${error.message}. See whether it runs and who holds it, then try again.`];
  if (error instanceof StorageFull) return [`${error.message}. Make room, then try again.`];
  return null;
}
