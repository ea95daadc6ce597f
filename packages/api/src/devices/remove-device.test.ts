import { visibleDevices } from "@relaydeck/db/devices/access";
import { listAudit } from "@relaydeck/db/audit/store";
import { findDevice, updateDevice } from "@relaydeck/db/devices/store";
import { beginCommand, findCommand } from "@relaydeck/db/relays/commands";
import { aCommand, storedDevice } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { binMs } from "../retention/prune.ts";
import { deviceHouse, request } from "../testing/device-house.ts";
import { removeDevice, restoreDevice } from "./remove-device.ts";

const dayMs = 24 * 60 * 60_000;

describeOnStores("removing a device", (fresh) => {
  async function aHouse() {
    const house = await deviceHouse(fresh().store);
    const asked = (caller = house.callers.owner) => ({ caller, request, deviceId: house.device.id });
    return { ...house, asked };
  }

  test("[D30, D23] nobody sees it, each viewer is told, nothing unsent is sent; undo brings it back with its share", async () => {
    const { deps, store, device, callers, share, told, asked } = await aHouse();
    await share("view");
    const { command } = await store.write((tx) =>
      beginCommand(tx, aCommand({ deviceId: device.id, actorId: callers.owner.userId })),
    );
    const removed = await removeDevice(deps, asked());
    const undoUntil = new Date(deps.clock.now() + binMs).toISOString();
    expect(removed).toEqual({ ok: true, value: { id: device.id, message: "Device removed", undoUntil } });
    expect((await findCommand(store.read, command.id))?.state).toBe("cancelled");
    expect(await findDevice(store.read, device.id)).toBeNull();
    const ends = (await told()).filter((row) => row.kind === "access");
    expect(ends).toMatchObject([
      { userId: callers.owner.userId, body: { access: "none" } },
      { userId: callers.sharee.userId, body: { access: "none" } },
    ]);
    expect(await removeDevice(deps, asked())).toMatchObject({ error: { code: "NOT_FOUND" } });

    expect(await restoreDevice(deps, asked())).toMatchObject({ value: { name: "Pump house", message: "Device restored" } });
    const grants = (await told()).filter((row) => row.kind === "access").slice(2);
    expect(grants).toMatchObject([{ body: { access: "owner", device: { id: device.id } } }, { body: { access: "view" } }]);
    const seen = await visibleDevices(store.read, { userId: callers.sharee.userId, now: deps.clock.now() });
    expect(seen.map((one) => one.device.id)).toEqual([device.id]);
    expect((await listAudit(store.read, { limit: 9 })).map((row) => row.action)).toEqual([
      "device.restored",
      "device.removed",
      "relay.cancelled",
    ]);
    // Once more: it is there already.
    expect(await restoreDevice(deps, asked())).toMatchObject({ ok: true });
  });

  test("[D23] undo is not possible once somebody else has the serial number, or after thirty days", async () => {
    const { deps, store, device, clock, callers, asked } = await aHouse();
    await removeDevice(deps, asked());
    const { serialNumber, providerId } = device;
    const other = await storedDevice(store, { serialNumber, providerId, ownerId: callers.stranger.userId });
    expect(await restoreDevice(deps, asked())).toMatchObject({ error: { code: "UNDO_NOT_POSSIBLE" } });
    await store.write((tx) => updateDevice(tx, { id: other.id }, { deletedAt: clock.now() }));
    clock.jumpWall(30 * dayMs + 1);
    expect(await restoreDevice(deps, asked())).toMatchObject({ error: { code: "UNDO_NOT_POSSIBLE" } });
    clock.jumpWall(-2);
    expect(await restoreDevice(deps, asked())).toMatchObject({ ok: true });
  });

  test("[D42] only the owner removes and takes back; a program's token does neither", async () => {
    const { deps, device, callers, share, row, asked } = await aHouse();
    await share("control");
    const program = { scope: "control", deviceIds: null } as const;
    expect(await removeDevice(deps, asked(callers.sharee))).toMatchObject({ error: { code: "FORBIDDEN" } });
    expect(await removeDevice(deps, asked(callers.stranger))).toMatchObject({ error: { code: "NOT_FOUND" } });
    expect(await removeDevice(deps, asked({ ...callers.owner, program }))).toMatchObject({ error: { code: "FORBIDDEN" } });
    expect(await row()).toEqual(device);
    await removeDevice(deps, asked());
    for (const caller of [callers.sharee, callers.stranger, { ...callers.owner, program }])
      expect(await restoreDevice(deps, asked(caller))).toMatchObject({ error: { code: "NOT_FOUND" } });
  });
});
