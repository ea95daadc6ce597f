/**
 * A device's word about itself: signal, power, memory. [dialect section 8]
 *
 * Any reading may be missing or stand as `{"err": -210}`, whole branches too: those are null, never 0. [D41]
 */
import { isObject, parseJson, type JsonObject } from "./answer-text.ts";
import { momentOf } from "./provider-device.ts";

/** The record that the cloud keeps: `{updated_at, payload}`. */
export function vitalsOf(record: JsonObject): ProviderVitals | undefined {
  const payload = record["payload"];
  return isObject(payload) ? read(payload, momentOf(record["updated_at"])) : undefined;
}

/** The data of an event `spark/device/diagnostics/update`: the payload without a wrapper. */
export function vitalsFromEvent(data: string | null): ProviderVitals | null {
  const payload = data === null ? undefined : parseJson(data);
  return isObject(payload) ? read(payload, null) : null;
}

function read(payload: JsonObject, updatedAt: number | null): ProviderVitals {
  const source = at(payload, ["device", "power", "source"]);
  return {
    updatedAt,
    signalPercent: numberAt(payload, ["device", "network", "signal", "strength"]),
    signalDbm: numberAt(payload, ["device", "network", "signal", "strengthv"]),
    batteryPercent: numberAt(payload, ["device", "power", "battery", "charge"]),
    powerSource: typeof source === "string" ? source.slice(0, 32) : null,
    uptimeSeconds: numberAt(payload, ["device", "system", "uptime"]),
    memoryUsedBytes: numberAt(payload, ["device", "system", "memory", "used"]),
    memoryTotalBytes: numberAt(payload, ["device", "system", "memory", "total"]),
  };
}

/** What is too large for a column of whole numbers is none. */
function numberAt(json: JsonObject, path: readonly string[]): number | null {
  const value = at(json, path);
  return typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null;
}

function at(json: JsonObject, path: readonly string[]): unknown {
  let value: unknown = json;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Readings a device reports of itself; null = missing or reported as an error. */
export interface ProviderVitals {
  /** Epoch ms; null when they came as an event, whose own time then counts. */
  readonly updatedAt: number | null;
  readonly signalPercent: number | null;
  readonly signalDbm: number | null;
  readonly batteryPercent: number | null;
  readonly powerSource: string | null;
  readonly uptimeSeconds: number | null;
  readonly memoryUsedBytes: number | null;
  readonly memoryTotalBytes: number | null;
}
