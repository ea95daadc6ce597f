import type { Dialect } from "../dialect/columns.ts";
import type { AccountTables } from "./tables.ts";

/** `asked`: the browser is at Google. `link`: Google has answered; a local account's password is still to come. [GO-4] */
export type GoogleStep = "asked" | "link";

export function googleTables(d: Dialect, { users }: AccountTables) {
  /** Sign-ins through Google that are under way, each bound to one browser. [GO-1] */
  const googleFlows = d.table(
    "google_flows",
    {
      /** SHA-256 of the secret in the browser's cookie, hexadecimal. State, nonce and code verifier follow from the secret. */
      hash: d.id(),
      step: d.oneOf<GoogleStep>().notNull(),
      /** Path of our own site, checked when it came; sealed, so that only the secret opens it. [ML-1] */
      returnTo: d.text().notNull(),
      /** Both only while linking: the account that is asked for, and Google's name of the person. */
      userId: d.text().references(() => users.id, { onDelete: "cascade" }),
      googleId: d.text(),
      expiresAt: d.time().notNull(),
      createdAt: d.time().notNull(),
    },
    (t) => [d.index("google_flows_expires_at").on(t.expiresAt), d.index("google_flows_user_id").on(t.userId)],
  );
  return { googleFlows };
}
