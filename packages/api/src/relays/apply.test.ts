/** Evidence that comes together: what the other transaction has stored meanwhile is what is judged. */
import { isAnswered, isInFlight, type Evidence } from "@relaydeck/core/relays/command";
import { beginCommand, findCommand, transition, type CommandRow } from "@relaydeck/db/relays/commands";
import type { Store } from "@relaydeck/db/store";
import { aCommand, madeAt, random, storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { applyEvidence } from "./apply.ts";

const done: Evidence = { kind: "reply", outcome: { kind: "done", returnValue: 1 } };
const isOn: Evidence = {
  kind: "sample",
  sample: {
    measuredAt: madeAt + 2_000,
    evidence: "contact",
    contact: "on",
    milliamps: null,
    onThresholdMilliamps: 50,
    loadSeen: true,
  },
};
const scene = {
  now: madeAt + 3_000,
  random,
  deviceName: "Pump house",
  relayName: "Light",
  lastCommandId: null,
  commandsAfter: 0,
  actorName: null,
};

/** A command that the cloud has not answered. */
async function sent(store: Store): Promise<CommandRow> {
  const { id: actorId } = await storedUser(store);
  const { id: deviceId } = await storedDevice(store, { ownerId: actorId });
  return store.write(async (tx) => {
    const { command } = await beginCommand(tx, aCommand({ deviceId, actorId }));
    return present(
      await transition(tx, { id: command.id, from: ["requested"] }, { state: "sent", sentAt: madeAt + 1_000 }),
      "New",
    );
  });
}

describeOnStores("evidence that comes together", (fresh) => {
  test.each([
    { first: "the proof", evidence: [isOn, done] },
    { first: "the answer", evidence: [done, isOn] },
  ])(
    "[CM-7, D35] neither an answer nor a proof is lost when both judge the same row: $first is stored first",
    async ({ evidence }) => {
      const { store } = fresh();
      const command = await sent(store);
      for (const each of evidence) await store.write((tx) => applyEvidence(tx, { command, evidence: each }, scene));
      const stored = present(await findCommand(store.read, command.id), "It was stored");
      expect(stored).toMatchObject({ state: "confirmed", confirmedAt: scene.now, answeredAt: scene.now });
      // The relay is free for the next one.
      expect([isAnswered(stored), isInFlight(stored)]).toEqual([true, false]);
    },
  );

  test("[CM-8] evidence that has become void changes nothing", async () => {
    const { store } = fresh();
    const command = await sent(store);
    const refused: Evidence = { kind: "reply", outcome: { kind: "refused", code: "DEVICE_REFUSED", reason: "no" } };
    await store.write((tx) => applyEvidence(tx, { command, evidence: refused }, scene));
    expect(await store.write((tx) => applyEvidence(tx, { command, evidence: { kind: "restart" } }, scene))).toBeNull();
    expect((await findCommand(store.read, command.id))?.state).toBe("failed");
  });
});
