/** Defects that seeded worlds found, each told again step by step, so that a change of the steps' chances does not lose it. */
import { shareDevice } from "@relaydeck/api/shares/share-device";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eddysTimeMs } from "../testing/world/cast.ts";
import type { TapWish } from "../testing/world/doors.ts";
import { Stage } from "../testing/world/stage.ts";

let stage: Stage;

beforeEach(async () => {
  stage = await Stage.set({ seed: 1, latencyMs: [40, 40] });
  await stage.watch("olga");
  await stage.world.pass(2_000);
});

afterEach(() => stage.world.end());

function tap(label: string, validForMs: number, wanted: Partial<TapWish> = {}) {
  const { world, taps } = stage;
  const key = `key-${taps.all.length}`;
  const wish = { relay: 1, target: "on", key, validForMs, door: "trpc" } as const;
  return taps.begin({ ...wish, person: world.person("olga"), device: world.device(label), ...wanted });
}

/** Viewers know what a fresh look would show, and no rule was broken. */
async function allIsWell(): Promise<void> {
  await stage.compareViewers();
  expect(() => stage.demand()).not.toThrow();
}

test("[C14] an outage is told at once, though a device still takes its time to be read back", async () => {
  const { world } = stage;
  world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "drop-reply" } });
  world.simulator.control.addFault({ match: { operation: "event" }, effect: { kind: "lose" }, times: 0 });
  world.simulator.control.addFault({ match: { operation: "variable" }, effect: { kind: "delay", ms: 20_000 }, times: 0 });
  tap("contacts", 5_000);
  await world.pass(1_000);
  await stage.crash(0);
  await world.pass(1_000);
  expect([...stage.book.commands.values()].map(({ state }) => state)).toEqual(["unconfirmed"]);
  world.simulator.control.cutStreams({ refuseForMs: 10_000, status: 503 });
  await world.pass(100);
  expect(stage.viewers[0]?.snapshot?.status.connectionStatus).toBe("disconnected");
  await allIsWell();
});

test("[TI-1] [CM-8] after a restart a jump of the wall clock keeps no waiting command alive beyond its deadline", async () => {
  const { world } = stage;
  world.simulator.control.patchDevice("P0SIM0001", { telemetry: false });
  await world.pass(world.staleAfterMs + 15_000);
  world.simulator.control.addFault({ match: { operation: "ping" }, effect: { kind: "hang" }, times: 0 });
  tap("plain", 5_000);
  await world.pass(1_000);
  await stage.crash(500);
  expect([...stage.book.commands.values()].map(({ state }) => state)).toEqual(["requested"]);
  world.wall.ms = -3_600_000;
  await world.pass(6_000);
  expect([...stage.book.commands.values()].map(({ state }) => state)).toEqual(["expired"]);
  await allIsWell();
});

test("[CM-3] [TI-1] what a clock an hour ahead accepted never leaves late, when the clock is right again at the next start", async () => {
  const { world, book } = stage;
  world.simulator.control.addFault({ match: { operation: "ping" }, effect: { kind: "hang" }, times: 0 });
  world.wall.ms = 3_600_000;
  tap("plain", 5_000);
  await world.pass(1_000);
  expect([...book.commands.values()].map(({ state }) => state)).toEqual(["requested"]);
  const upAgain = stage.crash(10_000);
  world.wall.ms = 0;
  world.simulator.control.clearFaults();
  await upAgain;
  await world.pass(3_000);
  expect([...book.commands.values()].map(({ state, call }) => [state, call])).toEqual([["expired", null]]);
  await allIsWell();
});

test("[TI-1] [C4] a wall clock that was an hour ahead and is right again leaves no device told as stale that is fresh", async () => {
  const { world } = stage;
  const freshness = () => stage.viewers[0]?.snapshot?.devices.map((device) => device.freshness);
  for (const device of world.cast.devices) world.simulator.control.patchDevice(device.serial, { telemetry: false });
  world.wall.ms = 3_600_000;
  await world.pass(1_500);
  expect(freshness()).toEqual(["stale", "stale", "stale", "stale"]);
  world.wall.ms = 0;
  await world.pass(1_500);
  expect(freshness()).toEqual(["fresh", "fresh", "fresh", "fresh"]);
  await allIsWell();
});

test("[CM-2] [AZ-2] who joined another's command and lost the device while waiting is answered like a stranger", async () => {
  const { world } = stage;
  await world.pass(eddysTimeMs - 3_000);
  world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "delay", ms: 4_000 } });
  tap("plain", 8_000, { key: null });
  await world.pass(10);
  const joined = tap("plain", 8_000, { key: null, person: world.person("eddy") });
  await world.pass(6_000);
  expect(stage.book.commands.size).toBe(1);
  expect(joined.outcome).toMatchObject({ kind: "refused", status: 404, refusal: { code: "NOT_FOUND" } });
  await allIsWell();
});

test("[WS-8] [C6] whose right is raised while the screen is away is told on return what came before it, too", async () => {
  const { world } = stage;
  const viewer = await stage.watch("vera");
  viewer.close();
  world.simulator.control.button(world.device("plain").serial, { relay: 1, state: "on" });
  await world.pass(1_500);
  const [olga, { id: deviceId }] = [world.person("olga"), world.device("plain")];
  const shared = await shareDevice(world.server.deps, {
    caller: { userId: olga.id, sessionId: olga.sessionId },
    request: { requestId: "req_world", door: "trpc", address: "203.0.113.9", userAgent: "World" },
    deviceId,
    email: "vera@relaydeck.test",
    permission: "control",
    expiresAt: null,
  });
  expect(shared.ok).toBe(true);
  await world.settle();
  await viewer.open();
  await allIsWell();
});

test.each([
  { clock: "gave both one millisecond", setBackMs: 0 },
  { clock: "was set back an hour between them, and right again", setBackMs: 3_600_000 },
  { clock: "was set back a year between them, and right again", setBackMs: 365 * 24 * 3_600_000 },
])("[C1] [C3] [TI-1] of two commands the one accepted later stands on every screen: the clock $clock", async ({ setBackMs }) => {
  const { world, book } = stage;
  world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "delay", ms: 3_000 } });
  tap("contacts", 20_000);
  if (setBackMs > 0) await world.pass(1_000);
  world.wall.ms = -setBackMs;
  tap("contacts", 20_000);
  await world.pass(100);
  expect([...book.commands.values()].map(({ state }) => state)).toEqual(["sent", "requested"]);
  await allIsWell();
  await world.pass(7_000);
  await allIsWell();
  world.wall.ms = 0;
  await world.pass(1_000);
  await allIsWell();
  const [relay] = stage.viewers[0]?.snapshot?.devices.find(({ name }) => name === "contacts")?.relays ?? [];
  const [first, second] = world.eyes.rows("select id, requested_at from relay_commands order by accepted_order");
  expect(relay?.command?.commandId).toBe(second?.["id"]);
  expect(Number(second?.["requested_at"])).toBeGreaterThan(Number(first?.["requested_at"]));
});
