import { systemClock } from "@relaydeck/kit/clock";
import { openStore } from "@relaydeck/db/open";
import type { CommandLine } from "./command-line.ts";
import { readSettings } from "./read-settings.ts";

export const migrate: CommandLine = {
  name: "migrate",
  summary: "Bring the database to this program's version",
  help: "Creates the database of DATABASE_URL if there is none, and applies what is missing. Harmless when repeated.",
  async run() {
    const { databaseUrl } = readSettings();
    const store = await openStore({ url: databaseUrl, clock: systemClock() });
    await store.close();
    return "The database is up to date.";
  },
};
