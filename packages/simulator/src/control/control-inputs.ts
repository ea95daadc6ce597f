/** What each call of the control door takes, from JSON to typed values. */
import { type Result, err } from "@relaydeck/kit/result";
import type { DeviceChange } from "../devices/device.ts";
import { type Effect, type FaultSettings, faultOperations } from "../faults.ts";
import type { EmitInput } from "./control.ts";
import type { LoadInput } from "./load.ts";
import { InputReader } from "./input-reader.ts";

const dayMs = 24 * 3_600_000;

export function readDeviceChange(body: unknown): Result<DeviceChange, string> {
  const input = new InputReader(body);
  const change = {
    powered: input.boolean("powered"),
    reachable: input.boolean("reachable"),
    supply: input.oneOf("supply", ["mains", "battery"]),
    batteryPercent: input.number("batteryPercent", { min: -1, max: 100 }),
    cellularLevel: input.number("cellularLevel", { min: -1, max: 100 }),
    relays: input.list("relays", (relay) => ({
      number: relay.required("number", relay.number("number", { min: 1, max: 4, whole: true })) ?? 0,
      loadMilliamps: relay.number("loadMilliamps", { min: 0, max: 100_000 }),
      welded: relay.boolean("welded"),
      fuseBlown: relay.boolean("fuseBlown"),
    })),
    telemetry: input.boolean("telemetry"),
    safeMode: input.boolean("safeMode"),
    presenceLagMs: input.number("presenceLagMs", { min: 0, max: 365 * dayMs }),
    notice: input.boolean("notice"),
  };
  return input.finish(change);
}

export function readButton(body: unknown): Result<{ relay: number; state: "on" | "off" }, string> {
  const input = new InputReader(body);
  const relay = input.required("relay", input.number("relay", { min: 1, max: 4, whole: true })) ?? 1;
  const state = input.required("state", input.oneOf("state", ["on", "off"])) ?? "off";
  return input.finish({ relay, state });
}

export function readFault(body: unknown): Result<FaultSettings, string> {
  const input = new InputReader(body);
  const match = input.required(
    "match",
    input.object("match", (reader) => ({
      device: reader.text("device"),
      operation: reader.required("operation", reader.oneOf("operation", faultOperations)) ?? "function",
      name: reader.text("name"),
    })),
  );
  const effect = input.required("effect", input.object("effect", readEffect)) ?? undefined;
  const settings = {
    match: match ?? { operation: "function" as const },
    effect: effect ?? { kind: "hang" as const },
    times: input.number("times", { min: 0, max: 1_000_000, whole: true }),
    probability: input.number("probability", { min: 0, max: 1 }),
  };
  const read = input.finish(settings);
  if (!read.ok) return read;
  const forEvents = eventEffects.has(settings.effect.kind);
  const forCalls = callEffects.has(settings.effect.kind);
  if (settings.match.operation === "event" && !forEvents)
    return err(`effect.kind ${settings.effect.kind} does not apply to events`);
  if (settings.match.operation !== "event" && !forCalls) return err(`effect.kind ${settings.effect.kind} applies to events only`);
  return read;
}

const callEffects: ReadonlySet<string> = new Set(["status", "delay", "drop-reply", "no-execute", "hang"]);
const eventEffects: ReadonlySet<string> = new Set(["lose", "duplicate", "reorder", "delay", "garbage"]);

function readEffect(reader: InputReader): Effect | undefined {
  const kind = reader.required(
    "kind",
    reader.oneOf("kind", ["status", "delay", "drop-reply", "no-execute", "hang", "lose", "duplicate", "reorder", "garbage"]),
  );
  switch (kind) {
    case "status":
      return readStatus(reader);
    case "delay":
      return { kind, ms: reader.required("ms", reader.number("ms", { min: 0, max: dayMs })) ?? 0 };
    case "duplicate":
      return { kind, times: reader.number("times", { min: 1, max: 100, whole: true }) ?? 1 };
    case "reorder":
      return { kind, within: reader.required("within", reader.number("within", { min: 1, max: dayMs })) ?? 1 };
    case undefined:
      return undefined;
    default:
      return { kind };
  }
}

function readStatus(reader: InputReader): Effect {
  const body = reader.json("body");
  const headers = reader.texts("headers");
  const execute = reader.boolean("execute");
  const isSendable = Object.entries(headers ?? {}).every(
    ([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value),
  );
  if (!isSendable) reader.problem("headers", "must be printable");
  return {
    kind: "status",
    status: reader.required("status", reader.number("status", { min: 200, max: 599, whole: true })) ?? 500,
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
    ...(execute === undefined ? {} : { execute }),
  };
}

export function readCut(body: unknown): Result<{ refuseForMs: number | undefined; status: number | undefined }, string> {
  const input = new InputReader(body);
  const refuseForMs = input.number("refuseForMs", { min: 0, max: dayMs });
  const status = input.number("status", { min: 400, max: 599, whole: true });
  return input.finish({ refuseForMs, status });
}

export function readStall(body: unknown): Result<number, string> {
  const input = new InputReader(body);
  return input.finish(input.required("ms", input.number("ms", { min: 0, max: dayMs })) ?? 0);
}

export function readEmit(body: unknown): Result<EmitInput, string> {
  const input = new InputReader(body);
  const device = input.text("device");
  const name = input.required("name", input.text("name", 200)) ?? "";
  if (/[\r\n]/.test(name)) input.problem("name", "must be one line");
  const data = input.json("data");
  const publishedAt = input.instant("publishedAt");
  return input.finish({
    device,
    name,
    data: data === undefined ? null : typeof data === "string" || data === null ? data : JSON.stringify(data),
    publishedAt,
  });
}

export function readLoad(body: unknown): Result<LoadInput, string> {
  const input = new InputReader(body);
  const devices = input.number("devices", { min: 1, max: 100_000, whole: true });
  const eventsPerSecond = input.required("eventsPerSecond", input.number("eventsPerSecond", { min: 0.001, max: 100_000 })) ?? 1;
  const seconds = input.required("seconds", input.number("seconds", { min: 0.001, max: 3_600 })) ?? 1;
  return input.finish({ devices, eventsPerSecond, seconds });
}

export function readAdvance(body: unknown): Result<number, string> {
  const input = new InputReader(body);
  return input.finish(input.required("advanceMs", input.number("advanceMs", { min: 0, max: 366 * dayMs })) ?? 0);
}
