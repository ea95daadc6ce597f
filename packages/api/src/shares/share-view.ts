import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { Share } from "@relaydeck/contract/shares";
import type { UserRow } from "@relaydeck/db/accounts/store";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import type { InviteRow } from "@relaydeck/db/shares/invites";
import type { ShareWithNames } from "@relaydeck/db/shares/store";

/** A share as the doors show it. Of the other person the address alone: names are not the owner's to learn. [D43] */
export function toShare({ share, device, owner, sharedWith }: ShareWithNames, now: number): Share {
  return {
    id: share.id,
    deviceId: share.deviceId,
    ownerId: share.ownerId,
    sharedWithId: share.sharedWithId,
    permission: share.permission,
    sharedAt: toInstant(share.sharedAt),
    expiresAt: toInstantOrNull(share.expiresAt),
    isActive: share.isActive && (share.expiresAt === null || now < share.expiresAt),
    pending: false,
    sharedWith: { email: sharedWith.email },
    owner: ownerShown(owner),
    device: deviceShown(device),
  };
}

/** An open invitation in the same form: it grants nothing yet. */
export function toPendingShare(invite: InviteRow, of: { owner: OwnerNames; device: DeviceNames }): Share {
  return {
    id: invite.id,
    deviceId: invite.deviceId,
    ownerId: invite.ownerId,
    sharedWithId: null,
    permission: invite.permission,
    sharedAt: toInstant(invite.createdAt),
    expiresAt: toInstantOrNull(invite.expiresAt),
    isActive: false,
    pending: true,
    sharedWith: { email: invite.address },
    owner: ownerShown(of.owner),
    device: deviceShown(of.device),
  };
}

type OwnerNames = Pick<UserRow, "firstName" | "lastName" | "email">;
type DeviceNames = Pick<DeviceRow, "id" | "name" | "serialNumber">;

function ownerShown({ firstName, lastName, email }: OwnerNames): Share["owner"] {
  return { firstName, lastName, email };
}

function deviceShown({ id, name, serialNumber }: DeviceNames): Share["device"] {
  return { id, name, serialNumber };
}
