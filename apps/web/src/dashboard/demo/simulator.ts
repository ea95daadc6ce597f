/** The demo's own doors: faults of the inside simulator in plain words, and starting over. Absent outside demo mode. */
import { err, ok, type Result } from "@relaydeck/kit/result";

/** What can be made to go wrong. `cutPower` and `weldContact` stay until they are undone; the others pass by themselves. */
export type Fault = "loseAnswer" | "doNothing" | "cutPower" | "weldContact" | "dropConnection" | "slowNetwork";

export const faults: readonly Fault[] = ["loseAnswer", "doNothing", "cutPower", "weldContact", "dropConnection", "slowNetwork"];
/** Those that stay until they are undone. */
export type LastingFault = Extract<Fault, "cutPower" | "weldContact">;

export interface Lasting {
  readonly fault: LastingFault;
  readonly serial: string;
}

export function isLasting(fault: Fault): fault is LastingFault {
  return fault === "cutPower" || fault === "weldContact";
}

const streamCutMs = 10_000;
const slowMs = 6_000;
const slowCalls = 5;

export interface SimulatorDoor {
  /** Sets a fault for the device with this serial number, or lifts a lasting one. */
  readonly set: (fault: Fault, serial: string, lifted: boolean) => Promise<Result<null, "no-answer">>;
  /** What stays as the drawer made it to be. */
  readonly lasting: () => Promise<Result<readonly Lasting[], "no-answer">>;
  /** Lifts what passes by itself, and what stays. */
  readonly clear: () => Promise<Result<null, "no-answer">>;
  /** When somebody looked into the mailbox last, as an instant; null: nobody did. */
  readonly mailboxReadAt: () => Promise<Result<string | null, "no-answer">>;
  readonly startOver: () => Promise<Result<null, "no-answer">>;
}

type Call = readonly [method: string, path: string, body?: object];

export function simulatorDoor(fetch: typeof globalThis.fetch): SimulatorDoor {
  async function ask<T>([method, path, body]: Call, read: (response: Response) => Promise<T>): Promise<Result<T, "no-answer">> {
    try {
      const request = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const response = await fetch(path, { method, ...request });
      return response.ok ? ok(await read(response)) : err("no-answer");
    } catch {
      // Without a network there is no answer either; the drawer says so.
      return err("no-answer");
    }
  }
  const call = (asked: Call) => ask(asked, () => Promise.resolve(null));
  const lasting = () =>
    ask(["GET", "/demo/sim/devices"], async (response) => lastingOf((await response.json()) as readonly Truth[]));
  return {
    set: (fault, serial, lifted) => call(callOf(fault, serial, lifted)),
    lasting,
    async clear() {
      const set = await lasting();
      if (!set.ok) return set;
      const lifts = set.value.map(({ fault, serial }) => callOf(fault, serial, true));
      const done = await Promise.all([...lifts, ["DELETE", "/demo/sim/faults"] as const].map(call));
      return done.find((one) => !one.ok) ?? ok(null);
    },
    mailboxReadAt: () =>
      ask(["GET", "/demo/mailbox/read"], async (response) => ((await response.json()) as { readAt: string | null }).readAt),
    startOver: () => call(["POST", "/demo/reset"]),
  };
}

/** Of what the simulator tells of a device. */
interface Truth {
  readonly serial: string;
  readonly powered: boolean;
  readonly relays: readonly { readonly welded: boolean }[];
}

function lastingOf(devices: readonly Truth[]): readonly Lasting[] {
  return devices.flatMap(({ serial, powered, relays }) => [
    ...(powered ? [] : [{ fault: "cutPower" as const, serial }]),
    ...(relays[0]?.welded === true ? [{ fault: "weldContact" as const, serial }] : []),
  ]);
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
