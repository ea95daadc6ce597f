/** Calling a function, reading a variable, pinging: the three ways to a device. [dialect section 6] */
import { type Answer, json } from "../answer.ts";
import { textField } from "../body.ts";
import type { Device } from "../devices/device.ts";
import { plainError, timedOut } from "../errors.ts";
import { type Call, type Outcome, type Route, answer, bothFlavours } from "../route.ts";
import { withDevice } from "./device-access.ts";

export const functionRoutes: readonly Route[] = [
  ...bothFlavours({ method: "PUT", operation: "ping", scope: "devices:ping", run: withDevice(ping) }, "/ping"),
  ...bothFlavours(
    { method: "POST", operation: "function", scope: "devices.function:call", run: withDevice(callFunction) },
    "/:name",
  ),
  ...bothFlavours(
    { method: "GET", operation: "variable", scope: "devices.variable:get", run: withDevice(readVariable) },
    "/:name",
  ),
];

const argumentBytesAtMost = 1024;

function callFunction(call: Call, device: Device): Outcome {
  const name = call.params["name"] ?? "";
  const argument = textField(call.body.fields, "arg") ?? textField(call.body.fields, "args") ?? "";
  if (Buffer.byteLength(argument) > argumentBytesAtMost)
    return answer(plainError(400, `The argument is longer than ${argumentBytesAtMost} bytes`));
  const raw = isRaw(call) || textField(call.body.fields, "format") === "raw";
  const done = (value: number): Answer =>
    raw ? json(200, value) : json(200, { id: device.id, name: device.record.name, connected: true, return_value: value });
  return roundTrip(call, device, {
    pretended: done(1),
    arrive() {
      if (!device.functions.includes(name)) return { answer: plainError(404, `Function ${name} not found`), executed: false };
      return { answer: done(device.call(name, argument)), executed: true };
    },
  });
}

function readVariable(call: Call, device: Device): Outcome {
  const name = call.params["name"] ?? "";
  const { record, presence } = device;
  const answered = (): Answer => {
    const result = device.readVariable(name);
    if (isRaw(call)) return json(200, result);
    const lastHandshake = new Date(presence.lastHandshakeAt).toISOString();
    const productId = record.inProduct ? call.world.account.productId : record.platformId;
    return json(200, {
      cmd: "VarReturn",
      name,
      result,
      coreInfo: {
        name: record.name,
        deviceID: device.id,
        connected: true,
        last_heard: call.world.time.iso(),
        last_handshake_at: lastHandshake,
        product_id: productId,
      },
    });
  };
  const unknown = plainError(404, "Variable not found");
  return roundTrip(call, device, {
    pretended: unknown,
    unreachable: json(call.world.settings.dialect.timedOutStatus, { error: "Timed out." }),
    arrive: () =>
      Object.hasOwn(device.variables, name) ? { answer: answered(), executed: true } : { answer: unknown, executed: false },
  });
}

function ping(call: Call, device: Device): Outcome {
  const told = (online: boolean) => json(200, { online, ok: true });
  return roundTrip(call, device, {
    pretended: told(true),
    unreachable: told(false),
    arrive() {
      device.presence.heard();
      return { answer: told(true), executed: true };
    },
    // A device the cloud knows to be gone is not waited for.
    ...(device.presence.cloudOnline ? {} : { holdMs: 0 }),
  });
}

function roundTrip(
  call: Call,
  device: Device,
  trip: { pretended: Answer; arrive: () => { answer: Answer; executed: boolean }; unreachable?: Answer; holdMs?: number },
): Outcome {
  const { offlineHoldMs, dialect } = call.world.settings;
  return { kind: "round-trip", trip: { device, holdMs: offlineHoldMs, unreachable: timedOut(dialect.timedOutStatus), ...trip } };
}

function isRaw(call: Call): boolean {
  return call.query.get("format") === "raw";
}
