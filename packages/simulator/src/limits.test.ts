/** The provider's limits over the simulator's own clock, and the counters that show them. [dialect section 4] */
import { expect, test } from "vitest";
import { handMoved } from "./testing/hand-moved.ts";

const minute = 60_000;
const still = { telemetryMs: 24 * 60 * minute } as const;

test("[C5] 10,000 calls in five minutes, then 429 with Retry-After until the window has moved on", () => {
  const world = handMoved(still);
  for (let call = 0; call < 10_000; call += 1) world.call({ path: "/v1/devices/p0sim0001" });
  const refused = world.call({ path: "/v1/devices/p0sim0001" });
  expect(refused).toMatchObject({
    status: 429,
    headers: { "retry-after": "300" },
    body: { ok: false, error: "Too many requests" },
  });
  expect(world.simulator.control.counters()).toMatchObject({
    callsLast5Min: 10_000,
    answered429: 1,
    operations: { device: { calls: 10_001, errors: 1 } },
  });
  world.advance(5 * minute - 1);
  expect(world.call({ path: "/v1/devices" }).status).toBe(429);
  world.advance(1);
  expect(world.call({ path: "/v1/devices" }).status).toBe(200);
});

test("[C5] 100 calls of token and user routes in five minutes", () => {
  const world = handMoved(still);
  const statuses = Array.from({ length: 101 }, () => world.call({ path: "/v1/user" }).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.at(-1)).toBe(429);
  expect(world.call({ path: "/v1/devices" }).status).toBe(200);
});

test("[C14] 100 stream openings in five minutes, then 429", () => {
  const world = handMoved(still);
  for (let opening = 0; opening < 100; opening += 1) world.call({ path: "/v1/devices/events" }).leave();
  expect(world.call({ path: "/v1/devices/events" }).status).toBe(429);
  expect(world.simulator.control.counters().streams).toEqual({ open: 0, openedLast5Min: 100, refused: 1 });
  world.advance(5 * minute);
  expect(world.call({ path: "/v1/devices/events" }).status).toBe(200);
});

test("[C14] 100 streams open at once, then 529", () => {
  const world = handMoved(still);
  const streams = Array.from({ length: 100 }, () => world.call({ path: "/v1/products/4711/events" }));
  expect(world.call({ path: "/v1/devices/events" }).status).toBe(529);
  expect(world.simulator.control.counters()).toMatchObject({ streams: { open: 100, refused: 1 }, answered529: 1 });
  streams[0]?.leave();
  world.advance(5 * minute);
  expect(world.call({ path: "/v1/devices/events" }).status).toBe(200);
});

test("[C5] 50 serial look-ups an hour", () => {
  const world = handMoved(still);
  const statuses = Array.from({ length: 51 }, () => world.call({ path: "/v1/serial_numbers/P0SIM0001" }).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  world.advance(60 * minute);
  expect(world.call({ path: "/v1/serial_numbers/P0SIM0001" }).status).toBe(200);
});

test("[C5] limits can be set, and unset by a reset", () => {
  const world = handMoved(still);
  const { limits } = { limits: { calls: { limit: 2, windowMs: minute } } };
  const door = world.call({ method: "POST", path: "/_sim/reset", body: { limits, clock: "manual" } });
  expect(door.status).toBe(200);
  expect([1, 2, 3].map(() => world.call({ path: "/v1/devices" }).status)).toEqual([200, 200, 429]);
  world.simulator.control.reset();
  expect([1, 2, 3].map(() => world.call({ path: "/v1/devices" }).status)).toEqual([200, 200, 200]);
});
