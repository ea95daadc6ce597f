/**
 * The device cloud as the product sees it: commands, reads and presence, in the product's own words.
 *
 * Translates and bounds, decides nothing: no retry, no memory of devices, no state of commands. [architecture 10, C14]
 * The event stream is apart, in event-stream.ts; webhook deliveries in webhook.ts.
 */
import type { PingAsked, VariableRead } from "./reads.ts";
import type { ProviderVitals } from "./vitals.ts";
import type { ProviderDevice } from "./provider-device.ts";
import type { ReadOutcome } from "./outcomes.ts";
import type { ApiCallRecord } from "./cloud.ts";
import type { FunctionCall } from "./call-function.ts";
import type { CallOutcome } from "@relaydeck/core/relays/command";
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import { Budget, callWindowSeconds, type Elsewhere } from "./budget.ts";
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
  /** Other processes that call with this token; absent = there are none. */
  readonly elsewhere?: Elsewhere;
}

export function createProvider(options: ProviderOptions): Provider {
  const { clock, productId } = options;
  const gate = options.gate ?? new TokenGate(clock);
  const budget = new Budget(clock, options.callsPerWindow, options.elsewhere);
  const cloud = new Cloud({ ...options, gate, budget });
  const endpoints = new Endpoints(productId);
  const reads = new Reads({ cloud, endpoints, clock, isPaged: productId !== undefined });
  return {
    callFunction: (call) => callFunction({ cloud, endpoints, clock }, call),
    readVariable: (read) => reads.variable(read),
    ping: (providerId, asked) => reads.ping(providerId, asked),
    listDevices: (signal) => reads.devices(signal),
    getDevice: (providerId, signal) => reads.device(providerId, signal),
    lookUpSerial: (serial, signal) => reads.serial(serial, signal),
    requestVitals: (providerId, signal) => reads.requestVitals(providerId, signal),
    lastVitals: (providerId, signal) => reads.lastVitals(providerId, signal),
    budget: () => ({
      used: budget.used(),
      max: budget.max,
      windowSeconds: callWindowSeconds,
      isSlowedDown: budget.isSlowedDown(),
    }),
    tokenRefusedSince: () => gate.refusedSince,
  };
}

/** Calls made in the present five minutes, for `rateLimit`. [D40] */
export interface CallBudget {
  readonly used: number;
  readonly max: number;
  readonly windowSeconds: 300;
  /** Reads rest, until there is room again or the pause after a 429 is over. [S17-5] */
  readonly isSlowedDown: boolean;
}

export interface Provider {
  /**
   * One function call, made at most once and never repeated. [CM-4]
   * Resolves when the cloud answered, at the latest 60 s after the bytes left; the caller need not wait that long. [D35]
   */
  callFunction(call: FunctionCall): Promise<CallOutcome>;
  /** Equal reads of one class in flight share one call, so `startedAt` may lie before the moment of asking. */
  readVariable(read: VariableRead): Promise<ReadOutcome<unknown>>;
  /**
   * Asks the device itself: the only way to beat the presence lag. Coalesced. For a command it leaves also while reads back
   * off after a 429, as the command itself would. [C4, S17-5]
   */
  ping(providerId: string, asked?: PingAsked): Promise<ReadOutcome<{ readonly online: boolean }>>;
  /** All pages or a failure, never a part. Coalesced. */
  listDevices(signal?: AbortSignal): Promise<ReadOutcome<ProviderDevice[]>>;
  getDevice(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<ProviderDevice>>;
  /** Null when nobody knows the serial number. At most 40 an hour; beyond them `PROVIDER_BUSY`. [D30] */
  lookUpSerial(serial: string, signal?: AbortSignal): Promise<ReadOutcome<{ readonly providerId: string } | null>>;
  /** Asks the device to publish its vitals; they come as an event `spark/device/diagnostics/update`. */
  requestVitals(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<null>>;
  /** Null when none were ever recorded. */
  lastVitals(providerId: string, signal?: AbortSignal): Promise<ReadOutcome<ProviderVitals | null>>;
  budget(): CallBudget;
  /** Since when the cloud refuses our token, epoch ms; null while it does not. [checklist 17] */
  tokenRefusedSince(): number | null;
}
