/**
 * A device reports in the very instant in which it gets another name, or another owner: what is told of it after that is the
 * device as it is by then. On Postgres both run at once. [AD-7, C3]
 */
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { updateDevice } from "@relaydeck/db/devices/store";
import { beginCommand, claimCommand } from "@relaydeck/db/relays/commands";
import type { Store } from "@relaydeck/db/store";
import { aCommand, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { transferDevice } from "../devices/ownership.ts";
import type { LiveBody } from "../live/live-row.ts";
import { alertsHouse, request } from "../testing/alerts-house.ts";
import { whileChanging } from "../testing/while-changing.ts";

/** Rows of the live log, oldest first. */
async function told(store: Store): Promise<LiveBody[]> {
  const rows = await store.read.db.select().from(store.t.liveEvents).orderBy(store.t.liveEvents.number);
  return rows.map(({ body }) => body as LiveBody);
}

describeOnStores("a device that reports in the instant in which", (fresh) => {
  test("[C3] it is renamed is told by its new name", async () => {
    const { store } = fresh();
    const house = await alertsHouse(store);
    const { id } = house.device;
    await house.report();
    await whileChanging(
      store,
      async (tx) => {
        await lockDevice(tx, id);
        await updateDevice(tx, { id }, { name: "Well" });
      },
      () => house.report(),
    );
    expect((await told(store)).at(-1)).toMatchObject({ kind: "device", device: { name: "Well" } });
  });

  test("[AD-7] it passes to somebody else is told as theirs, and nothing of what was wished before", async () => {
    const { store } = fresh();
    const house = await alertsHouse(store);
    const { clock, device, deps, user } = house;
    await house.report();
    const now = clock.now();
    await store.write(async (tx) => {
      const asked = aCommand({ deviceId: device.id, actorId: user.id, requestedAt: now, validUntil: now + 10_000 });
      const { command } = await beginCommand(tx, asked);
      await claimCommand(tx, { id: command.id, now, milliampsBefore: null });
    });
    const { id: ownerId } = await storedUser(store);
    await clock.advance(1_000);
    const before = (await told(store)).length;
    await whileChanging(
      store,
      async (tx) => {
        const locked = present(await lockDevice(tx, device.id), "It is there");
        await transferDevice(deps, tx, { device: locked, ownerId, by: { actorKind: "admin", actorId: "adm_root", request } });
      },
      () => house.report({ milliamps: [600, 0, 0, 0] }),
    );
    const [ended, given, ...after] = (await told(store)).slice(before);
    expect([ended, given]).toMatchObject([
      { kind: "access", access: "none" },
      { kind: "access", access: "owner" },
    ]);
    expect(after.map(({ kind }) => kind)).toEqual(["device", "activity"]);
    expect(after[0]).toMatchObject({ device: { ownerId, relays: [{ state: "on", command: null, unproved: [] }, {}, {}, {}] } });
    expect(after[1]).toMatchObject({ entry: { commandId: null, userId: null, message: "Relay 1 turned on" } });
  });
});
