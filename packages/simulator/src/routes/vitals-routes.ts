/** Vitals: asking for fresh ones, the last, the month's. [dialect section 8] */
import { type Answer, json } from "../answer.ts";
import type { CloudRecord } from "../devices/cloud-record.ts";
import type { Device } from "../devices/device.ts";
import { plainError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { type Call, type Outcome, type Route, answer } from "../route.ts";
import { withDevice } from "./device-access.ts";

export const vitalsRoutes: readonly Route[] = [
  ...vitalsRoute({ method: "POST", scope: "devices.diagnostics:update", run: withDevice(refresh) }, "/update"),
  ...vitalsRoute({ method: "GET", scope: "devices.diagnostics:get", run: withDevice(last) }, "/last"),
  ...vitalsRoute(
    { method: "GET", scope: "devices.diagnostics:get", run: withDevice((call, device) => answer(metadata(call, device))) },
    "/metadata",
  ),
  ...vitalsRoute({ method: "GET", scope: "devices.diagnostics:get", run: withDevice(history) }, ""),
];

function vitalsRoute(route: Pick<Route, "method" | "scope" | "run">, tail: string): Route[] {
  return ["/v1/diagnostics/:device", "/v1/products/:product/diagnostics/:device"].map((base) => ({
    ...route,
    pattern: base + tail,
    operation: "vitals",
  }));
}

/** Answers at once; the vitals come as an event. */
function refresh({ world }: Call, device: Device): Outcome {
  world.time.wait(world.drawLatencyMs(), () => device.publishVitals());
  return answer(json(200, { ok: true }));
}

function last(_call: Call, device: Device): Outcome {
  const newest = device.record.vitals.at(-1);
  return answer(newest === undefined ? noVitals() : json(200, { diagnostics: view(device, newest) }));
}

const keptMs = 31 * 24 * 3_600_000;

function history(call: Call, device: Device): Outcome {
  const now = call.world.time.now();
  const [from, until] = [dateOf(call.query.get("start_date"), now - keptMs), dateOf(call.query.get("end_date"), now)];
  if (Number.isNaN(from) || Number.isNaN(until)) {
    return answer(json(400, { error: "bad_request", description: "start_date and end_date must be ISO8601 formatted" }));
  }
  const within = device.record.vitals.filter(({ updatedAt }) => updatedAt >= Math.max(from, now - keptMs) && updatedAt <= until);
  return answer(within.length === 0 ? noVitals() : json(200, { diagnostics: within.map((vitals) => view(device, vitals)) }));
}

function metadata(_call: Call, device: Device): Answer {
  return json(200, {
    deviceID: device.id,
    diagnostics_metadata: {
      "device.network.signal.strength": { title: "Signal strength", units: "%", healthy: { min: 20, max: 100 } },
      "device.power.battery.charge": { title: "Battery charge", units: "%", healthy: { min: 20, max: 100 } },
      "device.system.memory.used": { title: "Memory used", units: "bytes", healthy: { min: 0, max: 140_000 } },
      "device.cloud.coap.round_trip": { title: "Round trip", units: "ms", healthy: { min: 0, max: 5_000 } },
    },
  });
}

function view(device: Device, vitals: CloudRecord["vitals"][number]): JsonObject {
  return { updated_at: new Date(vitals.updatedAt).toISOString(), deviceID: device.id, payload: vitals.payload };
}

function noVitals(): Answer {
  return plainError(404, "No diagnostics found");
}

function dateOf(text: string | null, otherwise: number): number {
  if (text === null) return otherwise;
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
}
