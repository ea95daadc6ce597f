/** Who gets as far as the procedure of a row; what it then may is the procedure's policy. [AZ-1, D21] */
import type { RestRow } from "./rest.ts";

/** `everybody`: also a visitor; `user`: a session or a program's token; `admin`: an administrator's own session. */
export type Access = "everybody" | "user" | "admin";

const adminDoors: ReadonlySet<string> = new Set(["admin.login", "admin.logout", "admin.auth"]);
const ofOwnAccount: ReadonlySet<string> = new Set(["auth.me", "auth.updateProfile"]);

/** Whom the call asks for before it looks at anything else. */
export function accessOf({ procedure }: Pick<RestRow, "procedure">): Access {
  if (adminDoors.has(procedure)) return "everybody";
  // Accounts are entered without a session; their owner's own are not.
  if (procedure.startsWith("auth.")) return ofOwnAccount.has(procedure) ? "user" : "everybody";
  return procedure.startsWith("admin.") || procedure.startsWith("analytics.") ? "admin" : "user";
}
