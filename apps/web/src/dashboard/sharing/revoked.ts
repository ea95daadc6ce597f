/** What follows from a revocation for what the dialog still shows: the strip of it, and the form that changes it. Pure. [C6] */
import type { Share } from "@relaydeck/contract/shares";

type Shared = Pick<Share, "deviceId" | "sharedWith">;
type Named = Pick<Share, "id"> & { readonly sharedWith: Pick<Share["sharedWith"], "email"> };

/** The strips that are still true, one per person: whoever is in the list again, by whichever share, has access. */
export function stillRevoked<T extends Named>(revoked: readonly T[], shares: readonly Named[]): readonly T[] {
  const last = new Map(revoked.map((share) => [share.sharedWith.email, share]));
  return [...last.values()].filter(({ sharedWith }) => !shares.some((share) => share.sharedWith.email === sharedWith.email));
}

/** Both are what one person has on one device, or is invited to. */
export function isOfSamePerson(one: Shared, other: Shared): boolean {
  return one.deviceId === other.deviceId && one.sharedWith.email === other.sharedWith.email;
}

/** By which share the person whose share is being changed has access, or is invited, now; null: by none, it has ended. */
export function shareNow<T extends Named>(changing: T, shares: readonly T[]): T | null {
  return shares.find(({ sharedWith }) => sharedWith.email === changing.sharedWith.email) ?? null;
}
