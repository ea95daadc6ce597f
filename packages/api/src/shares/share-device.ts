/**
 * The owner gives somebody a right on a device, or changes the one they have. [AZ-6, D42, D44]
 *
 * Who has a verified account gets it at once; any other address gets an invitation. Both are counted and answered alike [D43],
 * until the owner shares something with that person: from then on one device more tells nothing new and costs nothing.
 * The device's key is locked from the first look, so that of many at once no more are kept than fit; and so is whoever is
 * given it at once, so that no deleted account is.
 */
import { newId } from "@relaydeck/contract/ids";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { mostSharesPerDevice, type Share } from "@relaydeck/contract/shares";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import { findUserByEmail, findUserById, type UserRow } from "@relaydeck/db/accounts/store";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { endInvites, listInvites } from "@relaydeck/db/shares/invites";
import { findActiveShare, listSharesOfDevice, putShare, sharesSomething, shareWithNames } from "@relaydeck/db/shares/store";
import type { Reader, Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { checkOutbox } from "@relaydeck/mail/outbox";
import { personDoing } from "../audit/doer.ts";
import { reachFor, reachLocked } from "../devices/access.ts";
import { countInvitation } from "../limits/mail-limits.ts";
import { lockShares } from "../limits/share-limits.ts";
import { rightBefore, tellGrant } from "./grant.ts";
import { invitePerson } from "./invite-person.ts";
import { toShare } from "./share-view.ts";
import type { Asking, SharesDeps } from "./shares-deps.ts";

export interface Sharing extends Asking {
  readonly deviceId: string;
  /** Normalised. */
  readonly email: string;
  readonly permission: "view" | "control";
  /** Epoch ms, ahead of now; null = until revoked. */
  readonly expiresAt: number | null;
}

/** What came of it. `isNew`: no right of that person on that device was changed. */
export interface Shared {
  readonly share: Share;
  readonly isNew: boolean;
}

export function shareDevice(deps: SharesDeps, sharing: Sharing): Promise<Result<Shared, Refusal>> {
  const { deviceId, email, expiresAt } = sharing;
  const { userId } = sharing.caller;
  return deps.store.write(async (tx) => {
    const now = deps.clock.now();
    const asking = { deviceId, userId, now };
    const seen = await reachFor(tx, "shares", asking);
    if (!seen.ok) return seen;
    await lockReceiver(tx, email);
    const found = await reachLocked(tx, "shares", asking);
    if (!found.ok) return found;
    const owner = present(await findUserById(tx, userId), "Who owns a device has an account");
    if (owner.email === email) return refuse("SELF_SHARE");
    if (expiresAt !== null && expiresAt <= now) return refuse("EXPIRY_PAST");
    await lockShares(tx, deviceId);
    if (!(await hasRoomFor(tx, { deviceId, email, now }))) return refuse("LIMIT_REACHED");
    const person = await findUserByEmail(tx, email);
    const device = found.value.device;
    if (person !== null && (await isKnownTo(tx, { ownerId: userId, deviceId, person })))
      return ok(await grant(deps, tx, { sharing, device, person }));
    const allowed = await allowNew(deps, tx, sharing);
    if (!allowed.ok) return allowed;
    if (person?.emailVerified === true) return ok(await grant(deps, tx, { sharing, device, person }));
    return invitePerson(deps, tx, { sharing, owner, device });
  });
}

/**
 * Before the device, as lock.ts has it. Who is to be invited is not locked: nothing is given to them yet, and a registration
 * holds the key of their mails before their account.
 */
async function lockReceiver(tx: Tx, email: string): Promise<void> {
  const person = await findUserByEmail(tx, email);
  if (person?.emailVerified === true) await lockLivingUser(tx, person.id);
}

/** Whether the owner's lists show already that this person has an account: nothing is told, and no mail goes out. [D43] */
async function isKnownTo(from: Reader, of: { ownerId: string; deviceId: string; person: UserRow }): Promise<boolean> {
  const { ownerId, deviceId, person } = of;
  if ((await findActiveShare(from, { deviceId, sharedWithId: person.id })) !== null) return true;
  return person.emailVerified && (await sharesSomething(from, { ownerId, sharedWithId: person.id }));
}

/** Asked alike for every address that has no right on the device, so that a refusal tells nothing of it. [D43] */
async function allowNew(deps: SharesDeps, tx: Tx, { caller, email, request }: Sharing): Promise<Result<null, Refusal>> {
  const { rateLimitFactor: factor } = deps.settings;
  const asking = { userId: caller.userId, email, address: request.address, now: deps.clock.now(), factor };
  const counted = await countInvitation(tx, asking);
  return counted.ok ? checkOutbox(tx) : counted;
}

/** Whether the device may have one share more; changing what this address has, or waits for, needs no room. */
export async function hasRoomFor(from: Reader, of: { deviceId: string; email: string; now: number }): Promise<boolean> {
  const shares = await listSharesOfDevice(from, of.deviceId);
  const invites = await listInvites(from, of);
  if (shares.length + invites.length < mostSharesPerDevice) return true;
  const addresses = [...shares.map(({ sharedWith }) => sharedWith.email), ...invites.map(({ address }) => address)];
  return addresses.includes(of.email);
}

async function grant(
  deps: SharesDeps,
  tx: Tx,
  { sharing, device, person }: { sharing: Sharing; device: DeviceRow; person: UserRow },
): Promise<Shared> {
  const now = deps.clock.now();
  const deviceId = device.id;
  const before = await rightBefore(tx, { device, userId: person.id, now });
  const { share, isNew } = await putShare(tx, {
    id: newId("share", deps.random),
    deviceId,
    ownerId: sharing.caller.userId,
    sharedWithId: person.id,
    permission: sharing.permission,
    expiresAt: sharing.expiresAt,
    sharedAt: now,
    updatedAt: now,
  });
  // An invitation from before the account was verified has come to its end: its link must not change this right.
  await endInvites(tx, { deviceId, address: person.email }, now);
  await tellGrant(deps, tx, { by: personDoing(sharing), device, share, before, action: "share.granted" });
  const named = present(await shareWithNames(tx, share.id), "A share that was just put is there");
  return { share: toShare(named, now), isNew };
}
