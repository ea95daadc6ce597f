import type { UserRow } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { toLiveEvent } from "../live/append.ts";
import { toUser } from "./user-view.ts";

/** Tells all pages of this person what the account is now. Call it in the transaction of the change. */
export async function tellProfile(tx: Tx, user: UserRow): Promise<void> {
  await tx.live([toLiveEvent({ deviceId: null, userId: user.id, body: { kind: "user", user: toUser(user) } })]);
}
