/** The settings of `POST /_sim/reset`; the program reads its flags with the same function. */
import type { Result } from "@relaydeck/kit/result";
import type { RateLimit } from "../rate-window.ts";
import { type DeviceSettings, type Dialect, type Limits, type ResetSettings, defaultLimits } from "../settings.ts";
import { InputReader } from "./input-reader.ts";

const yearMs = 365 * 24 * 3_600_000;
const devicesAtMost = 20_000;

export function readReset(body: unknown): Result<ResetSettings, string> {
  const input = new InputReader(body);
  const settings = {
    seed: input.number("seed", { min: 0, max: 2 ** 32 - 1, whole: true }),
    devices: Array.isArray(fieldOf(body, "devices"))
      ? input.list("devices", readDevice)
      : input.number("devices", { min: 0, max: devicesAtMost, whole: true }),
    simple: input.number("simple", { min: 0, max: devicesAtMost, whole: true }),
    contacts:
      typeof fieldOf(body, "contacts") === "boolean"
        ? input.boolean("contacts")
        : input.number("contacts", { min: 0, max: devicesAtMost, whole: true }),
    clock: input.oneOf("clock", ["real", "manual"]),
    startAt: input.instant("startAt"),
    presenceLagMs: input.number("presenceLagMs", { min: 0, max: yearMs }),
    telemetryMs: input.number("telemetryMs", { min: 10, max: yearMs }),
    latencyMs: readLatency(input, fieldOf(body, "latencyMs")),
    keepAliveMs: input.number("keepAliveMs", { min: 10, max: yearMs }),
    offlineHoldMs: input.number("offlineHoldMs", { min: 0, max: yearMs }),
    tokenLifeMs: input.number("tokenLifeMs", { min: 0, max: 100 * yearMs }),
    otp: input.text("otp", 20),
    limits: input.object("limits", readLimits),
    dialect: input.object("dialect", readDialect),
  };
  return input.finish(given(settings));
}

function readDialect(reader: InputReader): Dialect {
  const status = reader.oneOf("timedOutStatus", [400, 408, 500]) ?? 408;
  return { timedOutStatus: status, ttl: reader.oneOf("ttl", ["number", "string"]) ?? "number" };
}

function readLatency(input: InputReader, value: unknown): readonly [number, number] | undefined {
  input.json("latencyMs");
  if (value === undefined) return undefined;
  const [min, max]: unknown[] = Array.isArray(value) && value.length === 2 ? value : [];
  const fits =
    typeof min === "number" &&
    typeof max === "number" &&
    Number.isInteger(min) &&
    Number.isInteger(max) &&
    0 <= min &&
    min <= max &&
    max <= 600_000;
  return fits ? [min, max] : input.problem("latencyMs", "must be two whole numbers, the shortest and the longest round trip");
}

function readDevice(reader: InputReader): DeviceSettings {
  const settings = {
    serial: reader.required("serial", reader.text("serial", 64)) ?? "",
    name: reader.text("name", 128),
    owner: reader.json("owner") === null ? null : reader.text("owner", 254),
    inProduct: reader.boolean("inProduct"),
    contacts: reader.boolean("contacts"),
    relays: reader.list("relays", (relay) =>
      given({
        number: relay.required("number", relay.number("number", { min: 1, max: 4, whole: true })) ?? 0,
        contact: relay.oneOf("contact", ["open", "closed"]),
        loadMilliamps: relay.number("loadMilliamps", { min: 0, max: 100_000 }),
        welded: relay.boolean("welded"),
        fuseBlown: relay.boolean("fuseBlown"),
      }),
    ),
    offline: reader.boolean("offline"),
    offlineForMs: reader.number("offlineForMs", { min: 0, max: yearMs }),
    telemetry: reader.boolean("telemetry"),
    silentForMs: reader.number("silentForMs", { min: 0, max: yearMs }),
    safeMode: reader.boolean("safeMode"),
    supply: reader.oneOf("supply", ["mains", "battery"]),
    batteryPercent: reader.number("batteryPercent", { min: -1, max: 100 }),
    cellularLevel: reader.number("cellularLevel", { min: -1, max: 100 }),
    presenceLagMs: reader.number("presenceLagMs", { min: 0, max: yearMs }),
  };
  return given(settings);
}

function readLimits(reader: InputReader): Limits {
  const rate = (name: "calls" | "tokenCalls" | "streamOpens" | "serialLookups"): RateLimit =>
    reader.object(name, (inner) => ({
      limit: inner.number("limit", { min: 0, max: 1e9, whole: true }) ?? defaultLimits[name].limit,
      windowMs: inner.number("windowMs", { min: 1, max: yearMs }) ?? defaultLimits[name].windowMs,
    })) ?? defaultLimits[name];
  return {
    calls: rate("calls"),
    tokenCalls: rate("tokenCalls"),
    streamOpens: rate("streamOpens"),
    streamsAtOnce: reader.number("streamsAtOnce", { min: 0, max: 1e6, whole: true }) ?? defaultLimits.streamsAtOnce,
    serialLookups: rate("serialLookups"),
    failedLogins: reader.number("failedLogins", { min: 1, max: 1e6, whole: true }) ?? defaultLimits.failedLogins,
    loginBlockMs: reader.number("loginBlockMs", { min: 0, max: yearMs }) ?? defaultLimits.loginBlockMs,
  };
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Object.getOwnPropertyDescriptor(body, name)?.value : undefined;
}

/** Fields that may be absent, but are never undefined. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Drops the fields that were not given, so that defaults show through. */
function given<T extends object>(settings: T): Given<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Given<T>; // what was undefined is gone
}
