import { systemClock } from "@relaydeck/kit/clock";
import { expect, test } from "vitest";
import { createSimulator } from "./simulator.ts";
import { handMoved } from "./testing/hand-moved.ts";

test("[C5] the physical truth survives a restart by way of JSON", () => {
  const before = handMoved();
  const { control } = before.simulator;
  control.patchDevice("P0SIM0001", {
    supply: "battery",
    batteryPercent: 17,
    relays: [{ number: 3, loadMilliamps: 1234, welded: true }],
  });
  control.button("P0SIM0001", { relay: 3, state: "on" });
  control.patchDevice("P0SIM0002", { powered: false, notice: true });
  control.patchDevice("R1SIM0001", { telemetry: false, reachable: false });
  const saved: unknown = JSON.parse(JSON.stringify(before.simulator.snapshot()));

  const after = handMoved({ seed: 99 });
  expect(after.simulator.restore(saved)).toMatchObject({ ok: true });
  const truth = (world: typeof before) =>
    world.simulator.control.devices().map(({ executedCalls: _calls, lastCall: _last, ...device }) => device);
  expect(truth(after)).toEqual(truth(before));
  expect(after.simulator.snapshot().devices.map((device) => device.seq)).toEqual(
    before.simulator.snapshot().devices.map((device) => device.seq),
  );
  after.advance(46 * 60_000);
  expect(after.simulator.control.device("R1SIM0001")?.cloudOnline).toBe(false);
});

test("[C5] a world that ended without a word numbers on above everything it may have said since its last picture", () => {
  const before = handMoved({ telemetryMs: 1_000 });
  const saved = before.simulator.snapshot();
  before.advance(5_000);
  const said = before.simulator.snapshot();
  const after = handMoved({ startAt: Date.parse(said.at) });
  after.simulator.restore(saved);
  for (const [index, device] of after.simulator.snapshot().devices.entries()) {
    expect(device.seq).toBeGreaterThan(said.devices[index]?.seq ?? Infinity);
  }
});

test("[C5] devices the world does not have are left out, others stay", () => {
  const small = handMoved({ devices: 1, simple: 0 });
  expect(small.simulator.restore(handMoved().simulator.snapshot()).ok).toBe(true);
  expect(small.simulator.control.devices()).toHaveLength(1);
});

test.each([
  [null, "must be an object"],
  [{ version: 2, at: "x", devices: [] }, "version must be 1"],
  [{ version: 1, at: "x", devices: [{ serial: "P0SIM0001" }] }, "devices[0].powered is required"],
])("[C5] a damaged snapshot %# is refused whole, with a sentence", (saved, sentence) => {
  const simulator = createSimulator({ clock: systemClock() });
  const before = JSON.stringify(simulator.control.devices());
  expect(simulator.restore(saved)).toEqual({ ok: false, error: expect.stringContaining(sentence) });
  expect(JSON.stringify(simulator.control.devices())).toBe(before);
  simulator.close();
});
