/** Dialect section 8: vitals on request, the last, the month's, and readings that are not available. */
import { expect, test } from "vitest";
import { eventsOf, handMoved } from "../testing/hand-moved.ts";

const still = { telemetryMs: 24 * 3_600_000, latencyMs: [500, 500] } as const;

test("[C5] a refresh answers at once and the vitals come as an event; until then there are none", () => {
  const world = handMoved(still);
  const path = `/v1/diagnostics/${world.idOf("P0SIM0001")}`;
  const stream = world.call({ path: "/v1/devices/events" });
  expect(world.call({ path: `${path}/last` }).status).toBe(404);
  expect(world.call({ method: "POST", path: `${path}/update` }).body).toEqual({ ok: true });
  world.advance(500);
  const [event] = eventsOf(stream);
  expect(event?.name).toBe("spark/device/diagnostics/update");
  expect(JSON.parse(String(event?.body["data"]))).toMatchObject({
    device: {
      network: { signal: { strength: 64, strengthv_type: "RSRP" } },
      power: { battery: { charge: 88.5 }, source: "VIN" },
      system: { uptime: expect.any(Number) },
    },
    service: { cloud: { publish: { sent: expect.any(Number) } } },
  });
  const last = world.call({ path: `/v1/products/4711/diagnostics/${world.idOf("P0SIM0001")}/last` });
  expect(last.body).toMatchObject({
    diagnostics: { deviceID: world.idOf("P0SIM0001"), updated_at: "2026-03-01T10:00:00.500Z", payload: { device: {} } },
  });
});

test("[C5] the history takes ISO dates only", () => {
  const world = handMoved(still);
  const path = `/v1/diagnostics/${world.idOf("P0SIM0001")}`;
  for (let time = 0; time < 3; time += 1) {
    world.call({ method: "POST", path: `${path}/update` });
    world.advance(3_600_000);
  }
  expect((world.call({ path }).body as { diagnostics: unknown[] }).diagnostics).toHaveLength(3);
  expect(
    (
      world.call({ path: `${path}?start_date=2026-03-01T11:00:00Z&end_date=2026-03-01T12:00:00Z` }).body as {
        diagnostics: unknown[];
      }
    ).diagnostics,
  ).toHaveLength(1);
  expect(world.call({ path: `${path}?start_date=yesterday` })).toMatchObject({ status: 400, body: { error: "bad_request" } });
  expect(world.call({ path: `${path}/metadata` }).status).toBe(200);
});

test("[C5] a device without gauge or signal sends error objects in their place", () => {
  const world = handMoved({ ...still, devices: [{ serial: "P0SIM0001", batteryPercent: -1, cellularLevel: -1 }] });
  const path = `/v1/diagnostics/${world.idOf("P0SIM0001")}`;
  world.call({ method: "POST", path: `${path}/update` });
  world.advance(500);
  expect(world.call({ path: `${path}/last` }).body).toMatchObject({
    diagnostics: {
      payload: {
        device: {
          power: { battery: { charge: { err: -210 }, state: "disconnected" } },
          network: { signal: { strength: { err: -210 } } },
        },
      },
    },
  });
});
