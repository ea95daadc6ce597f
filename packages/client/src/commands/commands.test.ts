import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { describe, expect, test } from "vitest";
import { sampleId, sampleUser } from "../testing/samples.ts";
import { pass, startBench, startLiveBench, type Bench } from "../testing/small-bench.ts";
import { SmallRefusal } from "../testing/small-router.ts";
import { until } from "../testing/until.ts";
import { outcomeMessages, type SwitchOutcome, type SwitchStep } from "./outcome.ts";

const isSwitch = (path: string) => path.startsWith("/trpc/relays.switch");
const isAsk = (path: string) => path.startsWith("/trpc/relays.command");

/** Taps, and moves time on until something became of it. */
async function tap(bench: Bench): Promise<{ outcome: SwitchOutcome; steps: SwitchStep[] }> {
  const steps: SwitchStep[] = [];
  let outcome: SwitchOutcome | null = null;
  const wish = {
    deviceId: sampleId("dev", 1),
    relayNumber: 1,
    target: "on",
    onStep: (step: SwitchStep) => steps.push(step),
  } as const;
  void bench.client.commands.switch(wish).then((result) => (outcome = result));
  await pass(bench, () => outcome !== null);
  if (outcome === null) throw new Error("No outcome");
  return { outcome, steps };
}

function stepsOf(steps: readonly SwitchStep[]): string[] {
  return steps.map((step) => step.step);
}

describe("a tap that may leave", () => {
  test("[C2] one request with a key of 22 base62 characters, alone in its batch, and the server's word as outcome", async () => {
    const bench = await startLiveBench();
    const { outcome, steps } = await tap(bench);
    expect(outcome).toMatchObject({ kind: "known", command: { state: "acknowledged" }, answer: { success: true } });
    expect(bench.world.switches).toHaveLength(1);
    expect(bench.world.switches[0]?.key).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(stepsOf(steps)).toEqual(["sending"]);
    expect(bench.server.requests.filter(isSwitch)).toEqual(["/trpc/relays.switch"]);
  });

  test.each([3_600_000, -3_600_000])(
    "[C2] the deadline is 10 s on the server's clock, whatever ours says (%i ms off)",
    async (errorMs) => {
      const clock = new ManualClock(new ManualClock().now() + errorMs);
      const bench = await startLiveBench({ clock });
      await until(() => bench.client.live.getState().clockOffsetMs === -errorMs);
      await tap(bench);
      const validUntil = Date.parse(bench.world.switches[0]?.validUntil ?? "");
      expect(validUntil - bench.serverClock.now()).toBe(10_000);
    },
  );

  test("[C2] two taps have two keys", async () => {
    const bench = await startLiveBench();
    await tap(bench);
    await tap(bench);
    expect(new Set(bench.world.switches.map((input) => input.key)).size).toBe(2);
  });
});

