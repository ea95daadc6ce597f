/** The event stream from its first opening to its end: what it tells, when it is opened again, and how often at most. */
import { ManualClock, turn } from "@relaydeck/kit/testing/manual-clock";
import { afterEach, describe, expect, test } from "vitest";
import { eventsPath } from "./endpoints.ts";
import type { EventStreamOptions } from "./event-stream.ts";
import { createRig, until, type Rig, type RigKind, type RigOptions } from "./testing/rig.ts";
import { listenTo, of, scripted } from "./testing/scripted-stream.ts";
import { listenOn, type HeardStream } from "./testing/stream-rig.ts";
import { TokenGate } from "./token-gate.ts";

/** On whole milliseconds two things can fall into one moment. */
class WholeClock extends ManualClock {
  override monotonic(): number {
    return Math.floor(super.monotonic());
  }
}

let rig: Rig | undefined;
let heard: HeardStream | undefined;

afterEach(async () => {
  await heard?.stream.stop();
  await rig?.dispose();
  rig = undefined;
  heard = undefined;
});

interface Listening extends HeardStream {
  readonly at: Rig;
}

async function listening(kind: RigKind, options: RigOptions = {}, change: Partial<EventStreamOptions> = {}): Promise<Listening> {
  rig = await createRig(kind, { simulator: { devices: 2, simple: 0, telemetryMs: 7 * 86_400_000 }, ...options });
  heard = listenOn(rig, change);
  return { ...heard, at: rig };
}

const kinds = (on: HeardStream) => on.states.map((state) => state.kind);
const opens = (at: Rig) => at.simulator.control.requests().filter((request) => request.operation === "stream").length;
const open = (at: Rig) => at.simulator.control.counters().streams.open;
const isOpen = (on: Listening) => until(() => open(on.at) === 1 && on.states.at(-1)?.kind === "connected", "the stream opened");
const say = (at: Rig, name: string, publishedAt?: number) =>
  at.simulator.control.emit({ device: "P0SIM0001", name, data: "x", ...(publishedAt === undefined ? {} : { publishedAt }) });
const named = (on: HeardStream) => on.events.filter((event) => event.data === "x").map((event) => event.name);

