/**
 * An invitation to an address without a verified account: a link by mail, which its owner opens once an account with this
 * very address is signed in. Until then nothing is shared. [D43, AC-6]
 *
 * A repeat changes the open invitation, and only its newest link counts. When the day's mails to that address are used up,
 * nothing is kept: no invitation waits without a mail. Not here: opening it (accept-invite.ts).
 */
import { newId } from "@relaydeck/contract/ids";
import type { Refusal } from "@relaydeck/contract/refusals";
import type { UserRow } from "@relaydeck/db/accounts/store";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { putInvite, type InviteRow } from "@relaydeck/db/shares/invites";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { postMail } from "@relaydeck/mail/outbox";
import { invitationLetter } from "@relaydeck/mail/share-letters";
import { newSecret, sha256 } from "../accounts/secrets.ts";
import { audit } from "../audit/audit.ts";
import { displayName } from "../devices/facts.ts";
import { countMail } from "../limits/mail-limits.ts";
import { toLiveEvent } from "../live/append.ts";
import type { Shared, Sharing } from "./share-device.ts";
import { toPendingShare } from "./share-view.ts";
import type { SharesDeps } from "./shares-deps.ts";

const dayMs = 86_400_000;
/** How long the link of an invitation is good, in milliseconds. [ML-1] */
const inviteLifeMs = 7 * dayMs;

interface Inviting {
  readonly sharing: Sharing;
  readonly owner: UserRow;
  readonly device: DeviceRow;
}

export async function invitePerson(deps: SharesDeps, tx: Tx, inviting: Inviting): Promise<Result<Shared, Refusal>> {
  const { sharing, owner, device } = inviting;
  const { email, permission, expiresAt } = sharing;
  const counted = await countMail(deps, tx, { email, for: "invitation" });
  if (!counted.ok) return counted;
  const now = deps.clock.now();
  const token = newSecret(deps.random);
  const { invite, isNew } = await putInvite(tx, {
    id: newId("invite", deps.random),
    deviceId: device.id,
    ownerId: owner.id,
    address: email,
    permission,
    tokenHash: sha256(token),
    expiresAt,
    validUntil: now + inviteLifeMs,
    createdAt: now,
    updatedAt: now,
  });
  await postInvitation(deps, tx, { ...inviting, invite, token });
  await tellInvite(deps, tx, { invite, by: sharing, action: "invite.sent" });
  return ok({ share: toPendingShare(invite, { owner, device }), isNew });
}

async function postInvitation(
  { clock, random, settings, wakeMail }: SharesDeps,
  tx: Tx,
  { sharing, owner, device, invite, token }: Inviting & { invite: InviteRow; token: string },
): Promise<void> {
  const { publicUrl } = settings;
  const letter = invitationLetter({
    language: sharing.request.language,
    inviterName: displayName(owner),
    inviterEmail: owner.email,
    deviceName: device.name,
    email: sharing.email,
    permission: sharing.permission,
    link: `${publicUrl}/accept-invite?token=${token}`,
    validUntil: Math.min(invite.validUntil, invite.expiresAt ?? Infinity),
  });
  await postMail(tx, {
    to: sharing.email,
    userId: owner.id,
    letter,
    template: "share-invitation",
    now: clock.now(),
    publicUrl,
    random,
  });
  tx.afterCommit(wakeMail);
}

/** The owner's list is to be read again, and the audit knows; the address stands in neither. [DA-2] */
export async function tellInvite(
  deps: Pick<SharesDeps, "clock" | "log">,
  tx: Tx,
  what: {
    invite: InviteRow;
    by: Pick<Sharing, "caller" | "request">;
    action: "invite.sent" | "invite.ended" | "invite.restored";
  },
): Promise<void> {
  const { invite, by, action } = what;
  const { deviceId, permission, expiresAt } = invite;
  await tx.live([toLiveEvent({ deviceId, userId: invite.ownerId, body: { kind: "shares" } })]);
  const { requestId } = by.request;
  const { userId } = by.caller;
  tx.afterCommit(() => deps.log.info(action, { requestId, userId, inviteId: invite.id, deviceId, permission }));
  await audit(tx, {
    at: deps.clock.now(),
    request: by.request,
    actorKind: "user",
    actorId: userId,
    action,
    subjectKind: "invite",
    subjectId: invite.id,
    after: { deviceId, permission, expiresAt },
  });
}
