/**
 * The two ways in which a database refuses to work, as errors with names; everything else it throws is a defect.
 *
 * Neither carries SQL or parameters, so both may be logged. [ST-1, ST-2, LG-2]
 */

/** Locked, lost, unreachable or closing. Nothing was stored, or, `isInDoubt`, a commit got no answer and it is not known. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
  readonly isInDoubt: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isInDoubt?: boolean } = {}) {
    super(message, options);
    this.isInDoubt = options.isInDoubt ?? false;
  }
}

/** The disk is full. Nothing was stored; reads still work. */
export class StorageFull extends Error {
  override name = "StorageFull";
}

/** The database cannot be opened, and waiting will not help. The message is one sentence for the operator. */
export class DatabaseRefused extends Error {
  override name = "DatabaseRefused";
}

/** There is nothing of this program at the address: no file, or no tables of ours. */
export class NoDatabase extends DatabaseRefused {
  override name = "NoDatabase";
}

/** The trouble behind an error of either driver, or null when it is something else. */
export function troubleOf(error: unknown): DatabaseUnavailable | StorageFull | null {
  if (error instanceof DatabaseUnavailable || error instanceof StorageFull) return error;
  const code = driverError(error).code;
  if (code === undefined) return null;
  if (fullCodes.has(code)) return new StorageFull("The disk of the database is full", { cause: bare(error) });
  const lost = unavailableCodes.some((start) => code.startsWith(start));
  return lost ? new DatabaseUnavailable(`The database does not answer (${code})`, { cause: bare(error) }) : null;
}

/** What `write` throws for what a driver threw: trouble by name, and never an error that quotes SQL or parameters. */
export function withoutStatement(error: unknown): unknown {
  const trouble = troubleOf(error);
  if (trouble !== null) return trouble;
  return error instanceof Error && error.message.startsWith("Failed query") ? bare(error) : error;
}

export interface DriverError {
  readonly code?: string;
  readonly message: string;
  readonly detail?: string;
  readonly table_name?: string;
  readonly cause?: unknown;
}

/** The driver's own error: itself, or the cause that drizzle wrapped. */
export function driverError(error: unknown): DriverError {
  if (!(error instanceof Error)) return { message: String(error) };
  if ("code" in error && typeof error.code === "string") return { ...error, code: error.code, message: error.message };
  return error.cause === undefined ? { message: error.message } : driverError(error.cause);
}

function bare(error: unknown): unknown {
  return error instanceof Error && error.message.startsWith("Failed query") && error.cause !== undefined ? error.cause : error;
}

const fullCodes = new Set(["SQLITE_FULL", "53100", "ENOSPC"]);

/** Beginnings of codes: SQLite's own, Postgres classes 08 and 57P, resource limits, and those of sockets. */
const unavailableCodes = [
  "SQLITE_BUSY",
  "SQLITE_LOCKED",
  "SQLITE_IOERR",
  "SQLITE_CANTOPEN",
  "SQLITE_READONLY",
  "SQLITE_CORRUPT",
  "SQLITE_NOTADB",
  "SQLITE_PROTOCOL",
  "08",
  "57P",
  "57014",
  "53200",
  "53300",
  "55P03",
  "25P03",
  "ECONN",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_",
];
