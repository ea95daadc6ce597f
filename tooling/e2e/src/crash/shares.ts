/** Shares of the owner's devices with the friend, written as another node would have. */
import type { Site, SiteDevice } from "./site.ts";

/** Control until `expiresAt` (epoch ms), or until revoked. Earlier shares of the device have ended. */
export async function share(site: Site, given: { device: SiteDevice; id: string; expiresAt: number | null }): Promise<void> {
  const { device, id, expiresAt } = given;
  await site.database.rows(`update device_shares set is_active = false where device_id = '${device.id}'`);
  await site.database.rows(
    `insert into device_shares (id, device_id, owner_id, shared_with_id, permission, shared_at, expires_at, is_active, updated_at)
     select '${id}', '${device.id}', owner.id, friend.id, 'control', owner.created_at, ${expiresAt ?? "null"}, true, owner.created_at
     from users owner, users friend where owner.email like 'person1@%' and friend.email like 'person2@%'`,
  );
}

export async function isActive(site: Site, shareId: string): Promise<boolean> {
  return (await site.count(`device_shares where id = '${shareId}' and is_active = true`)) === 1;
}