describe.each<RigKind>(["in process", "over HTTP"])("the event stream %s", (kind) => {
  test("says what devices publish, in the cloud's words and with both times", async () => {
    const on = await listening(kind);
    await isOpen(on);
    say(on.at, "powerone/data", on.at.clock.now() - 3_000);
    await until(() => named(on).length === 1, "the event came");
    expect(on.events.at(-1)).toEqual({
      name: "powerone/data",
      data: "x",
      providerId: on.at.device(1),
      publishedAt: on.at.clock.now() - 3_000,
      receivedAt: on.at.clock.now(),
      firmwareVersion: null,
      eventId: null,
    });
    expect(kinds(on)).toEqual(["connecting", "connected"]);
    await on.stream.stop();
    await on.ended;
    await until(() => open(on.at) === 0, "the stream was closed");
    expect(on.gaps).toEqual([]);
  });

  test.each(["number", "string"] as const)("reads ttl as a %s, and product streams with their envelope", async (ttl) => {
    const options = { productId: "4711", simulator: { devices: 1, simple: 0, dialect: { timedOutStatus: 408 as const, ttl } } };
    const on = await listening(kind, options, { path: eventsPath("4711") });
    await isOpen(on);
    say(on.at, "powerone/data");
    on.at.simulator.control.emit({ name: "hook-sent/x", data: null });
    await until(() => on.events.some((event) => event.name === "hook-sent/x"), "the events came");
    expect(on.events.find((event) => event.data === "x")?.firmwareVersion).toEqual(expect.any(Number));
    expect(on.events.at(-1)).toMatchObject({ name: "hook-sent/x", data: null, providerId: null });
    expect(on.nonsense).toEqual([]);
  });

  test("[checklist 17] malformed and future events are counted, doubles and late ones passed on", async () => {
    const on = await listening(kind);
    await isOpen(on);
    const strike = (effect: { kind: "garbage" } | { kind: "duplicate"; times: number }) =>
      on.at.simulator.control.addFault({ match: { operation: "event", name: "t" }, effect });
    strike({ kind: "garbage" });
    say(on.at, "t");
    strike({ kind: "duplicate", times: 1 });
    say(on.at, "t");
    say(on.at, "late", on.at.clock.now() - 3_600_000);
    say(on.at, "slightly ahead", on.at.clock.now() + 60_000);
    say(on.at, "future", on.at.clock.now() + 3_600_000);
    say(on.at, "end");
    await until(() => named(on).includes("end"), "the last event came");
    expect(named(on)).toEqual(["t", "t", "late", "slightly ahead", "end"]);
    expect(on.nonsense).toEqual(["not-json", "future"]);
  });

  test("[TI-1] a wall clock set back by an hour makes no event a future one", async () => {
    const on = await listening(kind);
    await isOpen(on);
    const cloudNow = on.at.clock.now();
    on.at.clock.jumpWall(-3_600_000);
    say(on.at, "t", cloudNow);
    await until(() => named(on).length === 1, "the event came");
    expect(on.nonsense).toEqual([]);
  });

  test("[checklist 17] a cut stream is opened again, with a gap from the last byte to the first new one", async () => {
    const on = await listening(kind);
    await isOpen(on);
    await on.at.advance(9_000); // one keep-alive
    const lastByte = on.at.clock.now();
    await until(() => on.stream.lastByteAt() === lastByte, "the keep-alive was heard");
    await on.at.advance(5_000);
    const cutAt = on.at.clock.now();
    on.at.simulator.control.cutStreams();
    await until(() => on.states.at(-1)?.kind === "down", "the cut was noticed");
    expect(on.states.at(-1)).toMatchObject({ since: cutAt });
    expect(on.gaps).toEqual([{ from: lastByte, to: null }]);
    await on.at.advance(1_000);
    await isOpen(on);
    await until(() => on.gaps.length === 2, "the gap was closed");
    expect(on.gaps[1]?.from).toBe(lastByte);
    expect(on.gaps[1]?.to).toBe(on.stream.lastByteAt());
    say(on.at, "after");
    await until(() => named(on).includes("after"), "events came again");
    expect(open(on.at)).toBe(1);
  });

  test("[checklist 17] sixty seconds without a byte are a break; the gap starts at the last byte", async () => {
    const on = await listening(kind);
    await isOpen(on);
    const lastByte = on.at.clock.now();
    await until(() => on.stream.lastByteAt() === lastByte, "the greeting was heard");
    on.at.simulator.control.stallStreams(600_000);
    await on.at.advance(59_999);
    expect(kinds(on)).toEqual(["connecting", "connected"]);
    await on.at.advance(1);
    await until(() => on.states.at(-1)?.kind === "down", "the silence was noticed");
    expect(on.states.at(-1)).toMatchObject({ reason: "the event stream fell silent" });
    expect(on.gaps).toEqual([{ from: lastByte, to: null }]);
    await until(() => open(on.at) === 0, "the silent stream was closed");
  });

  test("keep-alives alone keep it open for an hour, with one opening", async () => {
    const on = await listening(kind, { simulator: { devices: 0, simple: 0 } });
    await isOpen(on);
    await on.at.advance(kind === "in process" ? 3_600_000 : 300_000);
    expect([kinds(on), opens(on.at), on.gaps]).toEqual([["connecting", "connected"], 1, []]);
  });

  test.each([429, 529])("[checklist 17] after %d it waits minutes, not seconds", async (status) => {
    const on = await listening(kind);
    await isOpen(on);
    on.at.simulator.control.cutStreams({ refuseForMs: 20 * 60_000, status });
    await until(() => on.states.at(-1)?.kind === "down", "the cut was noticed");
    await on.at.advance(1_000);
    await until(() => opens(on.at) === 2 && on.states.at(-1)?.kind === "down", "the refusal came");
    await on.at.advance(60_000);
    expect(opens(on.at)).toBe(2);
    await on.at.advance(60_000);
    expect(opens(on.at)).toBe(3);
    await on.at.advance(10 * 60_000);
    expect(opens(on.at)).toBeLessThanOrEqual(8);
  });

  test("[checklist 17] after an outage of 30 minutes it is back within 60 seconds", async () => {
    const on = await listening(kind);
    await isOpen(on);
    on.at.simulator.control.cutStreams({ refuseForMs: 30 * 60_000, status: 503 });
    await on.at.advance(30 * 60_000);
    expect(on.states.at(-1)?.kind).not.toBe("connected");
    const cutAt = on.states.find((state) => state.kind === "down")?.since;
    expect(on.states.filter((state) => state.kind !== "connected").every((state) => state.since <= (cutAt ?? 0))).toBe(true);
    await on.at.advance(60_000);
    await isOpen(on);
    expect(on.gaps).toHaveLength(2);
  });

  test("[checklist 17] a refused token is probed once a minute, together with the calls", async () => {
    const on = await listening(kind, { token: "6".repeat(40) }, { token: "6".repeat(40) });
    await until(() => on.states.at(-1)?.kind === "down", "the refusal came");
    expect(on.at.gate.refusedSince).toBe(on.at.clock.now());
    // Nothing was ever heard: nothing is known from the first try on.
    expect(on.gaps).toEqual([{ from: on.at.clock.now(), to: null }]);
    const before = on.at.simulator.control.requests().length;
    for (let second = 0; second < 600; second += 1) {
      await on.at.advance(1_000);
      await on.at.call();
    }
    await on.at.advance(0);
    expect(before).toBe(1);
    expect(on.at.simulator.control.requests().length - before).toBeLessThanOrEqual(10);
    expect(on.at.simulator.control.requests().length - before).toBeGreaterThanOrEqual(9);
  });

  test("the first byte of a run ends the gap that an earlier run left", async () => {
    const on = await listening(kind, {}, { heardUntil: 1_000 });
    await until(() => on.gaps.length === 1, "the gap was closed");
    expect(on.gaps).toEqual([{ from: 1_000, to: on.at.clock.now() }]);
  });

  test("a gap that an earlier run left is told as soon as the cloud cannot be reached, and ends as the same one", async () => {
    const on = await listening(kind, { token: "6".repeat(40) }, { token: "6".repeat(40), heardUntil: 1_000 });
    await until(() => on.states.at(-1)?.kind === "down", "the refusal came");
    expect(on.gaps).toEqual([{ from: 1_000, to: null }]);
  });

  test("[BP-1] while its reader is not ready nothing more is read, and that is no silence of the cloud", async () => {
    let release: () => void = () => {};
    let isBusy = false;
    const whenReady = () => (isBusy ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve());
    const on = await listening(kind, {}, { whenReady });
    await isOpen(on);
    await until(() => on.stream.lastByteAt() !== null, "the greeting was heard");
    isBusy = true;
    say(on.at, "first");
    await until(() => named(on).length === 1, "the first event came");
    say(on.at, "second");
    await on.at.advance(120_000);
    expect([named(on), on.states.at(-1)?.kind]).toEqual([["first"], "connected"]);
    isBusy = false;
    release();
    await until(() => named(on).length === 2, "the second event came");
    // Stopping does not wait for a reader that never gets ready.
    isBusy = true;
    say(on.at, "third");
    await until(() => named(on).length === 3, "the third event came");
    await on.stream.stop();
  });
});

