/**
 * A provider adapter facing the simulated cloud, on one hand-moved clock: in process, or over real HTTP.
 *
 * Round trips take no time unless a test says so, so answers come without moving the clock; sockets need turns of the loop.
 */
import { seededRandom } from "@relaydeck/kit/random";
import { silentLog } from "@relaydeck/kit/log";
import { ManualClock, turn } from "@relaydeck/kit/testing/manual-clock";
import { startSimulatorServer } from "@relaydeck/simulator/http-server";
import type { ResetSettings } from "@relaydeck/simulator/settings";
import { createSimulator, type Simulator } from "@relaydeck/simulator/simulator";
import { createHttpTransport, type HttpTransportOptions } from "../http-transport.ts";
import { createProvider, type Provider } from "../provider.ts";
import type { ApiCallRecord } from "../cloud.ts";
import type { FunctionCall } from "../call-function.ts";
import { TokenGate } from "../token-gate.ts";
import type { Transport } from "../transport.ts";
import { simulatorTransport } from "./simulator-transport.ts";

export interface Rig {
  readonly clock: ManualClock;
  readonly simulator: Simulator;
  readonly transport: Transport;
  readonly provider: Provider;
  readonly gate: TokenGate;
  readonly records: ApiCallRecord[];
  /** The id of the PowerOne device with this number, from 1. */
  device(number: number): string;
  /** A call of `ctrl_relay1` on the first device, valid for 10 s, unless said otherwise. */
  call(change?: Partial<FunctionCall>): ReturnType<Provider["callFunction"]>;
  /** Moves the clock on, leaving sockets their turns. */
  advance(ms: number): Promise<void>;
  dispose(): Promise<void>;
}

export interface RigOptions {
  readonly simulator?: Omit<ResetSettings, "clock">;
  readonly token?: string;
  readonly productId?: string;
  readonly callsPerWindow?: number;
  readonly http?: Partial<HttpTransportOptions>;
}

export type RigKind = "in process" | "over HTTP";

export async function createRig(kind: RigKind, options: RigOptions = {}): Promise<Rig> {
  const clock = new ManualClock();
  const simulator = createSimulator({ clock, seed: 1, devices: 3, simple: 1, latencyMs: [0, 0], ...options.simulator });
  const opened = kind === "in process" ? inProcess(simulator, clock) : await overHttp(simulator, clock, options);
  const records: ApiCallRecord[] = [];
  const gate = new TokenGate(clock);
  const provider = createProvider({
    transport: opened.transport,
    clock,
    token: options.token ?? simulator.account.token,
    ...(options.productId === undefined ? {} : { productId: options.productId }),
    ...(options.callsPerWindow === undefined ? {} : { callsPerWindow: options.callsPerWindow }),
    onCall: (record) => records.push(record),
    log: silentLog,
    gate,
  });
  const device = (number: number) => simulator.control.device(`P0SIM000${number}`)?.id ?? "";
  return {
    clock,
    simulator,
    provider,
    gate,
    records,
    device,
    transport: opened.transport,
    call: (change = {}) =>
      provider.callFunction({
        providerId: device(1),
        name: "ctrl_relay1",
        argument: "on",
        validUntilMonotonic: clock.monotonic() + 10_000,
        isDone: (returnValue) => returnValue >= 0,
        ...change,
      }),
    advance: (ms) => clock.advance(ms, opened.settle),
    async dispose() {
      await opened.transport.close();
      simulator.close();
      await opened.close();
    },
  };
}

export const random = () => seededRandom(7);

interface Opened {
  readonly transport: Transport;
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function inProcess(simulator: Simulator, clock: ManualClock): Opened {
  return { transport: simulatorTransport({ cloud: simulator, clock }), settle: turn, close: () => Promise.resolve() };
}

async function overHttp(simulator: Simulator, clock: ManualClock, options: RigOptions): Promise<Opened> {
  const server = await startSimulatorServer({ simulator });
  const transport = createHttpTransport({ baseUrl: server.url, clock, ...options.http });
  return { transport, settle: turns, close: () => server.close() };
}

/** Enough turns of the loop for bytes to cross the loopback and be read there. */
export async function turns(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await turn();
}

/** Turns of the loop until `condition` holds; fails when it never does. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let count = 0; count < 20_000; count += 1) {
    if (condition()) return;
    await turn();
  }
  throw new Error(`Never happened: ${what}`);
}
