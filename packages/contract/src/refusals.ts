/**
 * The closed list of refusals, and what each is at a door: HTTP status, tRPC code, default sentence.
 *
 * Both doors answer from this one table; a code that is not here does not exist. [rest-shapes section 2]
 */

/** tRPC's own names of the statuses that its clients understand. */
export type RpcCode =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "METHOD_NOT_SUPPORTED"
  | "CONFLICT"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UNPROCESSABLE_CONTENT"
  | "TOO_MANY_REQUESTS"
  | "INTERNAL_SERVER_ERROR"
  | "BAD_GATEWAY"
  | "SERVICE_UNAVAILABLE"
  | "GATEWAY_TIMEOUT";

interface RefusalRow {
  readonly status: number;
  readonly rpc: RpcCode;
  readonly message: string;
}

function row(status: number, rpc: RpcCode, message: string): RefusalRow {
  return { status, rpc, message };
}

/** Code → HTTP status, tRPC code, sentence shown when the refusal brings none of its own. */
export const refusals = {
  VALIDATION: row(400, "BAD_REQUEST", "The request is not valid"),
  SERIAL_NOT_AVAILABLE: row(400, "BAD_REQUEST", "This serial number cannot be registered. Check the label on the device."),
  TOKEN_INVALID: row(400, "BAD_REQUEST", "This link is invalid or expired."),
  SELF_SHARE: row(400, "BAD_REQUEST", "You cannot share a device with yourself"),
  EXPIRY_PAST: row(400, "BAD_REQUEST", "Choose a time in the future."),
  ALERT_ADDRESS: row(400, "BAD_REQUEST", "Alerts go to your own verified address only"),
  PASSWORD_BLOCKED: row(400, "BAD_REQUEST", "This password is too easy to guess. Choose another one."),
  NO_EMAIL: row(400, "BAD_REQUEST", "Your account must have an email address to receive alerts."),
  SESSION_REQUIRED: row(401, "UNAUTHORIZED", "Unauthorized"),
  INVALID_CREDENTIALS: row(401, "UNAUTHORIZED", "Unauthorized: invalid email or password"),
  SECOND_FACTOR_REQUIRED: row(401, "UNAUTHORIZED", "Enter the code from your authenticator app"),
  ADMIN_SESSION_REQUIRED: row(401, "UNAUTHORIZED", "Unauthorized: administrator sign-in required"),
  INVALID_ADMIN_CREDENTIALS: row(401, "UNAUTHORIZED", "Invalid admin credentials"),
  EMAIL_NOT_VERIFIED: row(403, "FORBIDDEN", "Please verify your email before signing in"),
  FORBIDDEN: row(403, "FORBIDDEN", "You may see this device but not do that"),
  ORIGIN_REFUSED: row(403, "FORBIDDEN", "This request came from another site"),
  REAUTHENTICATE: row(403, "FORBIDDEN", "Enter your password again to do this"),
  PASSWORD_CHANGE_REQUIRED: row(403, "FORBIDDEN", "Change the generated password first"),
  NOT_FOUND: row(404, "NOT_FOUND", "Not found"),
  METHOD_NOT_ALLOWED: row(405, "METHOD_NOT_SUPPORTED", "This path does not answer that method"),
  BODY_TOO_LARGE: row(413, "PAYLOAD_TOO_LARGE", "The body is larger than 64 KiB"),
  URL_TOO_LONG: row(414, "BAD_REQUEST", "The address is longer than 4 KiB"),
  UNSUPPORTED_MEDIA_TYPE: row(415, "UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json"),
  WRONG_HOST: row(421, "BAD_REQUEST", "This server does not answer for that host"),
  HEADERS_TOO_LARGE: row(431, "BAD_REQUEST", "Too many or too large headers"),
  EMAIL_TAKEN: row(409, "CONFLICT", "An account with this email already exists"),
  ALREADY_YOURS: row(409, "CONFLICT", "This device is already yours"),
  SERIAL_TAKEN: row(409, "CONFLICT", "Another device has this serial number"),
  DEVICE_NOT_CONNECTED: row(409, "CONFLICT", "Device must be online to control relays"),
  SUPERSEDED: row(409, "CONFLICT", "Cancelled before sending: a newer opposite command was given"),
  ACCESS_ENDED: row(409, "CONFLICT", "Cancelled before sending: the right to switch this device ended"),
  DEFAULT_LAYOUT: row(409, "CONFLICT", "The default layout cannot be deleted"),
  DUPLICATE_ALERT: row(409, "CONFLICT", "You already have an alert of this kind on this device"),
  LIMIT_REACHED: row(409, "CONFLICT", "The limit for this list is reached"),
  STALE: row(409, "CONFLICT", "Somebody changed this meanwhile. Reload and try again."),
  UNDO_NOT_POSSIBLE: row(409, "CONFLICT", "This can no longer be undone"),
  KEY_REUSED: row(422, "UNPROCESSABLE_CONTENT", "This idempotency key belongs to another command"),
  RATE_LIMITED: row(429, "TOO_MANY_REQUESTS", "Too many tries. Wait a moment."),
  INTERNAL: row(500, "INTERNAL_SERVER_ERROR", "Something went wrong on the server"),
  DEVICE_REFUSED: row(502, "BAD_GATEWAY", "The device refused the command"),
  PROVIDER_UNAVAILABLE: row(503, "SERVICE_UNAVAILABLE", "The device cloud cannot be reached"),
  PROVIDER_BUSY: row(503, "SERVICE_UNAVAILABLE", "The device cloud is busy"),
  COMMAND_EXPIRED: row(503, "SERVICE_UNAVAILABLE", "Expired, never sent"),
  DATABASE_UNAVAILABLE: row(503, "SERVICE_UNAVAILABLE", "The database does not answer. Nothing new was sent."),
  OVERLOADED: row(503, "SERVICE_UNAVAILABLE", "The server is overloaded. Nothing was sent."),
  SHUTTING_DOWN: row(503, "SERVICE_UNAVAILABLE", "The server is shutting down. Nothing new was sent."),
  UNCONFIRMED: row(
    504,
    "GATEWAY_TIMEOUT",
    "Command unconfirmed. It was sent but no answer came. The relay may or may not have switched.",
  ),
  STORAGE_FULL: row(507, "SERVICE_UNAVAILABLE", "The server's disk is full. Nothing was sent."),
} as const satisfies Record<string, RefusalRow>;

