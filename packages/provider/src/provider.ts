/**
 * The device cloud as the product sees it: commands, reads and presence, in the product's own words.
 *
 * Translates and bounds, decides nothing: no retry, no memory of devices, no state of commands. [architecture 10, C14]
 * The event stream is apart, in event-stream.ts; webhook deliveries in webhook.ts.
 */
import type { CallOutcome } from "@relaydeck/core/relays/command";
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import { Budget, callWindowSeconds } from "./budget.ts";
import { callFunction } from "./call-function.ts";
import { Cloud } from "./cloud.ts";
import { Endpoints } from "./endpoints.ts";
import { Reads } from "./reads.ts";
import { TokenGate } from "./token-gate.ts";
import type { Transport } from "./transport.ts";

export interface ProviderOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: string;
  /** Id or slug; absent = the routes of the token's own account. */
  readonly productId?: string;
  /** Told of every call when it is over. */
  readonly onCall: (record: ApiCallRecord) => void;
  readonly log: Log;
  /** The event stream's gate, so that both share one probe a minute; absent = one of our own. */
  readonly gate?: TokenGate;
  /** Calls per five minutes that the cloud allows us; absent = its documented 10,000. For simulators and benches. */
  readonly callsPerWindow?: number;
}

export function createProvider(options: ProviderOptions): Provider {
  const { clock, productId } = options;
  const gate = options.gate ?? new TokenGate(clock);
  const budget = new Budget(clock, options.callsPerWindow);
  const cloud = new Cloud({ ...options, gate, budget });
  const endpoints = new Endpoints(productId);
  const reads = new Reads({ cloud, endpoints, clock, isPaged: productId !== undefined });
  return {
    callFunction: (call) => callFunction({ cloud, endpoints, clock }, call),
    readVariable: (read) => reads.variable(read),
    ping: (providerId, signal) => reads.ping(providerId, signal),
    listDevices: (signal) => reads.devices(signal),
    getDevice: (providerId, signal) => reads.device(providerId, signal),
    lookUpSerial: (serial, signal) => reads.serial(serial, signal),
    requestVitals: (providerId, signal) => reads.requestVitals(providerId, signal),
    lastVitals: (providerId, signal) => reads.lastVitals(providerId, signal),
    budget: () => ({ used: budget.used(), max: budget.max, windowSeconds: callWindowSeconds }),
    tokenRefusedSince: () => gate.refusedSince,
  };
}

export interface Provider {
  /**
   * One function call, made at most once and never repeated. [CM-4]
   * Resolves when the cloud answered, at the latest 60 s after the bytes left; the caller need not wait that long. [D35]
   */
  callFunction(call: FunctionCall): Promise<CallOutcome>;
  /** Equal reads in flight share one call, so `startedAt` may lie before the moment of asking. */
  readVariable(read: VariableRead): Promise<ReadOutcome<unknown>>;
  /** Asks the device itself: the only way to beat the presence lag. Coalesced. */
  ping(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<{ readonly online: boolean }>>;
  /** All pages or a failure, never a part. Coalesced. */
  listDevices(signal?: AbortSignal): Promise<ReadOutcome<ProviderDevice[]>>;
  getDevice(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<ProviderDevice>>;
  /** Null when nobody knows the serial number. At most 40 an hour; beyond them `PROVIDER_BUSY`. [D30] */
  lookUpSerial(serial: string, signal?: AbortSignal): Promise<ReadOutcome<{ readonly providerId: string } | null>>;
  /** Asks the device to publish its vitals; they come as an event `spark/device/diagnostics/update`. */
  requestVitals(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<null>>;
  /** Null when none were ever recorded. */
  lastVitals(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<ProviderVitals | null>>;
  /** Calls made in the present five minutes, for `rateLimit`. [D40] */
  budget(): { readonly used: number; readonly max: number; readonly windowSeconds: 300 };
  /** Since when the cloud refuses our token, epoch ms; null while it does not. [checklist 17] */
  tokenRefusedSince(): number | null;
}

export interface FunctionCall {
  readonly providerId: string;
  readonly name: string;
  readonly argument: string;
  /** Reading of `clock.monotonic()`: no byte leaves at or after it. [CM-3] */
  readonly validUntilMonotonic: number;
  /** Said once, when the bytes leave. */
  readonly onSent?: () => void;
  /** Aborting before the bytes left is `not-sent`, afterwards `unknown`. */
  readonly signal?: AbortSignal;
  readonly isDone: (returnValue: number) => boolean;
}

export interface VariableRead {
  readonly providerId: string;
  readonly name: string;
  readonly signal?: AbortSignal;
}

export type ReadOutcome<T> =
  /** `startedAt`: epoch ms at which the request left; what it says was measured at or after it. */
  | { readonly kind: "ok"; readonly value: T; readonly startedAt: number }
  | { readonly kind: "failed"; readonly code: ReadFailure; readonly reason: string; readonly retryAfterSeconds?: number };

export type ReadFailure = "PROVIDER_UNAVAILABLE" | "PROVIDER_BUSY" | "NOT_FOUND" | "OFFLINE" | "TOKEN_REFUSED" | "NONSENSE";

/** A device as the cloud lists it; null = the cloud did not say. Texts are the provider's: show as text only. [HD-3] */
export interface ProviderDevice {
  readonly providerId: string;
  readonly name: string | null;
  readonly serialNumber: string | null;
  /** The cloud's word, which may lag by 46 minutes. [C4] */
  readonly online: boolean;
  /** Epoch ms. */
  readonly lastHeardAt: number | null;
  readonly lastHandshakeAt: number | null;
  readonly productId: number | null;
  readonly platformId: number | null;
  readonly cellular: boolean | null;
  readonly ipAddress: string | null;
  /** Version of the device's operating system. */
  readonly systemFirmwareVersion: string | null;
  /** Version of the application, of product devices only. */
  readonly firmwareVersion: number | null;
  /** Null where the cloud left them out, as in most lists and for offline devices. */
  readonly functions: readonly string[] | null;
  readonly variables: readonly string[] | null;
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

/** One call as it is kept for analytics (`particle_api_calls`). A refused connection is told too, without status; a call that we withheld is none. */
export interface ApiCallRecord {
  /** With placeholders: `/v1/devices/:id/:function`. */
  readonly endpoint: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly providerId: string | null;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly responseTimeMs: number;
  readonly success: boolean;
  readonly errorMessage: string | null;
  /** Bytes of the bodies. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Epoch ms at which the call began. */
  readonly at: number;
}
