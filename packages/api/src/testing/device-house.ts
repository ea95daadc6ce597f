/** A device with its owner and a sharee on a given store, and what the device stories need. Time stands until it is moved. */
import { newId } from "@relaydeck/contract/ids";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { findDevice, type DeviceRow, type NewDevice } from "@relaydeck/db/devices/store";
import { putShare } from "@relaydeck/db/shares/store";
import type { Store } from "@relaydeck/db/store";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { present } from "@relaydeck/kit/assert";
import { silentLog } from "@relaydeck/kit/log";
import { seededRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import type { Caller, RequestFacts } from "../caller.ts";
import type { AskedChecks } from "../devices/check-device.ts";

export const request: RequestFacts = { requestId: "req_test", door: "trpc", address: "127.0.0.1", userAgent: "test" };

/** Whoever is asked for here, nobody knows. */
const unreachableCloud: AskedChecks = { check: async () => "unknown", read: async () => null };

/** One hour of ownership lies behind the house's beginning. */
export async function deviceHouse(store: Store, over: Partial<NewDevice> = {}) {
  const clock = new ManualClock();
  const random = seededRandom(4);
  const deps = { store, clock, random, log: silentLog, profiles: builtInProfiles, checks: unreachableCloud };
  const now = clock.now();
  const [owner, sharee, stranger] = [
    await storedUser(store),
    await storedUser(store, { firstName: "Alex" }),
    await storedUser(store),
  ];
  const caller = ({ id }: { id: string }): Caller => ({ userId: id, sessionId: null });
  const device = await storedDevice(store, { ownerId: owner.id, ownedSince: now - 60 * 60_000, name: "Pump house", ...over });
  return {
    deps,
    clock,
    store,
    device,
    callers: { owner: caller(owner), sharee: caller(sharee), stranger: caller(stranger) },
    share: async (permission: "view" | "control"): Promise<void> => {
      const at = clock.now();
      const share = { id: newId("share", random), deviceId: device.id, ownerId: owner.id, sharedWithId: sharee.id };
      await store.write((tx) => putShare(tx, { ...share, permission, sharedAt: at, updatedAt: at }));
    },
    row: async (): Promise<DeviceRow> => present(await findDevice(store.read, device.id), "The device is there"),
    /** Kinds of live rows so far, with whom they are for. */
    told: async () => {
      const rows = await store.read.db.select().from(store.t.liveEvents).orderBy(store.t.liveEvents.number);
      return rows.map(({ kind, userId, body }) => ({ kind, userId, body }));
    },
  };
}
