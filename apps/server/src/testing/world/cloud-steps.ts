/** What devices, the cloud and the machine do: buttons, power, reach, loads, faults, broken streams, wrong clocks, kills. */
import type { FaultSettings } from "@relaydeck/simulator/faults";
import type { CastDevice } from "./cast.ts";
import { markLateReport } from "./late-report.ts";
import { drawWish } from "./people-steps.ts";
import type { Stage } from "./stage.ts";
import type { Step } from "./step.ts";

function drawDevice(stage: Stage): CastDevice {
  return stage.pick(stage.world.cast.devices);
}

function truthOf(stage: Stage, device: CastDevice) {
  return stage.world.simulator.control.device(device.serial);
}

function change(
  stage: Stage,
  device: CastDevice,
  to: Parameters<Stage["world"]["simulator"]["control"]["patchDevice"]>[1],
): void {
  stage.history.say(`${device.label}: ${JSON.stringify(to)}`);
  stage.world.simulator.control.patchDevice(device.serial, to);
}

function press(stage: Stage): void {
  const device = drawDevice(stage);
  const relay = stage.chance(0.7) ? 1 : stage.whole(1, device.relays);
  const state = stage.chance(0.5) ? "on" : "off";
  stage.history.say(`somebody presses ${device.label}/${relay} ${state}`);
  stage.history.reached.add("button");
  stage.world.simulator.control.button(device.serial, { relay, state });
}

/** What is wrong with some device is rather mended than spread. */
function drawAiling(stage: Stage, isAiling: (device: CastDevice) => boolean): CastDevice {
  const ailing = stage.world.cast.devices.filter(isAiling);
  return ailing.length > 0 && stage.chance(0.7) ? stage.pick(ailing) : drawDevice(stage);
}

function power(stage: Stage): void {
  const device = drawAiling(stage, (candidate) => truthOf(stage, candidate)?.powered === false);
  const powered = truthOf(stage, device)?.powered === false;
  const notice = stage.chance(0.5);
  stage.history.reached.add(powered ? "power back" : notice ? "power cut with notice" : "power cut without notice");
  change(stage, device, { powered, notice });
}

function reach(stage: Stage): void {
  const device = drawAiling(stage, (candidate) => truthOf(stage, candidate)?.reachable === false);
  const reachable = truthOf(stage, device)?.reachable === false;
  stage.history.reached.add(reachable ? "reach back" : "unreachable");
  change(stage, device, { reachable });
}

function alterRelay(stage: Stage): void {
  const device = drawDevice(stage);
  const number = stage.chance(0.7) ? 1 : stage.whole(1, device.relays);
  const kind = stage.pick(["load", "load", "weld", "fuse", "heal", "heal"] as const);
  stage.history.reached.add(kind);
  const relay =
    kind === "load"
      ? { number, loadMilliamps: stage.pick([0, 30, 50, 200, 600, 2_500]) }
      : kind === "weld"
        ? { number, welded: true }
        : kind === "fuse"
          ? { number, fuseBlown: true }
          : { number, welded: false, fuseBlown: false, loadMilliamps: 600 };
  change(stage, device, { relays: [relay] });
}

function alterDevice(stage: Stage): void {
  const device = drawDevice(stage);
  const truth = truthOf(stage, device);
  const kind = stage.pick(["telemetry", "safeMode", "supply", "battery"] as const);
  stage.history.reached.add(kind);
  if (kind === "telemetry") return change(stage, device, { telemetry: truth?.telemetry === false });
  if (kind === "safeMode") return change(stage, device, { safeMode: truth?.safeMode === false && stage.chance(0.5) });
  if (kind === "supply") return change(stage, device, { supply: truth?.supply === "mains" ? "battery" : "mains" });
  return change(stage, device, { batteryPercent: stage.whole(-1, 100), cellularLevel: stage.whole(-1, 100) });
}

/** Everything that ails a device ends. */
export function heal(stage: Stage, device: CastDevice): void {
  const relays = Array.from({ length: device.relays }, (_, index) => ({ number: index + 1, welded: false, fuseBlown: false }));
  change(stage, device, { powered: true, reachable: true, telemetry: true, safeMode: false, supply: "mains", relays });
}

type Effect = FaultSettings["effect"];

