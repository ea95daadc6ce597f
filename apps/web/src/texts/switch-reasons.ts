/**
 * The codes that a command or a press may end with: each needs its words in every language. [C1, D56]
 *
 * A code that is new in the contract is one of them, and its missing words do not compile, until it is named here as the
 * answer to something else than switching.
 */
import type { ErrorCode } from "@relaydeck/client/relaydeck-error";

type Codes<Named extends ErrorCode> = Named;

/** Answers to registering, signing in, sharing, alerts, layouts and the administrator's work. */
type OfOtherWork = Codes<
  | "SERIAL_NOT_AVAILABLE"
  | "TOKEN_INVALID"
  | "SELF_SHARE"
  | "EXPIRY_PAST"
  | "ALERT_ADDRESS"
  | "PASSWORD_BLOCKED"
  | "NO_EMAIL"
  | "INVALID_CREDENTIALS"
  | "ADMIN_SESSION_REQUIRED"
  | "INVALID_ADMIN_CREDENTIALS"
  | "EMAIL_NOT_VERIFIED"
  | "EMAIL_TAKEN"
  | "ALREADY_YOURS"
  | "SERIAL_TAKEN"
  | "DEFAULT_LAYOUT"
  | "DUPLICATE_ALERT"
  | "LIMIT_REACHED"
  | "STALE"
  | "UNDO_NOT_POSSIBLE"
>;

/** Words within a line, so without a capital. */
export type SwitchReasons = Readonly<Record<Exclude<ErrorCode, OfOtherWork>, string>>;
