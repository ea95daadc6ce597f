/** A simulator on a real socket for one test file: quick devices, real time. Close it when done. */
import { systemClock } from "@relaydeck/kit/clock";
import { startSimulatorServer } from "../http-server.ts";
import { type Simulator, type SimulatorOptions, createSimulator } from "../simulator.ts";

export interface SimulatorFixture {
  readonly simulator: Simulator;
  readonly url: string;
  /** The account's token, as an `authorization` header. */
  readonly bearer: string;
  /** A call with the account's token; `body` goes as JSON. */
  fetch(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown; headers: Headers }>;
  close(): Promise<void>;
}

/** Answers at once, reports rarely: what a test sees is what it asked for. */
const quickSettings = { latencyMs: [0, 0], telemetryMs: 3_600_000, offlineHoldMs: 50 } as const;

export async function startFixture(options: Partial<SimulatorOptions> = {}): Promise<SimulatorFixture> {
  const simulator = createSimulator({ clock: systemClock(), ...quickSettings, ...options });
  const server = await startSimulatorServer({ simulator });
  const bearer = `Bearer ${simulator.account.token}`;
  return {
    simulator,
    url: server.url,
    bearer,
    async fetch(method, path, body) {
      const json =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { authorization: bearer, "content-type": "application/json" } };
      const response = await fetch(server.url + path, {
        method,
        headers: { authorization: bearer },
        redirect: "manual",
        ...json,
      });
      const text = await response.text();
      return { status: response.status, body: parseIfJson(text), headers: response.headers };
    },
    async close() {
      await server.close();
      simulator.close();
    },
  };
}

/** The text itself where it is not JSON: some faults answer so. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
