/**
 * An account that is nobody's yet: its address was never proved, and nothing was given to it. Only such a one may be begun
 * anew by another registration, or give its address up to who proves it. [AC-5, AC-9, D11]
 *
 * Not so one whose verification an administrator took back: it has somebody, who proves the address again.
 */
import type { UserRow } from "@relaydeck/db/accounts/store";
import { visibleDevices } from "@relaydeck/db/devices/access";
import type { Reader } from "@relaydeck/db/store";

export async function isUnclaimed(from: Reader, { user, now }: { user: UserRow; now: number }): Promise<boolean> {
  if (user.emailVerified || user.onceVerified) return false;
  return (await visibleDevices(from, { userId: user.id, now })).length === 0;
}
