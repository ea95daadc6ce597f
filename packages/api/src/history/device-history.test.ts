import type { DeviceHistory, HistoryRange } from "@relaydeck/contract/history";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { updateDevice } from "@relaydeck/db/devices/store";
import { insertRelayChanges, type RelayChangeRow } from "@relaydeck/db/relays/changes";
import { beginCommand } from "@relaydeck/db/relays/commands";
import { emptyMetric } from "@relaydeck/db/telemetry/store";
import { aCommand } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { assert } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import type { Caller } from "../caller.ts";
import { beginOwnership } from "../devices/ownership.ts";
import { deviceHouse } from "../testing/device-house.ts";
import { deviceHistory } from "./device-history.ts";

const minute = 60_000;

describeOnStores("the history of a device", (fresh) => {
  async function aHouse(ownedForMs = 40 * 24 * 60 * minute) {
    const { store } = fresh();
    const house = await deviceHouse(store);
    const { deps, device, clock } = house;
    const { t } = store;
    const now = clock.now();
    const ago = (minutes: number) => now - minutes * minute;
    await store.write((tx) => updateDevice(tx, { id: device.id }, { ownedSince: now - ownedForMs }));
    const at = (minutes: number) => new Date(ago(minutes)).toISOString();
    async function reported(minutes: readonly number[]): Promise<void> {
      const relays = [{ number: 1, reported: "on" as const, milliamps: 600 }];
      const rows = minutes.map((m) => ({ ...emptyMetric(device.id, ago(m)), batteryLevel: 80, signalStrength: 64, relays }));
      await store.write((tx) => tx.db.insert(t.deviceMetrics).values(rows));
    }
    async function moved(changes: readonly (Partial<RelayChangeRow> & { minutes: number })[]): Promise<void> {
      const rows = changes.map(({ minutes, ...change }) => ({
        ...{ deviceId: device.id, relayNumber: 1, at: ago(minutes), state: "on" as const, commandId: null, cause: null },
        ...change,
      }));
      await store.write((tx) => insertRelayChanges(tx, rows));
    }
    async function ask(range: HistoryRange, caller: Caller = house.callers.owner): Promise<DeviceHistory> {
      const answer = await deviceHistory(deps, { caller, query: { deviceId: device.id, range } });
      assert(answer.ok, "Who may see it may read its history");
      return answer.value;
    }
    return { ...house, now, ago, at, reported, moved, ask };
  }

  test("[C12] states begin with the last known one and change at each move, however short; samples are as reported", async () => {
    const { reported, moved, ask, at } = await aHouse();
    await reported([90, 30, 3, 2, 1, 0]);
    await moved([
      { minutes: 90, state: "off" },
      { minutes: 30, state: "on" },
      { minutes: 29.99, state: "off" },
    ]);
    const history = await ask("1h");
    expect(history.relays[0]).toEqual({
      ...{ number: 1, name: "Relay 1" },
      steps: [
        { at: at(60), state: "off" },
        { at: at(30), state: "on" },
        { at: at(29.99), state: "off" },
      ],
    });
    expect(history.relays[1]?.steps).toEqual([{ at: at(60), state: "unknown" }]);
    expect(history.samples).toHaveLength(5);
    expect(history.samples[0]).toEqual({
      ...{ at: at(30), milliamps: [600, null, null, null] },
      ...{ batteryPercent: 80, signalPercent: 64 },
    });
  });

  test("[C3] of more moves than are told, what was before the oldest of them is unknown; of just as many, nothing is", async () => {
    const { moved, ask, at } = await aHouse();
    const moves = Array.from({ length: 5_000 }, (_, index) => ({
      minutes: 50 - index / 200,
      state: index % 2 === 0 ? ("off" as const) : ("on" as const),
    }));
    await moved([{ minutes: 90, state: "on" }]);
    for (let from = 0; from < moves.length; from += 1_000) await moved(moves.slice(from, from + 1_000));
    expect((await ask("1h")).relays[0]?.steps.slice(0, 2)).toEqual([
      { at: at(60), state: "on" },
      { at: at(50), state: "off" },
    ]);
    await moved([{ minutes: 1, state: "off" }]);
    const { relays } = await ask("1h");
    expect(relays[0]?.steps.slice(0, 3)).toEqual([
      { at: at(60), state: "unknown" },
      { at: at(50 - 1 / 200), state: "on" },
      { at: at(50 - 2 / 200), state: "off" },
    ]);
    expect(relays[1]?.steps).toEqual([{ at: at(60), state: "unknown" }]);
  });

  test("[C3] silences are gaps with their true bounds, also over the ends of the range", async () => {
    const { reported, ask, at } = await aHouse();
    await reported([100, 50, 49, 48, 20, 19]);
    expect((await ask("1h")).gaps).toEqual([
      { from: at(60), to: at(50) },
      { from: at(48), to: at(20) },
      { from: at(19), to: at(0) },
    ]);
  });

  test("[C3, C4] a silence after which a device counts as not heard is a gap, however soon that is", async () => {
    const { reported, deps, callers, device, now } = await aHouse();
    // A report every 15 s, and a stop of more than a minute.
    await reported([2.5, 2.25, 2, 0.85, 0.6, 0.35, 0.1]);
    const profiles = builtInProfiles.map((profile) => ({ ...profile, staleAfterMs: 45_000 }));
    const told = await deviceHistory(
      { ...deps, profiles },
      { caller: callers.owner, query: { deviceId: device.id, range: "1h" } },
    );
    assert(told.ok, "Who may see it may read its history");
    const ago = (minutes: number) => new Date(now - minutes * minute).toISOString();
    expect(told.value.gaps.map(({ to }) => to)).toEqual([ago(2.5), ago(0.85)]);
  });

  test("[C3] a device that never spoke is one gap; one that began within the range was silent before", async () => {
    const house = await aHouse();
    expect((await house.ask("24h")).gaps).toEqual([{ from: house.at(1440), to: house.at(0) }]);
    await house.reported([10, 9, 8, 7, 4, 1]);
    expect((await house.ask("24h")).gaps).toEqual([{ from: house.at(1440), to: house.at(10) }]);
  });

  test("[C12] thinned by the time that is told: of a device that is new here every report of a day is there", async () => {
    const { reported, ask } = await aHouse(2 * minute);
    await reported([1.9, 1.6, 1.3, 1, 0.7, 0.4, 0.1]);
    expect((await ask("24h")).samples).toHaveLength(7);
  });

  test("[AD-7] nothing older than the viewer's right is told: not to the new owner, not to a sharee", async () => {
    const house = await aHouse(30 * minute);
    await house.reported([50, 40, 20, 10]);
    await house.moved([
      { minutes: 50, state: "on" },
      { minutes: 20, state: "off" },
    ]);
    await house.store.write((tx) =>
      beginCommand(
        tx,
        aCommand({ deviceId: house.device.id, actorId: house.callers.stranger.userId, requestedAt: house.ago(45) }),
      ),
    );
    const own = await house.ask("24h");
    expect(own.from).toBe(house.at(30));
    expect(own.samples.map((sample) => sample.at)).toEqual([house.at(20), house.at(10)]);
    expect(own.switchings.map(({ at }) => at)).toEqual([house.at(20)]);
    await house.share("view");
    const shared = await house.ask("24h", house.callers.sharee);
    expect([shared.from, shared.samples, shared.switchings]).toEqual([house.at(0), [], []]);
  });

  test("[AD-7, TI-1] what an earlier owner switched by a clock that was ahead is not told once time has caught up with it", async () => {
    const house = await aHouse();
    const { device, callers, clock, store } = house;
    const requestedAt = clock.now() + 60 * minute;
    await store.write((tx) => beginCommand(tx, aCommand({ deviceId: device.id, actorId: callers.owner.userId, requestedAt })));
    await clock.advance(minute);
    const given = { device: await house.row(), ownerId: callers.stranger.userId };
    await store.write((tx) => beginOwnership(house.deps, tx, given));
    await clock.advance(90 * minute);
    const own = aCommand({ deviceId: device.id, actorId: callers.stranger.userId, requestedAt: clock.now() - minute });
    await store.write((tx) => beginCommand(tx, own));
    const { switchings } = await house.ask("24h", callers.stranger);
    expect(switchings.map(({ commandId }) => commandId)).toEqual([own.id]);
  });

  test("[TI-1] what was switched after the clock was set back is told at once, by the clock as it is", async () => {
    const house = await aHouse();
    const of = { deviceId: house.device.id, actorId: house.callers.owner.userId };
    const ahead = aCommand({ ...of, requestedAt: house.now + 60 * minute });
    const now = aCommand({ ...of, requestedAt: house.now + 60 * minute + 1, createdAt: house.now });
    const old = aCommand({ ...of, requestedAt: house.ago(30), createdAt: house.ago(90) });
    for (const command of [old, ahead, now]) await house.store.write((tx) => beginCommand(tx, command));
    const { switchings } = await house.ask("1h");
    expect(switchings.map(({ at, commandId }) => [at, commandId])).toEqual([[house.at(0), now.id]]);
  });

  test("[C10, D46] who switched: commands with their outcome, the button, and nobody knows; names are masked for who may only look", async () => {
    const house = await aHouse();
    await house.share("view");
    await house.clock.advance(30 * minute);
    const asked = { deviceId: house.device.id, actorId: house.callers.owner.userId, state: "confirmed" as const };
    const requestedAt = house.clock.now() - 5 * minute;
    const { command } = await house.store.write((tx) => beginCommand(tx, aCommand({ ...asked, requestedAt })));
    await house.moved([
      { minutes: -25.1, commandId: command.id },
      { minutes: -26, state: "off", cause: "button" },
      { minutes: -27, relayNumber: 2 },
    ]);
    const { switchings } = await house.ask("1h");
    const own = { by: "you", byName: "Maria Lind", commandId: command.id, state: "confirmed" };
    const others = { byName: null, commandId: null, state: null };
    expect(switchings).toEqual([
      { at: house.at(-27), relayNumber: 2, target: "on", by: "unknown", ...others },
      { at: house.at(-26), relayNumber: 1, target: "off", by: "button", ...others },
      { at: house.at(-25), relayNumber: 1, target: "on", ...own },
    ]);
    const seen = await house.ask("1h", house.callers.sharee);
    expect(seen.switchings[2]).toMatchObject({ by: "other", byName: null });
  });

  test("[D42] a stranger finds nothing", async () => {
    const house = await aHouse();
    const query = { deviceId: house.device.id, range: "1h" } as const;
    const answer = await deviceHistory(house.deps, { caller: house.callers.stranger, query });
    expect(answer).toMatchObject({ error: { code: "NOT_FOUND" } });
  });
});