/** `execute` only where nobody can prove that nothing ran: 408, 5xx, cut connections. [rule 3] */
function drawCallEffect(stage: Stage): Effect {
  const execute = stage.chance(0.5);
  return stage.weighted<{ weight: number; effect: Effect }>([
    { weight: 4, effect: { kind: "drop-reply" } },
    { weight: 4, effect: { kind: "no-execute" } },
    { weight: 3, effect: { kind: "hang" } },
    { weight: 5, effect: { kind: "delay", ms: stage.whole(200, 25_000) } },
    { weight: 5, effect: { kind: "status", status: stage.pick([408, 500, 502, 503, 504]), execute } },
    { weight: 3, effect: { kind: "status", status: stage.pick([400, 404]) } },
    { weight: 2, effect: { kind: "status", status: 429 } },
    { weight: 2.5, effect: { kind: "status", status: stage.pick([401, 403]) } },
    { weight: 1, effect: { kind: "status", status: 200, body: "<html>", execute } },
    { weight: 1, effect: { kind: "status", status: 200, body: { return_value: -1 } } },
  ]).effect;
}

function addFault(stage: Stage, fault: FaultSettings): void {
  stage.history.say(`fault ${JSON.stringify(fault)}`);
  stage.world.simulator.control.addFault(fault);
}

function callFault(stage: Stage): void {
  const { operation } = stage.weighted([
    { operation: "function", weight: 12 },
    { operation: "ping", weight: 3 },
    { operation: "variable", weight: 2 },
    { operation: "devices", weight: 1 },
  ] as const);
  const device = drawDevice(stage);
  const match = { operation, ...(stage.chance(0.5) ? {} : { device: device.serial }) };
  addFault(stage, { match, effect: drawCallEffect(stage), times: stage.whole(1, 3) });
  if (stage.chance(0.7)) stage.taps.begin(drawWish(stage, { device }));
}

/** The answer comes when the command was given up: it is evidence all the same. [D35] */
function lateAnswer(stage: Stage): void {
  const device = drawDevice(stage);
  const match = { operation: "function", device: device.serial } as const;
  const effects = stage.pick<readonly Effect[]>([[], [], [drawCallEffect(stage)], [{ kind: "status", status: 400 }]]);
  const delay = { kind: "delay", ms: stage.whole(5_000, 20_000) } as const;
  for (const effect of [...effects, delay]) addFault(stage, { match, effect });
  stage.taps.begin(drawWish(stage, { device, ...ownersTap(stage, device), validForMs: stage.whole(100, 3_000) }));
}

/** A device tells of a move within a second. */
const reportedWithinMs = 1_200;

/**
 * A report from before the tap comes after it, and the relay has moved on since, of which no report comes: it proves nothing.
 * By a clock that is wrong nobody could tell. [CM-6]
 */
async function pastReport(stage: Stage): Promise<void> {
  const { world, taps } = stage;
  if (world.wall.ms !== 0) return;
  const device = world.device(stage.pick(["contacts", "single"]));
  const isOn = truthOf(stage, device)?.relays[0]?.contact === "closed";
  const [state, target] = isOn ? (["on", "off"] as const) : (["off", "on"] as const);
  const match = { device: device.serial, operation: "event" } as const;
  // One that reports its contacts tells of the contact, then of everything.
  const told = device.kind === "contacts" ? 2 : 1;
  addFault(stage, { match, effect: { kind: "delay", ms: stage.whole(3_000, 6_000) }, times: told });
  world.simulator.control.button(device.serial, { relay: 1, state: target });
  await world.pass(reportedWithinMs);
  addFault(stage, { match, effect: { kind: "lose" }, times: told });
  world.simulator.control.button(device.serial, { relay: 1, state });
  addFault(stage, { match: { ...match, operation: "function" }, effect: { kind: "status", status: 408, execute: false } });
  markLateReport(stage, { device, state: target, mark: "report of the past" });
  taps.begin(drawWish(stage, { device, relay: 1, target, ...ownersTap(stage, device) }));
}

/** A device falls silent until nobody knows whether it is there, and then somebody taps. [C4] */
async function silence(stage: Stage): Promise<void> {
  const device = drawDevice(stage);
  change(stage, device, { reachable: false });
  await stage.world.pass(stage.world.staleAfterMs + 1_000);
  stage.taps.begin(drawWish(stage, { device, ...ownersTap(stage, device) }));
}

