/** The table of the control door's calls: parse, call the control, answer. */
import type { Result } from "@relaydeck/kit/result";
import type { DeviceChange } from "../devices/device.ts";
import type { DeviceTruth } from "./device-truth.ts";
import type { SimulatorControl } from "./control.ts";
import { type DoorAnswer, problem } from "./door-answer.ts";
import {
  readAdvance,
  readButton,
  readCut,
  readDeviceChange,
  readEmit,
  readFault,
  readLoad,
  readStall,
} from "./control-inputs.ts";
import { readReset } from "./reset-input.ts";

export interface DoorRequest {
  readonly control: SimulatorControl;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type DoorCall = (request: DoorRequest, answer: (answer: DoorAnswer) => void) => void | Promise<void>;

interface DoorRow {
  readonly method: string;
  readonly path: RegExp;
  readonly call: DoorCall;
}

const rows: readonly DoorRow[] = [
  row(
    "POST",
    /^\/_sim\/reset$/,
    parsed(readReset, ({ control }, settings) => {
      control.reset(settings);
      return done({ ok: true, ...control.clock() });
    }),
  ),
  row(
    "GET",
    /^\/_sim\/devices$/,
    plain(({ control }) => done(control.devices())),
  ),
  row(
    "GET",
    /^\/_sim\/devices\/([^/]+)$/,
    plain(({ control, params }) => deviceOr404(control.device(params[0] ?? ""))),
  ),
  row(
    "PATCH",
    /^\/_sim\/devices\/([^/]+)$/,
    parsed(readDeviceChange, ({ control, params }, change) => changeDevice(control, params[0] ?? "", change)),
  ),
  row(
    "POST",
    /^\/_sim\/devices\/([^/]+)\/button$/,
    parsed(readButton, ({ control, params }, press) => pressButton(control, params[0] ?? "", press)),
  ),
  row(
    "POST",
    /^\/_sim\/faults$/,
    parsed(readFault, ({ control }, fault) => done(control.addFault(fault))),
  ),
  row(
    "GET",
    /^\/_sim\/faults$/,
    plain(({ control }) => done(control.faults())),
  ),
  row(
    "DELETE",
    /^\/_sim\/faults$/,
    plain(({ control }) => {
      const cleared = control.faults().length;
      control.clearFaults();
      return done({ ok: true, cleared });
    }),
  ),
  row(
    "DELETE",
    /^\/_sim\/faults\/([^/]+)$/,
    plain(({ control, params }) =>
      control.removeFault(params[0] ?? "") ? done({ ok: true, cleared: 1 }) : problem(404, "There is no such fault"),
    ),
  ),
  row(
    "POST",
    /^\/_sim\/stream\/cut$/,
    parsed(readCut, ({ control }, options) => done({ ok: true, cut: control.cutStreams(options) })),
  ),
  row(
    "POST",
    /^\/_sim\/stream\/stall$/,
    parsed(readStall, ({ control }, ms) => done({ ok: true, stalled: control.stallStreams(ms) })),
  ),
  row(
    "POST",
    /^\/_sim\/emit$/,
    parsed(readEmit, ({ control }, event) => {
      control.emit(event);
      return done({ ok: true });
    }),
  ),
  row("POST", /^\/_sim\/load$/, callLoad),
  row(
    "GET",
    /^\/_sim\/requests$/,
    since((control, seq) => control.requests(seq)),
  ),
  row(
    "GET",
    /^\/_sim\/counters$/,
    plain(({ control }) => done(control.counters())),
  ),
  row(
    "GET",
    /^\/_sim\/events$/,
    since((control, seq) => control.events(seq)),
  ),
  row(
    "GET",
    /^\/_sim\/clock$/,
    plain(({ control }) => done(control.clock())),
  ),
  row(
    "POST",
    /^\/_sim\/clock$/,
    parsed(readAdvance, ({ control }, ms) => {
      const moved = control.advance(ms);
      return moved.ok ? done(moved.value) : problem(409, moved.error);
    }),
  ),
];

export function findDoorCall(method: string, pathname: string): { call: DoorCall; params: readonly string[] } | undefined {
  const path = pathname.replace(/\/$/, "");
  for (const { method: expected, path: pattern, call } of rows) {
    const match = expected === (method === "HEAD" ? "GET" : method) ? pattern.exec(path) : null;
    if (match !== null) return { call, params: match.slice(1) };
  }
  return undefined;
}

function row(method: string, path: RegExp, call: DoorCall): DoorRow {
  return { method, path, call };
}

function done(body: unknown): DoorAnswer {
  return { status: 200, body };
}

function plain(run: (request: DoorRequest) => DoorAnswer): DoorCall {
  return (request, answer) => answer(run(request));
}

function parsed<T>(read: (body: unknown) => Result<T, string>, run: (request: DoorRequest, input: T) => DoorAnswer): DoorCall {
  return (request, answer) => {
    const input = read(request.body);
    answer(input.ok ? run(request, input.value) : problem(400, input.error));
  };
}

function since(list: (control: SimulatorControl, seq: number) => readonly unknown[]): DoorCall {
  return plain(({ control, query }) => {
    const text = query.get("since") ?? "0";
    return /^\d{1,15}$/.test(text) ? done(list(control, Number(text))) : problem(400, "since must be a whole number");
  });
}

function deviceOr404(device: unknown): DoorAnswer {
  return device === undefined ? problem(404, "There is no such device") : done(device);
}

function pressButton(control: SimulatorControl, named: string, press: { relay: number; state: "on" | "off" }): DoorAnswer {
  return missingRelay(control.device(named), [press.relay]) ?? deviceOr404(control.button(named, press));
}

function changeDevice(control: SimulatorControl, named: string, change: DeviceChange): DoorAnswer {
  const numbers = (change.relays ?? []).map((relay) => relay.number);
  return missingRelay(control.device(named), numbers) ?? deviceOr404(control.patchDevice(named, change));
}

/** A refusal when the device has no relay of one of these numbers. */
function missingRelay(device: DeviceTruth | undefined, numbers: readonly number[]): DoorAnswer | undefined {
  const count = device?.relays.length ?? 0;
  const isMissing = device !== undefined && numbers.some((number) => number > count);
  return isMissing ? problem(400, `This device's relays are numbered 1 to ${count}`) : undefined;
}

/** Answers when the load is over. */
async function callLoad(request: DoorRequest, answer: (answer: DoorAnswer) => void): Promise<void> {
  const input = readLoad(request.body);
  if (!input.ok) return answer(problem(400, input.error));
  const result = await request.control.load(input.value);
  return answer(done(result));
}
