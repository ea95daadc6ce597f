import { driverError } from "./trouble.ts";

/** A constraint that a write broke, in the same words for both databases. */
export interface BrokenConstraint {
  readonly kind: "unique" | "foreign-key";
  /** Table and columns in the database's spelling (`device_shares`, `shared_with_id`); empty where it does not say. */
  readonly table: string;
  readonly columns: readonly string[];
}

/** The constraint behind an error of either driver, or null when it is something else. */
export function brokenConstraint(error: unknown): BrokenConstraint | null {
  const { code, message, detail, table_name: table } = driverError(error);
  switch (code) {
    case "SQLITE_CONSTRAINT_UNIQUE":
    case "SQLITE_CONSTRAINT_PRIMARYKEY":
      return { kind: "unique", ...namedBySqlite(message) };
    case "SQLITE_CONSTRAINT_FOREIGNKEY":
      return { kind: "foreign-key", table: "", columns: [] };
    case "23505":
      return { kind: "unique", table: table ?? "", columns: namedByPostgres(detail) };
    case "23503":
      return { kind: "foreign-key", table: table ?? "", columns: namedByPostgres(detail) };
    default:
      return null;
  }
}

/** True when the error is a unique constraint over exactly these columns. */
export function breaksUnique(error: unknown, table: string, columns: readonly string[]): boolean {
  const broken = brokenConstraint(error);
  return broken?.kind === "unique" && broken.table === table && broken.columns.join() === columns.join();
}

/** `UNIQUE constraint failed: users.email, users.x` */
function namedBySqlite(message: string) {
  const named = message.slice(message.indexOf(": ") + 2).split(", ");
  return { table: named[0]?.split(".")[0] ?? "", columns: named.map((name) => name.split(".")[1] ?? "") };
}

/** `Key (actor_id, key)=(…) already exists.` */
function namedByPostgres(detail = ""): string[] {
  return /^Key \(([^)]*)\)=/.exec(detail)?.[1]?.split(", ") ?? [];
}
