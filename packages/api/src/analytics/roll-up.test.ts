import { quarterMs } from "@relaydeck/core/analytics/quarters";
import type { Evidence } from "@relaydeck/core/relays/command";
import { commandNumbersOf } from "@relaydeck/db/analytics/spans";
import { beginCommand, transition } from "@relaydeck/db/relays/commands";
import { aCommand } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { applyEvidence } from "../relays/apply.ts";
import { deviceHouse } from "../testing/device-house.ts";
import { rollUp } from "./roll-up.ts";

const hour = 60 * 60_000;

describeOnStores("summing up", (fresh) => {
  /** Summed up by a clock that was an hour ahead, and is right again. */
  async function aHouse() {
    const house = await deviceHouse(fresh().store);
    const { clock, store } = house;
    const deps = { ...house.deps, settings: { timeZone: "UTC" } };
    clock.jumpWall(hour);
    await rollUp(deps);
    clock.jumpWall(-hour);
    const day = { from: clock.now() - quarterMs, to: clock.now() + 4 * hour };

    /** Begun now, sent or not, and ended by this word. */
    async function commandEnds(evidence: Evidence, sentAt: number | null): Promise<void> {
      const { device, callers } = house;
      const command = aCommand({ deviceId: device.id, actorId: callers.owner.userId, requestedAt: clock.now() });
      const { id } = (await store.write((tx) => beginCommand(tx, command))).command;
      const patch = { state: sentAt === null ? ("requested" as const) : ("sent" as const), sentAt };
      const row = present(await store.write((tx) => transition(tx, { id, from: ["requested"] }, patch)), "Just begun");
      await clock.advance(20_000);
      const scene = { now: clock.now(), random: house.deps.random, lastCommandId: null, commandsAfter: 0, actorName: null };
      const named = { ...scene, relayName: "Relay 1", deviceName: device.name };
      await store.write((tx) => applyEvidence(tx, { command: row, evidence }, named));
    }
    return { ...house, deps, day, commandEnds };
  }

  test("[D26, TI-1] commands of the hour that a clock was ahead of are in the sums, those that were never sent too", async () => {
    const { deps, clock, store, day, commandEnds } = await aHouse();
    await commandEnds({ kind: "reply", outcome: { kind: "done", returnValue: 1 } }, clock.now());
    await commandEnds({ kind: "time" }, null);
    const counted = [{ commands: 1, successful: 1, expired: 1 }];
    expect(await commandNumbersOf(store.read, [day])).toMatchObject(counted);
    await clock.advance(2 * hour);
    expect(await rollUp(deps)).toMatchObject({ again: 1 });
    expect(await commandNumbersOf(store.read, [day])).toMatchObject(counted);
    expect(await rollUp(deps)).toMatchObject({ again: 0 });
  });

  test("[D26] a command that is done before its quarter is summed up marks nothing", async () => {
    const { deps, clock, commandEnds } = await aHouse();
    await clock.advance(2 * hour);
    await commandEnds({ kind: "reply", outcome: { kind: "done", returnValue: 1 } }, clock.now());
    expect(await rollUp(deps)).toMatchObject({ again: 0 });
  });
});