/** One that is neither refused nor a repeat. */
function ownersTap({ world, taps }: Stage, device: CastDevice) {
  return { person: world.person(device.owner), key: `key-${taps.all.length + 1}` };
}

function eventFault(stage: Stage): void {
  const effect = stage.pick<Effect>([
    { kind: "lose" },
    { kind: "duplicate", times: stage.whole(1, 3) },
    { kind: "reorder", within: stage.whole(100, 10_000) },
    { kind: "delay", ms: stage.whole(100, 20_000) },
    { kind: "garbage" },
  ]);
  addFault(stage, { match: { operation: "event" }, effect, times: stage.whole(1, 6), probability: stage.pick([0.5, 1]) });
}

function breakStream(stage: Stage): void {
  const { control } = stage.world.simulator;
  const kind = stage.pick(["cut", "refuse", "stall"] as const);
  stage.history.reached.add(`stream ${kind}`);
  stage.history.say(`the stream: ${kind}`);
  if (kind === "cut") control.cutStreams();
  else if (kind === "refuse")
    control.cutStreams({ refuseForMs: stage.whole(500, 20_000), status: stage.pick([503, 500, 429, 529]) });
  else control.stallStreams(stage.whole(5_000, 90_000));
}

function reachability(stage: Stage): void {
  const { transport } = stage.world.server;
  transport.reachable = !transport.reachable;
  stage.history.reached.add(transport.reachable ? "cloud back" : "cloud out of reach");
  stage.history.say(`the cloud is ${transport.reachable ? "back" : "out of reach"}`);
}

function emit(stage: Stage): void {
  const { simulator, clock } = stage.world;
  const device = drawDevice(stage);
  const data = JSON.stringify({ i: [stage.whole(0, 900), 0, 0, 0], ps: 1, bat: 50, cell: 50 });
  const events = [
    { device: "f".repeat(24), name: "powerone/data", data },
    { device: device.serial, name: "powerone/data", data: "{" },
    { device: device.serial, name: "some/thing", data: "7" },
    { device: device.serial, name: "powerone/data", data, publishedAt: clock.now() + 3_600_000 },
    { device: device.serial, name: "spark/status", data: "auto-update" },
    { name: "particle/status", data: null },
  ];
  const event = stage.pick(events);
  stage.history.say(`the cloud emits ${JSON.stringify(event)}`);
  simulator.control.emit(event);
}

function jumpWall(stage: Stage): void {
  const { wall } = stage.world;
  const jump = stage.pick([-3_600_000, -30_000, -2_000, 2_000, 30_000, 3_600_000]);
  wall.ms = wall.ms === 0 ? jump : 0;
  stage.history.reached.add("wall clock jump");
  stage.history.say(`the server's wall clock is ${wall.ms} ms off`);
}

async function kill(stage: Stage): Promise<void> {
  await stage.world.turns(stage.whole(0, 12));
  await stage.crash(stage.chance(0.3) ? 0 : stage.whole(1, 12_000));
}

export const cloudSteps: readonly Step[] = [
  { name: "button", weight: 6, run: press },
  { name: "power", weight: 3, run: power },
  { name: "reach", weight: 3, run: reach },
  { name: "relay", weight: 4, run: alterRelay },
  { name: "device", weight: 2, run: alterDevice },
  { name: "heal", weight: 5, run: (stage) => heal(stage, drawDevice(stage)) },
  { name: "call fault", weight: 12, run: callFault },
  { name: "event fault", weight: 5, run: eventFault },
  { name: "clear faults", weight: 2, run: (stage) => stage.world.simulator.control.clearFaults() },
  { name: "stream", weight: 3, run: breakStream },
  { name: "cloud", weight: 2.5, run: reachability },
  { name: "emit", weight: 2, run: emit },
  { name: "wall clock", weight: 1, run: jumpWall },
  { name: "kill", weight: 2.5, run: kill },
  { name: "late answer", weight: 4, run: lateAnswer },
  { name: "report of the past", weight: 1.5, run: pastReport },
  { name: "silence", weight: 1.5, run: silence },
  { name: "quiet", weight: 1, run: (stage) => stage.world.pass(stage.whole(5_000, 30_000)) },
];