/** One of the codes of the closed list. */
export type RefusalCode = keyof typeof refusals;

/** One field of a request that was refused; `path` is dotted, such as `relays.0.name`. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** An expected "no": a value, never thrown inside the house. */
export interface Refusal {
  readonly code: RefusalCode;
  /** Sentence for a person; the table's when absent. */
  readonly message?: string;
  readonly issues?: readonly FieldIssue[];
  /** Whole seconds after which trying again may help. */
  readonly retryAfterSeconds?: number;
  /** The command this refusal speaks of, where one exists. */
  readonly commandId?: string;
}

/** A refusal as the failed half of a `Result`. */
export function refuse(code: RefusalCode, facts: Omit<Refusal, "code"> = {}): { ok: false; error: Refusal } {
  return { ok: false, error: { code, ...facts } };
}

/** The sentence a person reads for this refusal; where a limit holds, it says for how long. */
export function sentenceOf(refusal: Refusal): string {
  const wait = waitOf(refusal);
  if (wait !== null) return `Too many tries. Wait ${wait}.`;
  return refusal.message ?? refusals[refusal.code].message;
}

/** How long a limit holds, as `40 s`, `43 min` or `23 h`, never less than it does; null where there is nothing to say of it. */
export function waitOf({ code, message, retryAfterSeconds: seconds }: Refusal): string | null {
  if (code !== "RATE_LIMITED" || message !== undefined || seconds === undefined) return null;
  if (seconds <= 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
