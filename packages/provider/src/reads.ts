/**
 * Everything that is asked without changing anything. Equal reads in flight share one call; none is repeated. [C14]
 *
 * A read that fails says why and nothing else: what it means for a device is decided elsewhere.
 */
import type { Clock } from "@relaydeck/kit/clock";
import { isObject, type JsonObject } from "./answer-text.ts";
import type { CallClass } from "./budget.ts";
import { isAbsent, type Cloud } from "./cloud.ts";
import { Coalescer } from "./coalesce.ts";
import { readDeviceList, type DevicePage } from "./device-list.ts";
import type { Endpoint, Endpoints } from "./endpoints.ts";
import { readFailureOf } from "./outcomes.ts";
import { deviceOf } from "./provider-device.ts";
import type { ProviderDevice } from "./provider-device.ts";
import type { ProviderVitals } from "./vitals.ts";
import type { ReadOutcome } from "./outcomes.ts";
import { vitalsOf } from "./vitals.ts";

export interface ReadDeps {
  readonly cloud: Cloud;
  readonly endpoints: Endpoints;
  readonly clock: Clock;
  /** Product routes give devices in pages. */
  readonly isPaged: boolean;
}

/** The cloud itself waits up to 30 s for a silent device; a little longer, and its word about that is heard. */
const answerWithinMs = 35_000;
const startWithinMs = 10_000;

type Failed = Extract<ReadOutcome<never>, { kind: "failed" }>;

const gone: Failed = { kind: "failed", code: "PROVIDER_UNAVAILABLE", reason: "the read was given up" };
const nonsense: Failed = { kind: "failed", code: "NONSENSE", reason: "the answer of the device cloud could not be read" };

export class Reads {
  readonly #deps: ReadDeps;
  readonly #flights = new Coalescer<ReadOutcome<unknown>>();
  readonly #presence = new Coalescer<ReadOutcome<{ readonly online: boolean }>>();
  readonly #lists = new Coalescer<ReadOutcome<ProviderDevice[]>>();
  readonly #devices = new Coalescer<ReadOutcome<ProviderDevice>>();
  readonly #serials = new Coalescer<ReadOutcome<{ readonly providerId: string } | null>>();

  constructor(deps: ReadDeps) {
    this.#deps = deps;
  }

  variable(read: VariableRead): Promise<ReadOutcome<unknown>> {
    const { providerId, name, signal, class: of = "read" } = read;
    const endpoint = this.#deps.endpoints.readVariable(providerId, name);
    const parse = (json: unknown) => variableOf(json, providerId);
    const call = (ended: AbortSignal) => this.#ask(endpoint, { class: of, signal: ended, parse });
    return this.#flights.share(`${of} ${endpoint.path}`, { call, gone, signal });
  }

  ping(providerId: string, { signal, class: of = "read" }: PingAsked = {}): Promise<ReadOutcome<{ readonly online: boolean }>> {
    const endpoint = this.#deps.endpoints.ping(providerId);
    const call = (ended: AbortSignal) => this.#ask(endpoint, { class: of, signal: ended, parse: presenceOf });
    return this.#presence.share(`${of} ${providerId}`, { call, gone, signal });
  }

  devices(signal?: AbortSignal): Promise<ReadOutcome<ProviderDevice[]>> {
    const { endpoints, isPaged } = this.#deps;
    const call = (ended: AbortSignal) =>
      readDeviceList(isPaged, (page) =>
        this.#ask<DevicePage>(endpoints.listDevices(page), { class: "background", signal: ended, parse: pageOf(isPaged) }),
      );
    return this.#lists.share("", { call, gone, signal });
  }

