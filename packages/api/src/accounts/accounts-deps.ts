import type { Deps } from "../deps.ts";

/** What the stories of accounts use. */
export type AccountsDeps = Pick<
  Deps,
  | "clock"
  | "random"
  | "store"
  | "log"
  | "settings"
  | "sessions"
  | "sessionActivity"
  | "passwords"
  | "hashGate"
  | "google"
  | "wakeMail"
>;