describe("bounds of the event stream", () => {
  test.each([
    { each: "dies at once", chunks: () => of(":ok\n\n"), limits: {}, busiest: 14 },
    { each: "is followed without a wait", chunks: () => of(), limits: { firstWait: 0, longestWait: 0 }, busiest: 50 },
    {
      each: "counts as stable at once",
      chunks: () => of(":ok\n\n"),
      limits: { firstWait: 0, longestWait: 0, stableAfter: 0 },
      busiest: 50,
    },
  ])("[C14] never more than 50 openings in any five minutes when each $each", async ({ chunks, limits, busiest }) => {
    const clock = new ManualClock();
    const cloud = scripted(clock, chunks);
    const on = listenTo(clock, cloud.stream, { limits });
    for (let minute = 0; minute < 60; minute += 1) await clock.advance(60_000);
    await on.stream.stop();
    const most = Math.max(
      ...cloud.openedAt.map((start) => cloud.openedAt.filter((at) => at >= start && at < start + 300_000).length),
    );
    expect(most).toBe(busiest);
    expect(cloud.openedAt.length).toBeGreaterThan(60);
  });

  test("[checklist 17] a probe that a call took in the same moment is not taken again", async () => {
    const clock = new WholeClock();
    const gate = new TokenGate(clock);
    gate.refuse();
    const probes: boolean[] = [];
    clock.after(60_000, () => probes.push(gate.take()));
    const cloud = scripted(clock, () => of(":ok\n\n"));
    const on = listenTo(clock, cloud.stream, { gate });
    await clock.advance(119_999);
    expect([probes, cloud.openedAt]).toEqual([[true], []]);
    await clock.advance(1);
    expect(cloud.openedAt).toEqual([120_000]);
    await on.stream.stop();
  });

  test("waits are jittered and start afresh after a stable minute", async () => {
    const clock = new ManualClock();
    let livesMs = 0;
    const cloud = scripted(clock, async function* () {
      yield Buffer.from(":ok\n\n");
      await new Promise<void>((resolve) => void clock.after(livesMs, resolve));
    });
    const on = listenTo(clock, cloud.stream, { limits: { silence: 600_000 } });
    await clock.advance(200_000);
    const waits = cloud.openedAt.slice(1).map((at, index) => at - (cloud.openedAt[index] ?? 0));
    expect(new Set(waits).size).toBe(waits.length);
    expect(
      waits.slice(0, 7).every((wait, index) => wait >= 500 * 2 ** index && wait <= Math.min(45_000, 1_000 * 2 ** index)),
    ).toBe(true);
    livesMs = 60_000;
    await clock.advance(45_000);
    const stable = cloud.openedAt.at(-1) ?? 0;
    livesMs = 0;
    await clock.advance(61_000);
    expect((cloud.openedAt.find((at) => at > stable) ?? Infinity) - stable).toBeLessThanOrEqual(61_000);
    await on.stream.stop();
  });

  test("stopping ends a wait, a hanging opening and an open stream, once and for all", async () => {
    const clock = new ManualClock();
    const hanging = listenTo(clock, ({ signal }) => {
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ kind: "failed", reason: "gone" })));
    });
    await turn();
    await hanging.stream.stop();
    const waiting = listenTo(clock, () => Promise.resolve({ kind: "failed", reason: "no" }));
    await turn();
    await waiting.stream.stop();
    expect([hanging.states.length, waiting.states.at(-1)]).toMatchObject([1, { kind: "down", reason: "no" }]);
    await clock.advance(600_000);
    expect(waiting.states).toHaveLength(2);
    expect(() => waiting.stream.run()).toThrow("once");
  });
});
