import { listAudit } from "@relaydeck/db/audit/store";
import { relaysOf } from "@relaydeck/db/devices/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { deviceHouse, request } from "../testing/device-house.ts";
import { RenameDeviceBody } from "@relaydeck/contract/devices";
import { renameDevice } from "./rename-device.ts";

describeOnStores("renaming a device", (fresh) => {
  test("[D16] names of device and relays change together, are told to everybody, and audited without themselves", async () => {
    const house = await deviceHouse(fresh().store);
    const { deps, store, device } = house;
    const caller = house.callers.owner;
    const relays = [
      { number: 1, name: "Well pump" },
      { number: 4, name: "Relay 4" },
    ];
    const input = { deviceId: device.id, name: "Well", relays };
    const renamed = await renameDevice(deps, { caller, request, input });
    expect(renamed).toMatchObject({ ok: true, value: { name: "Well", message: "Device updated", userPermission: "owner" } });
    const names = (await relaysOf(store.read, [device.id])).map((relay) => relay.name);
    expect(names).toEqual(["Well pump", "Relay 2", "Relay 3", "Relay 4"]);
    expect(await house.told()).toMatchObject([{ kind: "device", userId: null, body: { device: { name: "Well" } } }]);
    const rows = await listAudit(store.read, { limit: 5 });
    expect(rows).toMatchObject([{ action: "device.renamed", after: { fields: ["relay 1", "name"] } }]);
    expect(JSON.stringify(rows)).not.toMatch(/Well/);
  });

  test("[D31] a name says nothing about the model, and what changes nothing is not told", async () => {
    const house = await deviceHouse(fresh().store, { model: "relay", profileId: "relay" });
    const { deps, device } = house;
    const ask = (name: string) =>
      renameDevice(deps, { caller: house.callers.owner, request, input: { deviceId: device.id, name } });
    expect(await ask("PowerOne of the gate")).toMatchObject({ value: { model: "relay" } });
    const before = await house.told();
    expect(await ask("PowerOne of the gate")).toMatchObject({ ok: true });
    expect(await house.told()).toEqual(before);
  });

  test("a relay that the device does not have is refused by its place, and nothing changes", async () => {
    const house = await deviceHouse(fresh().store);
    const relays = [
      { number: 1, name: "Pump" },
      { number: 7, name: "None" },
    ];
    const input = { deviceId: house.device.id, name: "New", relays };
    const refused = await renameDevice(house.deps, { caller: house.callers.owner, request, input });
    expect(refused).toMatchObject({ ok: false, error: { code: "VALIDATION", issues: [{ path: "relays.1.number" }] } });
    expect(await house.row()).toEqual(house.device);
  });

  test("two names for one relay are refused, or the last would win without a word", () => {
    const twice = RenameDeviceBody.safeParse({ relays: [1, 1].map((number, at) => ({ number, name: `Pump ${at}` })) });
    expect(twice.error?.issues).toMatchObject([{ path: ["relays"], message: "Name each relay once" }]);
  });

  test("[D42] a sharee may not, a stranger finds nothing", async () => {
    const house = await deviceHouse(fresh().store);
    await house.share("control");
    const input = { deviceId: house.device.id, name: "Mine" };
    const ask = (caller: typeof house.callers.owner) => renameDevice(house.deps, { caller, request, input });
    expect(await ask(house.callers.sharee)).toMatchObject({ error: { code: "FORBIDDEN" } });
    expect(await ask(house.callers.stranger)).toMatchObject({ error: { code: "NOT_FOUND" } });
    expect(await house.row()).toEqual(house.device);
  });
});