  device(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<ProviderDevice>> {
    const endpoint = this.#deps.endpoints.getDevice(providerId);
    const parse = (json: unknown) => {
      const device = deviceOf(json);
      return device === null || device.providerId !== providerId ? undefined : device;
    };
    const call = (ended: AbortSignal) => this.#ask(endpoint, { signal: ended, parse });
    return this.#devices.share(providerId, { call, gone, signal });
  }

  serial(serial: string, signal?: AbortSignal): Promise<ReadOutcome<{ readonly providerId: string } | null>> {
    return this.#serials.share(serial, { call: (ended) => this.#askSerial(serial, ended), gone, signal });
  }

  requestVitals(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<null>> {
    const endpoint = this.#deps.endpoints.requestVitals(providerId);
    return this.#ask(endpoint, { class: "background", signal, parse: () => null });
  }

  async lastVitals(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<ProviderVitals | null>> {
    const endpoint = this.#deps.endpoints.lastVitals(providerId);
    const parse = (json: unknown) =>
      isObject(json) && isObject(json["diagnostics"]) ? vitalsOf(json["diagnostics"]) : undefined;
    return this.#ask(endpoint, { class: "background", signal, parse, absent: null });
  }

  async #askSerial(serial: string, signal: AbortSignal): Promise<ReadOutcome<{ readonly providerId: string } | null>> {
    const { budget } = this.#deps.cloud;
    const room = budget.askSerialLookUp();
    if (!room.ok) return { kind: "failed", code: "PROVIDER_BUSY", ...room.error };
    const onSent = () => budget.countSerialLookUp();
    return this.#ask(this.#deps.endpoints.lookUpSerial(serial), { signal, onSent, parse: serialOwnerOf, absent: null });
  }

  /** `parse` gives undefined for nonsense; `absent` is the value of a plain 404, where that is an answer. */
  async #ask<T>(endpoint: Endpoint, asked: Asked<T>): Promise<ReadOutcome<T>> {
    const answer = await this.#deps.cloud.call({
      endpoint,
      class: asked.class ?? "read",
      ...(endpoint.method === "GET" ? {} : { body: "{}" }),
      startWithinMs,
      deadlineMs: answerWithinMs,
      ...(asked.onSent === undefined ? {} : { onSent: asked.onSent }),
      signal: asked.signal,
      mayBeAbsent: asked.absent !== undefined,
    });
    if (asked.absent !== undefined && answer.kind === "answered" && isAbsent(answer))
      return { kind: "ok", value: asked.absent, startedAt: answer.startedAt };
    const failure = readFailureOf(answer);
    if (failure !== null) return { kind: "failed", ...failure };
    if (answer.kind !== "answered") return nonsense;
    const value = asked.parse(answer.json);
    return value === undefined ? nonsense : { kind: "ok", value, startedAt: answer.startedAt };
  }
}

interface Asked<T> {
  readonly class?: CallClass;
  readonly signal: AbortSignal | undefined;
  readonly onSent?: () => void;
  readonly parse: (json: unknown) => T | undefined;
  readonly absent?: T;
}

/** An answer about another device is nonsense, however well it reads. */
function variableOf(json: unknown, providerId: string): unknown {
  if (!isObject(json) || !Object.hasOwn(json, "result")) return undefined;
  const info = json["coreInfo"];
  const of = isObject(info) ? info["deviceID"] : undefined;
  return of === undefined || of === providerId ? json["result"] : undefined;
}

function presenceOf(json: unknown): { readonly online: boolean } | undefined {
  return isObject(json) && typeof json["online"] === "boolean" ? { online: json["online"] } : undefined;
}

function pageOf(isPaged: boolean): (json: unknown) => DevicePage | undefined {
  if (!isPaged) return (json) => (Array.isArray(json) ? { devices: json, pages: 1 } : undefined);
  return (json) => {
    if (!isObject(json) || !Array.isArray(json["devices"])) return undefined;
    const pages = isObject(json["meta"]) ? json["meta"]["total_pages"] : undefined;
    return { devices: json["devices"], pages: typeof pages === "number" && pages >= 1 ? pages : 1 };
  };
}

/** The cloud's examples and its client's types name the field differently. */
function serialOwnerOf(json: unknown): { readonly providerId: string } | undefined {
  if (!isObject(json)) return undefined;
  const providerId = textAt(json, "deviceID") ?? textAt(json, "device_id");
  return providerId === null ? undefined : { providerId };
}

function textAt(json: JsonObject, key: string): string | null {
  const value = json[key];
  return typeof value === "string" && value !== "" ? value : null;
}

export interface PingAsked {
  readonly signal?: AbortSignal;
  /** Absent: a read. */
  readonly class?: "read" | "command";
}

export interface VariableRead {
  readonly providerId: string;
  readonly name: string;
  readonly signal?: AbortSignal;
  /** Absent: a read, for which somebody waits. */
  readonly class?: "read" | "background";
}