describe("a tap that must not leave", () => {
  test("[HD-5] before the first snapshot nothing is created, and it says why", async () => {
    const bench = await startBench();
    const { outcome } = await tap(bench);
    expect(outcome).toMatchObject({ kind: "not-given", reason: "link-down" });
    expect(bench.server.requests).toEqual([]);
  });

  test("[HD-5] a tap while the server cannot be reached makes no call, then or after it is back", async () => {
    const bench = await startLiveBench();
    bench.server.upgradeAnswer = "cut";
    bench.server.cutSockets();
    await until(() => bench.client.live.getState().link === "reconnecting");
    const { outcome } = await tap(bench);
    expect(outcome).toMatchObject({ kind: "not-given", reason: "link-down" });
    bench.server.upgradeAnswer = "accept";
    await pass(bench, () => bench.client.live.getState().link === "live");
    await bench.clock.advance(60_000);
    expect(bench.world.switches).toEqual([]);
    expect(bench.server.requests.filter(isSwitch)).toEqual([]);
  });

  test("[C2, TI-1] the server's clock was set back, as a new picture says: inert until it is measured, and 10 s on it then", async () => {
    const bench = await startLiveBench();
    await until(() => bench.client.live.getState().clockOffsetMs === 0);
    bench.serverClock.jumpWall(-40_000);
    let answer = () => {};
    bench.world.held.set("status.get", new Promise((resolve) => (answer = resolve)));
    bench.world.prunedTo = 1;
    bench.server.cutSockets();
    await until(() => bench.client.live.getState().link !== "live");
    await pass(bench, () => bench.client.live.getState().link === "live");
    expect((await tap(bench)).outcome).toMatchObject({ kind: "not-given", reason: "clock-unknown" });
    answer();
    await pass(bench, () => bench.client.live.whyNoCommand() === null);
    const offsetMs = bench.client.live.getState().clockOffsetMs ?? Number.NaN;
    const late = bench.clock.now() + offsetMs - bench.serverClock.now();
    await tap(bench);
    const validUntil = Date.parse(bench.world.switches[0]?.validUntil ?? "");
    expect(Math.abs(validUntil - bench.serverClock.now() - 10_000)).toBeLessThanOrEqual(Math.abs(late));
    expect(Math.abs(late)).toBeLessThanOrEqual(500);
  });

  test("[C2, TI-1] set back while the link was down, and not to be measured as it comes back: inert until it is", async () => {
    const bench = await startLiveBench();
    await until(() => bench.client.live.getState().clockOffsetMs === 0);
    bench.serverClock.jumpWall(-40_000);
    bench.server.cut = { when: "answer", path: (path) => path.includes("status.get") };
    bench.server.cutSockets();
    await until(() => bench.client.live.getState().link !== "live");
    await pass(bench, () => bench.client.live.getState().link === "live");
    expect((await tap(bench)).outcome).toMatchObject({ kind: "not-given", reason: "clock-unknown" });
    bench.server.cut = null;
    await pass(bench, () => bench.client.live.whyNoCommand() === null);
    const late = bench.clock.now() + (bench.client.live.getState().clockOffsetMs ?? Number.NaN) - bench.serverClock.now();
    expect(Math.abs(late)).toBeLessThanOrEqual(500);
  });

  test.each([1_500, 6_000])(
    "[C2] our wall clock jumps by %i ms: inert until the server's clock is measured again",
    async (jumpMs) => {
      const bench = await startLiveBench();
      await pass(bench, () => bench.clock.monotonic() > 2_000);
      bench.clock.jumpWall(jumpMs);
      const { outcome } = await tap(bench);
      expect(outcome).toMatchObject({ kind: "not-given", reason: "clock-unknown" });
      expect(bench.world.switches).toEqual([]);
      await pass(bench, () => bench.client.live.whyNoCommand() === null);
      const offsetMs = bench.client.live.getState().clockOffsetMs ?? Number.NaN;
      expect(Math.abs(offsetMs - (bench.serverClock.now() - bench.clock.now()))).toBeLessThanOrEqual(500);
      expect((await tap(bench)).outcome.kind).toBe("known");
    },
  );
});

describe("a refusal", () => {
  test.each([
    ["FORBIDDEN", 403],
    ["KEY_REUSED", 422],
    ["DATABASE_UNAVAILABLE", 503],
  ] as const)("%s is final: the server is not asked", async (code, httpStatus) => {
    const bench = await startLiveBench();
    bench.world.onSwitch = async () => {
      throw new SmallRefusal("FORBIDDEN", { code, httpStatus, retryAfterSeconds: 3 });
    };
    const { outcome } = await tap(bench);
    expect(outcome).toMatchObject({ kind: "refused", code, message: `Refused: ${code}`, retryAfterSeconds: 3 });
    expect(bench.server.requests.filter(isAsk)).toEqual([]);
  });

  test("[C2, CM-3] of the deadline alone says that it came too late: expired, never sent, and the clock is measured anew", async () => {
    const bench = await startLiveBench();
    const issues = [{ path: "validUntil", message: "The deadline is in the past" }];
    bench.world.onSwitch = async () => {
      throw new SmallRefusal("BAD_REQUEST", { code: "VALIDATION", httpStatus: 400, issues });
    };
    const { outcome } = await tap(bench);
    expect(outcome).toMatchObject({ kind: "expired", message: "Expired · never sent" });
    expect(bench.server.requests.filter(isAsk)).toEqual([]);
    expect(bench.client.live.whyNoCommand()).toBe("clock-unknown");
    await pass(bench, () => bench.client.live.whyNoCommand() === null);
  });
});

