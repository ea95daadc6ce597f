import { newId } from "@relaydeck/contract/ids";
import { describe, expect, test } from "vitest";
import { relaysOf } from "../devices/store.ts";
import type { Store } from "../store.ts";
import { aCommand, madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { openExplained } from "../testing/plans.ts";
import { describeOnBothStores, openTestPostgresStore, openTestStore } from "../testing/stores.ts";
import {
  beginCommand,
  claimCommand,
  commandInFlight,
  commandsAwaitingEvidence,
  countOpenCommands,
  findCommand,
  findCommandByKey,
  latestCommands,
  openCommands,
  openCommandsOf,
  transition,
  waitingCommands,
  type NewCommand,
} from "./commands.ts";
import { unsentCommandsOf } from "./unsent.ts";
import { listHistory, recordHistory } from "./history.ts";

async function scene(store: Store) {
  const user = await storedUser(store);
  const device = await storedDevice(store, { ownerId: user.id });
  const base = { deviceId: device.id, actorId: user.id };
  const begin = (over: Partial<NewCommand> = {}) => store.write((tx) => beginCommand(tx, aCommand({ ...base, ...over })));
  const claim = (id: string, now = madeAt) => store.write((tx) => claimCommand(tx, { id, now, milliampsBefore: 0 }));
  return { user, device, relay: { deviceId: device.id, relayNumber: 1 }, begin, claim };
}

describeOnBothStores("relay commands", (fresh) => {
  test("[CM-1] 50 parallel begins of one key store one command and all get it", async () => {
    const { store } = fresh();
    const { begin, user, relay } = await scene(store);
    const answers = await Promise.all(Array.from({ length: 50 }, () => begin({ key: "one" })));
    expect(answers.filter((answer) => !answer.isRepeat)).toHaveLength(1);
    const [id] = new Set(answers.map((answer) => answer.command.id));
    expect(await findCommandByKey(store.read, { actorId: user.id, key: "one" })).toMatchObject({ id, state: "requested" });
    expect(await waitingCommands(store.read, relay)).toHaveLength(1);
  });

  test("commands without a key never join, and another actor's key is another command", async () => {
    const { store } = fresh();
    const { begin } = await scene(store);
    const answers = [
      await begin({ key: null }),
      await begin({ key: null }),
      await begin({ key: "k" }),
      await begin({ key: "k", actorId: "usr_2" }),
    ];
    expect(answers.map((answer) => answer.isRepeat)).toEqual([false, false, false, false]);
    const orders = answers.map((answer) => answer.command.acceptedOrder);
    expect(orders).toEqual(orders.toSorted((a, b) => a - b));
  });

  test("[CM-7] of one relay one command is claimed at a time, in order of acceptance", async () => {
    const { store } = fresh();
    const { begin, claim, relay } = await scene(store);
    const [first, second] = [await begin(), await begin()];
    await begin({ relayNumber: 2 });
    expect((await waitingCommands(store.read, relay)).map((row) => row.id)).toEqual([first.command.id, second.command.id]);
    expect(await claim(second.command.id)).toEqual({ claimed: null, why: "not-first" });
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(first.command.id)));
    expect(claims.filter((one) => one.claimed !== null)).toMatchObject([
      { claimed: { state: "sent", sentAt: madeAt, milliampsBefore: 0 } },
    ]);
    expect((await commandInFlight(store.read, relay))?.id).toBe(first.command.id);
    expect((await relaysOf(store.read, [relay.deviceId]))[0]?.lastCommandId).toBe(first.command.id);
    expect(await claim(second.command.id)).toEqual({ claimed: null, why: "in-flight" });
    await store.write((tx) =>
      transition(tx, { id: first.command.id, from: ["sent"] }, { state: "unconfirmed", callEndedAt: madeAt }),
    );
    expect(await claim(second.command.id)).toMatchObject({ claimed: { id: second.command.id } });
  });

  test("[CM-7, D35] one that is proved before its answer is in flight until its call is over, or is given up", async () => {
    const { store } = fresh();
    const { begin, claim, relay } = await scene(store);
    const [first, second] = [await begin(), await begin({ validUntil: madeAt + 60_000 })];
    await claim(first.command.id);
    await store.write((tx) => transition(tx, { id: first.command.id, from: ["sent"] }, { state: "confirmed" }));
    expect((await openCommands(store.read)).map(({ id }) => id)).toEqual([first.command.id, second.command.id]);
    expect(await claim(second.command.id)).toEqual({ claimed: null, why: "in-flight" });
    expect((await commandInFlight(store.read, relay))?.id).toBe(first.command.id);
    await store.write((tx) => transition(tx, { id: first.command.id, from: ["confirmed"] }, { callEndedAt: madeAt }));
    expect(await claim(second.command.id)).toMatchObject({ claimed: { id: second.command.id } });
  });

  test("[CM-7] two commands of one relay claimed at once: one is in flight", async () => {
    const { store } = fresh();
    const { begin, claim } = await scene(store);
    const rows = await Promise.all(Array.from({ length: 8 }, () => begin({ validUntil: madeAt + 10_000 })));
    const claims = await Promise.all(rows.map((row) => claim(row.command.id)));
    expect(claims.filter((one) => one.claimed !== null)).toHaveLength(1);
  });

  test("[CM-3] a command whose deadline has come is not claimed, and does not hold up the next", async () => {
    const { store } = fresh();
    const { begin, claim } = await scene(store);
    const old = await begin({ validUntil: madeAt + 5 });
    const next = await begin();
    expect(await claim(old.command.id, madeAt + 5)).toEqual({ claimed: null, why: "expired" });
    expect(await claim(next.command.id, madeAt + 5)).toMatchObject({ claimed: { id: next.command.id } });
    expect(await claim("cmd_none")).toEqual({ claimed: null, why: "moved-on" });
  });

  test("[CM-8] a transition happens once, from the named states only", async () => {
    const { store } = fresh();
    const { begin } = await scene(store);
    const { id } = (await begin()).command;
    const cancel = { id, from: ["requested"] as const };
    const tries = await Promise.all(
      [1, 2, 3].map(() => store.write((tx) => transition(tx, cancel, { state: "cancelled", endedAt: madeAt }))),
    );
    expect(tries.filter((row) => row !== null)).toMatchObject([{ state: "cancelled", endedAt: madeAt }]);
    expect(await store.write((tx) => transition(tx, { id, from: ["sent"] }, { state: "acknowledged" }))).toBeNull();
    expect((await findCommand(store.read, id))?.state).toBe("cancelled");
  });

  test("open, unsent and awaited commands are found, others not", async () => {
    const { store } = fresh();
    const { begin, claim, user, device } = await scene(store);
    const unsent = (await begin({ sessionId: "s1" })).command;
    const sent = (await begin({ relayNumber: 2 })).command;
    const ended = (await begin({ relayNumber: 3 })).command;
    await claim(sent.id);
    await store.write((tx) => transition(tx, { id: ended.id, from: ["requested"] }, { state: "failed" }));
    expect((await openCommands(store.read)).map((row) => row.id)).toEqual([unsent.id, sent.id]);
    for (const of of [{ actorId: user.id }, { deviceId: device.id }, { sessionIds: ["s1", "s2"] }]) {
      expect((await unsentCommandsOf(store.read, of)).map((row) => row.id)).toEqual([unsent.id]);
    }
    const awaited = await commandsAwaitingEvidence(store.read, { deviceIds: [device.id], since: madeAt });
    expect(awaited.map(({ command }) => command.id)).toEqual([sent.id]);
  });

  test("[BP-1] commands that wait and those at the cloud are counted apart", async () => {
    const { store } = fresh();
    const { begin } = await scene(store);
    expect(await countOpenCommands(store.read)).toEqual({ waiting: 0, atCloud: 0 });
    for (const state of ["requested", "requested", "sent", "failed"] as const) {
      const { command } = await begin();
      const callEndedAt = state === "failed" ? madeAt : null;
      if (state !== "requested")
        await store.write((tx) => transition(tx, { id: command.id, from: ["requested"] }, { state, callEndedAt }));
    }
    expect(await countOpenCommands(store.read)).toEqual({ waiting: 2, atCloud: 1 });
  });

  test("the latest command of each relay comes with who gave it, old ones not at all", async () => {
    const { store } = fresh();
    const { begin, user, device } = await scene(store);
    await begin({ requestedAt: madeAt + 1 });
    const second = await begin({ requestedAt: madeAt + 2 });
    const foreign = await begin({ relayNumber: 2, actorId: "usr_gone", requestedAt: madeAt + 3 });
    await begin({ relayNumber: 3, requestedAt: madeAt });
    const latest = await latestCommands(store.read, { deviceIds: [device.id], since: madeAt + 1 });
    expect(latest).toEqual([
      { command: second.command, actor: { id: user.id, firstName: "Maria", lastName: "Lind" } },
      { command: foreign.command, actor: null },
    ]);
  });

  test("[D52] history holds one row per command, whose outcome later evidence changes", async () => {
    const { store } = fresh();
    const row = { deviceId: "dev_1", userId: "usr_1", relayNumber: 1, previousState: "off" as const, newState: "on" as const };
    const first = { ...row, id: newId("history", random), command: "relay_on", commandId: "cmd_1", timestamp: madeAt };
    await store.write((tx) => recordHistory(tx, { ...first, outcome: "unconfirmed", success: null }));
    await store.write((tx) =>
      recordHistory(tx, { ...first, id: "his_2", outcome: "acknowledged", success: true, responseTime: 900 }),
    );
    await store.write((tx) =>
      recordHistory(tx, { ...first, id: "his_3", outcome: "confirmed", success: true, confirmationTime: 2_000 }),
    );
    const listed = await listHistory(store.read, { deviceId: "dev_1", limit: 10 });
    expect(listed).toMatchObject([
      { id: first.id, outcome: "confirmed", success: true, responseTime: 900, confirmationTime: 2_000 },
    ]);
    expect(await listHistory(store.read, { userId: "usr_2", limit: 10 })).toEqual([]);
  });
});

describe("[CM-7, BP-1] the sweep of every half second, the line of a relay and the count look at open commands alone", () => {
  test.each([
    { dialect: "SQLite", open: openTestStore },
    { dialect: "Postgres", open: openTestPostgresStore },
  ])("on $dialect", async ({ open }) => {
    const { store, url, close } = await open();
    const over = { deviceId: "dev_1", actorId: "usr_1", state: "confirmed" as const, callEndedAt: madeAt };
    const crowd = Array.from({ length: 500 }, (_, index) => ({ ...aCommand(over), acceptedOrder: 1_000 + index }));
    await store.write((tx) => tx.db.insert(tx.t.relayCommands).values(crowd));
    const explained = openExplained(url);
    try {
      await openCommands(explained.read);
      await openCommandsOf(explained.read, { deviceId: "dev_1", relayNumber: 1 });
      await countOpenCommands(explained.read);
      const plans = (await explained.plans()).map(({ lines }) => lines.join("\n"));
      expect(plans).toHaveLength(3);
      for (const plan of plans) expect(plan).toMatch(/relay_commands_open\b/);
    } finally {
      await explained.close();
      await close();
    }
  });
});
