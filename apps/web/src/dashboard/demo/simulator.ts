/** The demo's own doors: faults of the inside simulator in plain words, and starting over. Absent outside demo mode. */
import { err, ok, type Result } from "@relaydeck/kit/result";

/** What can be made to go wrong. `cutPower` and `weldContact` stay until they are undone; the others pass by themselves. */
export type Fault = "loseAnswer" | "doNothing" | "cutPower" | "weldContact" | "dropConnection" | "slowNetwork";

export const faults: readonly Fault[] = ["loseAnswer", "doNothing", "cutPower", "weldContact", "dropConnection", "slowNetwork"];
/** Those that are undone by a second press. */
export const lastingFaults: ReadonlySet<Fault> = new Set<Fault>(["cutPower", "weldContact"]);

const streamCutMs = 10_000;
const slowMs = 6_000;
const slowCalls = 5;

export interface SimulatorDoor {
  /** Sets a fault for the device with this serial number, or lifts a lasting one. */
  readonly set: (fault: Fault, serial: string, lifted: boolean) => Promise<Result<null, "no-answer">>;
  readonly clear: () => Promise<Result<null, "no-answer">>;
  readonly startOver: () => Promise<Result<null, "no-answer">>;
}

type Call = readonly [method: string, path: string, body?: object];

export function simulatorDoor(fetch: typeof globalThis.fetch): SimulatorDoor {
  async function call([method, path, body]: Call): Promise<Result<null, "no-answer">> {
    try {
      const request = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const response = await fetch(path, { method, ...request });
      return response.ok ? ok(null) : err("no-answer");
    } catch {
      // Without a network there is no answer either; the drawer says so.
      return err("no-answer");
    }
  }
  return {
    set: (fault, serial, lifted) => call(callOf(fault, serial, lifted)),
    clear: () => call(["DELETE", "/demo/sim/faults"]),
    startOver: () => call(["POST", "/demo/reset"]),
  };
}

export function callOf(fault: Fault, serial: string, lifted = false): Call {
  const device = `/demo/sim/devices/${encodeURIComponent(serial)}`;
  const functionCalls = { device: serial, operation: "function" };
  switch (fault) {
    case "loseAnswer":
      return ["POST", "/demo/sim/faults", { match: functionCalls, effect: { kind: "drop-reply" }, times: 1 }];
    case "doNothing":
      return ["POST", "/demo/sim/faults", { match: functionCalls, effect: { kind: "no-execute" }, times: 1 }];
    case "cutPower":
      return ["PATCH", device, { powered: lifted, notice: false }];
    case "weldContact":
      return ["PATCH", device, { relays: [{ number: 1, welded: !lifted }] }];
    case "dropConnection":
      return ["POST", "/demo/sim/stream/cut", { refuseForMs: streamCutMs, status: 503 }];
    case "slowNetwork":
      return ["POST", "/demo/sim/faults", { match: functionCalls, effect: { kind: "delay", ms: slowMs }, times: slowCalls }];
  }
}