describe("a request without answer", () => {
  test("[C2] the server did the work and the answer was lost: asked by key, its state is the outcome", async () => {
    const bench = await startLiveBench();
    bench.server.cut = { when: "answer", path: isSwitch };
    const { outcome, steps } = await tap(bench);
    expect(outcome).toMatchObject({ kind: "known", command: { state: "acknowledged" }, answer: null });
    expect(bench.world.switches).toHaveLength(1);
    expect(stepsOf(steps)).toEqual(["sending", "asking"]);
  });

  test("[C2] while the server still works on it asking goes on, and ends with what became of it", async () => {
    const bench = await startLiveBench();
    bench.world.onSwitch = async (input) => bench.world.accept(input, "sent");
    bench.server.cut = { when: "answer", path: isSwitch };
    bench.client.live.onItem(() => {});
    const wait = tap(bench);
    await until(() => bench.world.calls.filter((path) => path === "relays.command").length > 1);
    const key = bench.world.switches[0]?.key ?? "";
    const command = bench.world.commands.get(key);
    if (command !== undefined) bench.world.commands.set(key, { ...command, state: "unconfirmed" });
    const { outcome, steps } = await wait;
    expect(outcome).toMatchObject({ kind: "known", command: { state: "unconfirmed" } });
    expect(stepsOf(steps)).toContain("under-way");
  });

  test("[C2] it never arrived: asking until the deadline is over, then expired, and no second request", async () => {
    const bench = await startLiveBench();
    bench.server.cut = { when: "before", path: isSwitch };
    const tappedAt = bench.clock.monotonic();
    const { outcome, steps } = await tap(bench);
    expect(outcome).toMatchObject({ kind: "expired", message: "Expired · never sent" });
    expect(bench.clock.monotonic() - tappedAt).toBeGreaterThan(11_000);
    // Two questions, of the key and of who asks; each takes of the hand's time as long as the machine does.
    expect(bench.clock.monotonic() - tappedAt).toBeLessThanOrEqual(12_500);
    expect(bench.server.requests.filter(isSwitch)).toHaveLength(1);
    expect(steps.filter((step) => step.step === "asking").length).toBeGreaterThan(2);
    await bench.clock.advance(120_000);
    expect(bench.world.switches).toEqual([]);
  });

  test("[C2] another window signed somebody else in: that they have no such key proves nothing", async () => {
    const bench = await startLiveBench();
    bench.server.cut = { when: "before", path: isSwitch };
    const wait = tap(bench);
    bench.world.user = { ...sampleUser, id: sampleId("usr", 2) };
    const { outcome } = await wait;
    expect(outcome).toMatchObject({ kind: "unknown", reason: "signed-out" });
    expect(bench.world.calls).toContain("relays.command");
  });

  test("[C2] a question under way when the deadline passes is followed at once by the one whose answer is proof", async () => {
    const clock = new ManualClock();
    let slowAnswerAt = Number.NaN;
    // Questions take of the hand's time as long as the machine does; when they begin is the client's own.
    const askedAt: number[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const isQuestion = (input instanceof Request ? input.url : input.toString()).includes("relays.command");
      if (isQuestion) askedAt.push(clock.monotonic());
      const response = await globalThis.fetch(input, init);
      const isAsked = isQuestion && clock.monotonic() > 6_500;
      if (!isAsked || !Number.isNaN(slowAnswerAt)) return response;
      await clock.advance(4_900);
      slowAnswerAt = clock.monotonic();
      return response;
    };
    const bench = await startLiveBench({ clock, fetch });
    bench.server.cut = { when: "before", path: isSwitch };
    const { outcome } = await tap(bench);
    expect(outcome.kind).toBe("expired");
    expect(slowAnswerAt).toBeGreaterThan(11_000);
    const proofAskedAt = askedAt.find((at) => at > 11_000) ?? Number.NaN;
    expect(proofAskedAt - slowAnswerAt).toBeLessThanOrEqual(500);
  });

  test("[C2] what is not known of the server's clock is waited for before saying expired", async () => {
    const clock = new ManualClock();
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      if (response.url.includes("status.get")) await clock.advance(3_000);
      return response;
    };
    const bench = await startLiveBench({ clock, fetch });
    await until(() => bench.client.live.getState().clockOffsetMs === 1_500 - 3_000);
    bench.server.cut = { when: "before", path: isSwitch };
    const tappedAt = clock.monotonic();
    expect((await tap(bench)).outcome.kind).toBe("expired");
    expect(clock.monotonic() - tappedAt).toBeGreaterThan(12_500);
  });

  test("[C2] nobody answers for longer than the deadline: still asking, and the truth is told when the server is back", async () => {
    const bench = await startLiveBench();
    bench.server.cut = { when: "answer", path: (path) => isSwitch(path) || isAsk(path) };
    const wait = tap(bench);
    const askedSince = bench.clock.monotonic();
    await until(() => bench.clock.monotonic() > askedSince + 30_000);
    bench.server.cut = null;
    expect((await wait).outcome).toMatchObject({ kind: "known", command: { state: "acknowledged" } });
    expect(bench.world.switches).toHaveLength(1);
  });

  test("closing the client ends the asking with an honest unknown, which does not lay it to the server", async () => {
    const bench = await startLiveBench();
    bench.server.cut = { when: "answer", path: (path) => isSwitch(path) || isAsk(path) };
    const wait = tap(bench);
    await until(() => bench.server.requests.some(isAsk));
    bench.client.close();
    const message = "The client stopped waiting. Whether it was sent is not known.";
    expect((await wait).outcome).toMatchObject({ kind: "unknown", reason: "stopped", message });
  });
});

