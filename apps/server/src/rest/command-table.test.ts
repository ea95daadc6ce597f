/** The command table of rest-shapes section 5, row by row, on each of its doors: answer, stored row, history, log, live events. */
import { toInstant } from "@relaydeck/contract/instants";
import type { RefusalCode } from "@relaydeck/contract/refusals";
import type { CommandState } from "@relaydeck/contract/relays";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callsTo, commandDoors, traceOf, type CommandDoor, type Wish } from "../testing/commanding.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

interface Scene {
  readonly owner: Person;
  readonly device: OwnedDevice;
  readonly viewer: Viewer;
}

async function scene(door: CommandDoor): Promise<Scene> {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner, door.kind);
  return { owner, device, viewer: await Viewer.watch(product, owner) };
}

interface Row {
  readonly name: string;
  prepare(scene: Scene): Promise<unknown>;
  readonly wish?: (now: number) => Partial<Wish>;
  readonly status: number;
  readonly success: boolean;
  readonly state: CommandState;
  readonly code?: RefusalCode;
  readonly message: string;
  readonly states: readonly CommandState[];
  /** Outcome and success in the history; null = no row there. */
  readonly history: readonly [CommandState, boolean | null] | null;
  readonly log: string;
  readonly calls: number;
}

const onFunction = (device: OwnedDevice) => ({ device: device.serial, operation: "function" });
const unconfirmedMessage = "Command unconfirmed. It was sent but no answer came. The relay may or may not have switched.";
const toUnconfirmed = ["requested", "sent", "unconfirmed"] as const;
const toFailed = ["requested", "sent", "failed"] as const;

function unknownOutcome(name: string, effect: (device: OwnedDevice) => Promise<unknown>): Row {
  return {
    name,
    prepare: ({ device }) => effect(device),
    status: 504,
    success: false,
    state: "unconfirmed",
    code: "UNCONFIRMED",
    message: unconfirmedMessage,
    states: toUnconfirmed,
    history: ["unconfirmed", null],
    log: "Relay 1 on unconfirmed: sent, but no answer came",
    calls: 1,
  };
}

function answered(status: number, body?: unknown, headers?: Record<string, string>) {
  const more = { ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) };
  return (device: OwnedDevice) => product.fault({ match: onFunction(device), effect: { kind: "status", status, ...more } });
}

function refusedBy(name: string, effect: (device: OwnedDevice) => Promise<unknown>, reason: string): Row {
  const message = `The device refused the command (${reason})`;
  return {
    name,
    prepare: ({ device }) => effect(device),
    status: 502,
    success: false,
    state: "failed",
    code: "DEVICE_REFUSED",
    message,
    states: toFailed,
    history: ["failed", false],
    log: `Relay 1 on failed: ${message}`,
    calls: 1,
  };
}

const notAccepted = "the device cloud or the device did not accept the call";

