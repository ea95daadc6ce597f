/**
 * What ends with an account, whoever deletes it, in the caller's transaction: sessions and tokens die, links do nothing, unsent commands
 * are cancelled, devices have no owner any more, shares and alerts given and received end, mails to and about them go.
 * [AD-5, D30, SE-5]
 *
 * What of it may come back is kept with the row; bringing it back is begin-again.ts. The row is marked, nothing reaches it.
 */
import { lockDevices } from "@relaydeck/db/accounts/lock";
import { updateUser, type UserRow } from "@relaydeck/db/accounts/store";
import { markAlertMails } from "@relaydeck/db/alerts/history";
import { deleteAlerts } from "@relaydeck/db/alerts/store";
import { devicesAround, whatEndsWith } from "@relaydeck/db/console/ended";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { deleteMailsOf } from "@relaydeck/db/mail/outbox";
import { deleteMailTokens } from "@relaydeck/db/mail/tokens";
import { forgetOldBrowsers } from "@relaydeck/db/sessions/known-browsers";
import { endInvites } from "@relaydeck/db/shares/invites";
import type { Tx } from "@relaydeck/db/store";
import type { Doer } from "../audit/doer.ts";
import type { Deps } from "../deps.ts";
import { releaseDevice } from "../devices/release-device.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";
import { endSharesIn } from "../shares/end-shares.ts";
import { endTokensWith } from "../tokens/end-tokens.ts";

export interface EndingAccount {
  readonly user: UserRow;
  readonly by: Doer;
  readonly deletedBy: "self" | "admin";
}

/** Why shares and devices were given up, in their rows and the audit. */
export const accountDeleted = "account-deleted";

type EndDeps = Pick<Deps, "store" | "clock" | "random" | "log" | "sessions">;

export async function endAccount(deps: EndDeps, tx: Tx, ending: EndingAccount): Promise<void> {
  const { user, deletedBy } = ending;
  const now = deps.clock.now();
  const userId = user.id;
  // Nobody passes one of them on from here on; what was passed on before is its new owner's.
  const devices = await lockDevices(tx, await devicesAround(tx, { userId, address: user.email, reason: accountDeleted }));
  const deletedWith = await whatEndsWith(tx, { userId, reason: accountDeleted });
  await endAccess(deps, tx, {
    ...ending,
    owned: devices.filter(({ ownerId, deletedAt }) => ownerId === userId && deletedAt === null),
  });
  await deleteAlerts(tx, { userId }, now);
  // Those that verify or pause do nothing for a deleted person, and are good again for one who was brought back.
  for (const purpose of ["reset", "change-email"] as const) await deleteMailTokens(tx, { userId, purpose });
  const unsent = await deleteMailsOf(tx, { userId, address: user.email });
  // Who is brought back reads what became of them.
  await markAlertMails(tx, unsent, { emailSent: false, emailError: "The account was deleted while it waited" });
  await forgetOldBrowsers(tx, { userId, keep: 0 });
  await updateUser(tx, { id: userId }, { deletedAt: now, updatedAt: now, deletedBy, deletedWith });
}

/** Everything by which this person, or somebody through them, could still see or switch anything. */
async function endAccess(
  deps: EndDeps,
  tx: Tx,
  { user, by, owned }: EndingAccount & { owned: readonly DeviceRow[] },
): Promise<void> {
  const { clock, sessions } = deps;
  const now = clock.now();
  const userId = user.id;
  await sessions.revokeAllOf(tx, userId);
  await endTokensWith(deps, tx, { userId, by, reason: accountDeleted });
  await cancelUnsentCommands(tx, { actorId: userId }, deps);
  for (const device of owned) await releaseDevice(deps, tx, { device, by, reason: accountDeleted, tellsNames: false });
  await endSharesIn(deps, tx, { which: { userId }, reason: accountDeleted, by });
  await endInvites(tx, { ownerId: userId }, now);
}
