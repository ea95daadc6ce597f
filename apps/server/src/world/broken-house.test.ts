/** The real house, broken on purpose while it runs: the world says which rule, with its history and how to see it again. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { toLiveEvent } from "@relaydeck/api/live/append";
import { neutralDevices } from "@relaydeck/api/devices/facts";
import { findDevice } from "@relaydeck/db/devices/store";
import { transition } from "@relaydeck/db/relays/commands";
import { present } from "@relaydeck/kit/assert";
import { Stage } from "../testing/world/stage.ts";

const seed = 7;
let stage: Stage;

beforeEach(async () => {
  stage = await Stage.set({ seed, latencyMs: [40, 40] });
  await stage.world.pass(2_000);
});

afterEach(() => stage.world.end());

/** A tap whose answer never comes. */
async function tap(): Promise<{ id: string }> {
  const { world, taps, book } = stage;
  world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "drop-reply" } });
  world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "delay", ms: 30_000 } });
  const wish = { relay: 1, target: "on", key: "key-1", validForMs: 5_000, door: "trpc" } as const;
  taps.begin({ ...wish, person: world.person("olga"), device: world.device("contacts") });
  await world.pass(100);
  return present([...book.commands.values()][0], "A tap makes a command");
}

/** Bytes of a call that no command asked for. */
async function callPastTheRules(): Promise<void> {
  const { world } = stage;
  void world.server.deps.provider.callFunction({
    providerId: world.device("contacts").providerId,
    name: "ctrl_relay1",
    argument: "on",
    validUntilMonotonic: world.clock.monotonic() + 5_000,
    isDone: () => true,
  });
  await world.pass(1);
}

test("[CM-1] a house that calls twice is found out by rule 1", async () => {
  await tap();
  await callPastTheRules();
  expect(() => stage.demand()).toThrow(/World 7 broke a rule:\n\[1\] c1 was called twice/);
  expect(() => stage.demand()).toThrow("RELAYDECK_WORLD_SEED=7");
});

test("[CM-9] a house that calls without a durable row is found out by rule 2", async () => {
  await callPastTheRules();
  expect(() => stage.demand()).toThrow("[2] a call contacts/1 on left with 0 durable rows that are sent");
});

test("[CM-5] a house that calls failed what the device ran is found out by rule 3", async () => {
  const { id } = await tap();
  const outcome = { kind: "refused", reason: "It says so", code: "DEVICE_REFUSED" } as const;
  void stage.world.server.deps.lines.apply(id, { kind: "reply", outcome });
  await stage.world.pass(40_000);
  stage.book.judgeEnd();
  expect(() => stage.demand()).toThrow("[3] c1 is failed, but the device ran it");
});

test("[CM-6] a house that believes a report that nobody made is found out by rule 3", async () => {
  const { world, taps, book } = stage;
  world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "status", status: 408 } });
  const wish = { relay: 1, target: "on", key: "key-1", validForMs: 5_000, door: "trpc" } as const;
  taps.begin({ ...wish, person: world.person("olga"), device: world.device("contacts") });
  await world.pass(1_000);
  const { id } = present([...book.commands.values()][0], "A tap makes a command");
  const seen = { evidence: "contact", contact: "on", milliamps: null, onThresholdMilliamps: 50, loadSeen: false } as const;
  void world.server.deps.lines.apply(id, { kind: "sample", sample: { measuredAt: world.clock.now(), ...seen } });
  await world.pass(1_000);
  expect(() => stage.demand()).toThrow("[3] c1 is confirmed, but its relay was never on since the send");
});

test("[CM-8] a house whose timers stand still is found out by rule 6", async () => {
  await tap();
  stage.world.server.clock.die();
  await stage.world.pass(5_000 + 5_000);
  stage.world.simulator.control.button("P0SIM0001", { relay: 1, state: "on" });
  await stage.world.pass(1_000);
  expect(() => stage.demand()).toThrow(/\[6\] c1 is sent \d+(\.\d+)? ms after its deadline/);
});

test("[CM-8] a house that changes a command without its event is found out by the next commit", async () => {
  const { id } = await tap();
  const { deps } = stage.world.server;
  void deps.store.write((tx) => transition(tx, { id, from: ["sent"] }, { state: "acknowledged" }));
  stage.world.simulator.control.button("P0SIM0001", { relay: 1, state: "on" });
  await stage.world.pass(1_000);
  expect(() => stage.demand()).toThrow("[CM-8] the row of c1 says acknowledged, its events say sent");
});

test("[WS-8] a house that tells less after a cut than it would have told without one is found out", async () => {
  const { world } = stage;
  const viewer = await stage.watch("vera");
  viewer.close();
  world.simulator.control.button(world.device("plain").serial, { relay: 1, state: "on" });
  await world.pass(1_500);
  const [vera, { id: deviceId }] = [world.person("vera"), world.device("plain")];
  const now = world.serverNow();
  const device = present(await findDevice(world.server.deps.store.read, deviceId), "It is in the cast");
  const [neutral] = await neutralDevices(world.server.deps.store.read, [device], { profiles: world.profiles, now });
  // A right that seems to begin anew, though it stood before.
  const body = { kind: "access", access: "view", expiresAt: null, device: present(neutral, "One in, one out") } as const;
  await world.server.deps.store.write((tx) => tx.live([toLiveEvent({ deviceId, userId: vera.id, body })]));
  await viewer.open();
  expect(() => stage.demand()).toThrow(/\[WS-8\] vera's screen came back and was not told \d+ device/);
});
