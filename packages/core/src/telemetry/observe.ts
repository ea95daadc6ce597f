/**
 * From a provider event to an observation, as the device's profile says. Nonsense is an `err` with a word to count by. [checklist 17]
 *
 * `data` comes from a device, so every value is looked at before it is believed, and no key of it is ever used as a name.
 */
import { err, ok, type Result } from "@relaydeck/kit/result";
import type { ChangeShape, Profile, TelemetryShape } from "../devices/profile.ts";

export interface RelayReading {
  readonly number: number;
  readonly milliamps: number | null;
  readonly contact: "on" | "off" | null;
}

/** What a device said of itself at one moment; instants in epoch milliseconds. */
export interface Observation {
  readonly measuredAt: number;
  readonly relays: readonly RelayReading[];
  readonly powerSource: number | null;
  readonly batteryPercent: number | null;
  readonly cellularLevel: number | null;
  readonly sequence: number | null;
  readonly uptimeSeconds: number | null;
  /** Who moved the relay, as the firmware says; only in changes. */
  readonly cause: string | null;
  /** True for a full report, false for a single relay's change. */
  readonly isReport: boolean;
}

export interface DeviceWord {
  readonly name: string;
  readonly data: string | null;
  readonly measuredAt: number;
}

export type Nonsense = "not-ours" | "not-json" | "no-reading";

/** An event of the stream or the webhook. `not-ours` = a name this profile does not speak. */
export function observe(profile: Profile, word: DeviceWord): Result<Observation, Nonsense> {
  if (word.name === profile.telemetry.event) return readReport(profile, word);
  if (profile.change !== null && word.name === profile.change.event) return readChange(profile, profile.change, word);
  return err("not-ours");
}

/** The result of reading the profile's variable; its JSON is the same as a report's. */
export function observeVariable(profile: Profile, result: unknown, measuredAt: number): Result<Observation, Nonsense> {
  if (typeof result === "string" && /^\s*[{[]/.test(result)) return readReport(profile, { name: "", data: result, measuredAt });
  const contact = toContact(result);
  if (profile.relays !== 1 || contact === null) return err("no-reading");
  return ok({ ...nothing, measuredAt, isReport: true, relays: [{ number: 1, milliamps: null, contact }] });
}

const nothing = {
  powerSource: null,
  batteryPercent: null,
  cellularLevel: null,
  sequence: null,
  uptimeSeconds: null,
  cause: null,
} as const;

function readReport(profile: Profile, word: DeviceWord): Result<Observation, Nonsense> {
  const json = parseObject(word.data);
  if (json === null) return err("not-json");
  const shape = profile.telemetry;
  const relays = Array.from({ length: profile.relays }, (_, index) => readRelay(json, shape, index)).filter(hasReading);
  if (relays.length === 0) return err("no-reading");
  return ok({
    measuredAt: word.measuredAt,
    relays,
    powerSource: numberAt(json, shape.powerSource),
    batteryPercent: numberAt(json, shape.batteryPercent),
    cellularLevel: numberAt(json, shape.cellularLevel),
    sequence: wholeAt(json, shape.sequence),
    uptimeSeconds: numberAt(json, shape.uptimeSeconds),
    cause: null,
    isReport: true,
  });
}

function readRelay(json: object, shape: TelemetryShape, index: number): RelayReading {
  const milliamps = itemAt(json, shape.milliamps, index);
  return {
    number: index + 1,
    milliamps: isReadable(milliamps) && milliamps >= 0 ? milliamps : null,
    contact: toContact(itemAt(json, shape.contacts, index)),
  };
}

function hasReading(relay: RelayReading): boolean {
  return relay.milliamps !== null || relay.contact !== null;
}

function readChange(profile: Profile, shape: ChangeShape, word: DeviceWord): Result<Observation, Nonsense> {
  const json = parseObject(word.data);
  if (json === null) return err("not-json");
  const number = shape.relay === null ? 1 : wholeAt(json, shape.relay);
  const contact = toContact(valueAt(json, shape.contact));
  if (number === null || number < 1 || number > profile.relays || contact === null) return err("no-reading");
  const cause = shape.cause === null ? null : valueAt(json, shape.cause);
  return ok({
    ...nothing,
    measuredAt: word.measuredAt,
    relays: [{ number, milliamps: null, contact }],
    sequence: wholeAt(json, shape.sequence),
    // No database keeps NUL in a text; a report is not lost for it.
    cause: typeof cause === "string" ? cause.replaceAll("\0", "").slice(0, 20) : null,
    isReport: false,
  });
}

function parseObject(data: string | null): object | null {
  if (data === null) return null;
  try {
    const json: unknown = JSON.parse(data);
    return typeof json === "object" && json !== null ? json : null;
  } catch {
    return null; // The caller counts it as "not-json".
  }
}

function valueAt(json: object, path: string | null): unknown {
  if (path === null) return undefined;
  let value: unknown = json;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function itemAt(json: object, path: string | null, index: number): unknown {
  const value = valueAt(json, path);
  if (Array.isArray(value)) return value[index];
  return index === 0 ? value : undefined;
}

function numberAt(json: object, path: string | null): number | null {
  const value = valueAt(json, path);
  return isReadable(value) ? value : null;
}

function wholeAt(json: object, path: string | null): number | null {
  const value = numberAt(json, path);
  return value !== null && Number.isSafeInteger(value) ? value : null;
}

/** Finite, and small enough for every column that keeps it. */
function isReadable(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= 1e9;
}

function toContact(value: unknown): "on" | "off" | null {
  if (value === 1 || value === true || value === "1" || value === "on") return "on";
  if (value === 0 || value === false || value === "0" || value === "off") return "off";
  return null;
}
