/** The console on a given store: an administrator who is signed in, people and their devices, on one hand-moved clock. */
import { newId } from "@relaydeck/contract/ids";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { insertAlert } from "@relaydeck/db/alerts/store";
import { listAudit, verifyAudit } from "@relaydeck/db/audit/store";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { putShare } from "@relaydeck/db/shares/store";
import type { Store } from "@relaydeck/db/store";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { assert, present } from "@relaydeck/kit/assert";
import { adminRouter } from "../admin/admin-router.ts";
import { createCallerFactory } from "../procedures.ts";
import { accountsHouse } from "./accounts-house.ts";
import { adminSignedIn } from "./admin-house.ts";

const createAdminCaller = createCallerFactory(adminRouter);

export async function consoleHouse(store: Store) {
  const house = accountsHouse(store);
  const browser = await adminSignedIn(house);
  // However far a test moves the clock, the session lasts.
  const admin = present(await browser.context(null).adminSession(), "Somebody is signed in");
  const context = { ...browser.context(null), adminSession: async () => admin };
  const deps = { ...context.deps, profiles: builtInProfiles };
  const { clock } = house;
  const at = clock.now();
  return {
    ...house,
    deps,
    /** The procedures of administration, as the administrator calls them. */
    admin: createAdminCaller({ ...context, deps }),
    adminToken: browser.adminToken,
    person: (firstName: string) => storedUser(store, { firstName, createdAt: at, updatedAt: at }),
    device: (over: Parameters<typeof storedDevice>[1] = {}) =>
      storedDevice(store, { ownedSince: at, createdAt: at, updatedAt: at, ...over }),
    async share(device: DeviceRow, sharedWithId: string): Promise<string> {
      assert(device.ownerId !== null, "Only what somebody owns is shared");
      const share = { id: newId("share", deps.random), deviceId: device.id, ownerId: device.ownerId, sharedWithId };
      await store.write((tx) => putShare(tx, { ...share, permission: "control", sharedAt: at, updatedAt: at }));
      return share.id;
    },
    async alert(of: { userId: string; deviceId: string; emailAddress: string }): Promise<string> {
      const id = newId("alert", deps.random);
      await store.write((tx) => insertAlert(tx, { id, ...of, alertType: "power_on", createdAt: at, updatedAt: at }));
      return id;
    },
    /** Rows of the audit but for the sign-in, oldest first; the chain holds. */
    async audited() {
      const rows = await listAudit(store.read, { limit: 1_000 });
      expectIntact(await verifyAudit(store));
      return rows.toReversed().slice(1);
    },
    /** Kinds of live rows so far, with whom they are for. */
    async told() {
      const rows = await store.read.db.select().from(store.t.liveEvents).orderBy(store.t.liveEvents.number);
      return rows.map(({ kind, userId, deviceId, body }) => ({ kind, userId, deviceId, body }));
    },
  };
}

export type ConsoleHouse = Awaited<ReturnType<typeof consoleHouse>>;

function expectIntact(verdict: Awaited<ReturnType<typeof verifyAudit>>): void {
  assert(verdict.ok, "The audit is whole");
}