const rows: readonly Row[] = [
  {
    name: "[C1, D35] device function returned ≥ 0",
    prepare: async () => {},
    status: 200,
    success: true,
    state: "acknowledged",
    message: "Device answered. Waiting for confirmation.",
    states: ["requested", "sent", "acknowledged"],
    history: ["acknowledged", true],
    log: "Relay 1 on: the device answered, waiting for confirmation",
    calls: 1,
  },
  refusedBy("[S17-3, CM-5] device returned < 0", answered(200, { id: "x", connected: true, return_value: -1 }), "-1"),
  refusedBy("[S17-3, CM-5] 400 of the function call", answered(400, { ok: false, error: "No such function" }), notAccepted),
  refusedBy(
    "[S17-3, CM-5] 404 of the function call",
    answered(404, { ok: false, error: "Function relay not found" }),
    notAccepted,
  ),
  {
    name: "[CM-5, D35] the provider says not connected",
    prepare: ({ device }) => answered(400, { ok: false, error: "The device is not connected." })(device),
    status: 409,
    success: false,
    state: "failed",
    code: "DEVICE_NOT_CONNECTED",
    message: "Device must be online to control relays",
    states: toFailed,
    history: null,
    log: "Relay 1 on failed: Device must be online to control relays",
    calls: 1,
  },
  unknownOutcome("[S17-1, CM-5] executed, the reply is lost", (device) =>
    product.fault({ match: onFunction(device), effect: { kind: "drop-reply" } }),
  ),
  unknownOutcome("[CM-5] no answer ever", (device) => product.fault({ match: onFunction(device), effect: { kind: "hang" } })),
  unknownOutcome("[CM-5] 408 of the provider", answered(408)),
  unknownOutcome("[CM-5] 500 of the provider", answered(500)),
  unknownOutcome("[CM-5] 504 of the provider", answered(504)),
  unknownOutcome("[CM-5] Timed out. at another status", answered(400, { ok: false, error: "Timed out." })),
  unknownOutcome("[S17-7] HTML with status 200", answered(200, "<html>busy</html>")),
  unknownOutcome("[S17-7] an empty answer", answered(200, "")),
  unknownOutcome("[S17-7] broken JSON", answered(200, '{"return_value":', { "content-type": "application/json" })),
  unknownOutcome("[S17-7] a redirect", answered(302)),
  unknownOutcome("[S17-7] an answer of 10 MB", async (device) => {
    const effect = { kind: "status", status: 200, body: "x".repeat(10_000_000) } as const;
    product.simulator.control.addFault({ match: { device: device.serial, operation: "function" }, effect });
  }),
  {
    name: "[CM-3] the deadline passes before sending",
    prepare: async ({ device }) => {
      // Silent for long, so it is asked first; and the question is not answered in time.
      await product.age(6 * 60_000);
      await product.fault({ match: { device: device.serial, operation: "ping" }, effect: { kind: "hang" } });
    },
    wish: (now) => ({ validUntil: toInstant(now + 2_000) }),
    status: 503,
    success: false,
    state: "expired",
    code: "COMMAND_EXPIRED",
    message: "Expired, never sent",
    states: ["requested", "expired"],
    history: null,
    log: "Relay 1 on expired, never sent",
    calls: 0,
  },
  {
    name: "[C4, D35] silent for long, and the ping says offline",
    prepare: async ({ device }) => {
      await product.age(6 * 60_000);
      await product.door("PATCH", `/devices/${device.serial}`, { reachable: false });
    },
    wish: (now) => ({ validUntil: toInstant(now + 30_000) }),
    status: 409,
    success: false,
    state: "failed",
    code: "DEVICE_NOT_CONNECTED",
    message: "Device must be online to control relays",
    states: ["requested", "failed"],
    history: null,
    log: "Relay 1 on failed: Device must be online to control relays",
    calls: 0,
  },
];

describe.each(commandDoors)("$name", (door) => {
  test.each(rows)("$name: $status", async (row) => {
    const { owner, device, viewer } = await scene(door);
    await row.prepare({ owner, device, viewer });
    const wish = { deviceId: device.id, ...row.wish?.(product.clock.now()) };
    const said = await product.whileTimePasses(door.send(owner, wish));
    const { status, answer } = said;
    expect({ status, success: answer.success, state: answer.state, code: answer.code, message: answer.message }).toEqual({
      status: row.status,
      success: row.success,
      state: row.state,
      code: row.code,
      message: row.message,
    });
    expect(answer).toMatchObject({ repeat: false, command: { commandId: answer.commandId, state: row.state, by: "you" } });
    const trace = await traceOf(product, { deviceId: device.id, commandId: answer.commandId });
    expect(trace.row).toMatchObject({
      state: row.state,
      actorId: owner.userId,
      deviceId: device.id,
      target: "on",
      relayNumber: 1,
    });
    expect(trace.history.map(({ outcome, success }) => [outcome, success])).toEqual(row.history === null ? [] : [row.history]);
    expect(trace.log).toEqual([row.log]);
    await until(() => viewer.statesOf(answer.commandId).length >= row.states.length);
    expect(viewer.statesOf(answer.commandId)).toEqual(row.states);
    expect(viewer.ofKind("activity").map(({ entry }) => entry.message)).toContain(row.log);
    expect(callsTo(product, device)).toHaveLength(row.calls);
    viewer.close();
  });
});