describe("a client that was closed", () => {
  test("[C2, HD-5] gives nothing and takes nothing back, and says that nothing was sent", async () => {
    const bench = await startLiveBench();
    bench.client.close();
    bench.client.live.start();
    const requests = bench.server.requests.length;
    const notGiven = { kind: "not-given", reason: "closed", message: "The client is closed, so nothing was sent." };
    expect(await tap(bench)).toEqual({ outcome: notGiven, steps: [] });
    expect(await bench.client.commands.cancel({ commandId: sampleId("cmd", 1) })).toEqual(notGiven);
    expect(bench.server.requests).toHaveLength(requests);
  });
});

describe("cancel", () => {
  test("the command as it is afterwards, or the refusal", async () => {
    const bench = await startLiveBench();
    await tap(bench);
    expect(await bench.client.commands.cancel({ commandId: sampleId("cmd", 1) })).toMatchObject({
      kind: "known",
      command: { state: "cancelled" },
    });
    expect(await bench.client.commands.cancel({ commandId: sampleId("cmd", 9) })).toMatchObject({
      kind: "refused",
      code: "NOT_FOUND",
    });
  });

  test("[C1, ST-2] a server that does not know whether it was taken back: unknown, and no refusal", async () => {
    const bench = await startLiveBench();
    await tap(bench);
    bench.world.onCancel = () => {
      throw new SmallRefusal("GATEWAY_TIMEOUT", { code: "UNCONFIRMED", httpStatus: 504 });
    };
    const outcome = await bench.client.commands.cancel({ commandId: sampleId("cmd", 1) });
    expect(outcome).toEqual({ kind: "unknown", message: outcomeMessages.unknown });
  });

  test("closing the client meanwhile: unknown, because nobody waits any more", async () => {
    const bench = await startLiveBench();
    await tap(bench);
    bench.server.cut = { when: "answer", path: (path) => path.includes("relays.cancel") };
    const wait = bench.client.commands.cancel({ commandId: sampleId("cmd", 1) });
    bench.client.close();
    expect(await wait).toEqual({ kind: "unknown", message: outcomeMessages.stopped });
  });
});
