import type { CallOutcome } from "@relaydeck/core/relays/command";
import type { Effect } from "@relaydeck/simulator/faults";
import { afterEach, describe, expect, test } from "vitest";
import { createRig, until, type Rig, type RigKind, type RigOptions } from "./testing/rig.ts";

let rig: Rig | undefined;

afterEach(async () => {
  await rig?.dispose();
  rig = undefined;
});

async function facing(kind: RigKind, options: RigOptions = {}): Promise<Rig> {
  rig = await createRig(kind, options);
  return rig;
}

function fault(at: Rig, effect: Effect): void {
  at.simulator.control.addFault({ match: { operation: "function" }, effect });
}

const calls = (at: Rig) => at.simulator.control.requests().filter((request) => request.operation === "function");
const executed = (at: Rig) => at.simulator.control.device("P0SIM0001")?.executedCalls;
const hasArrived = (at: Rig) => until(() => calls(at).length > 0, "the call reached the cloud");

const html = "<html>Bad gateway</html>";
const busyHeaders = { "retry-after": "17" };

interface Row {
  readonly what: string;
  readonly effect: Effect;
  readonly outcome: Partial<CallOutcome>;
  readonly executed: number;
}

const rows: readonly Row[] = [
  { what: "execute, drop the reply", effect: { kind: "drop-reply" }, outcome: { kind: "unknown" }, executed: 1 },
  { what: "say ok, do nothing", effect: { kind: "no-execute" }, outcome: { kind: "done" }, executed: 0 },
  {
    what: "408 after executing",
    effect: { kind: "status", status: 408, execute: true },
    outcome: { kind: "unknown" },
    executed: 1,
  },
  { what: "408 without executing", effect: { kind: "status", status: 408 }, outcome: { kind: "unknown" }, executed: 0 },
  {
    what: "503 after executing",
    effect: { kind: "status", status: 503, execute: true },
    outcome: { kind: "unknown" },
    executed: 1,
  },
  { what: "500 without executing", effect: { kind: "status", status: 500 }, outcome: { kind: "unknown" }, executed: 0 },
  { what: "529", effect: { kind: "status", status: 529 }, outcome: { kind: "unknown" }, executed: 0 },
  { what: "HTML at 502", effect: { kind: "status", status: 502, body: html }, outcome: { kind: "unknown" }, executed: 0 },
  {
    what: "HTML at 200",
    effect: { kind: "status", status: 200, body: html, execute: true },
    outcome: { kind: "unknown" },
    executed: 1,
  },
  {
    what: "an empty 200",
    effect: { kind: "status", status: 200, body: "", execute: true },
    outcome: { kind: "unknown" },
    executed: 1,
  },
  {
    what: "invalid JSON",
    effect: { kind: "status", status: 200, body: '{"return_val' },
    outcome: { kind: "unknown" },
    executed: 0,
  },
  {
    what: "10 MB",
    effect: { kind: "status", status: 200, body: "x".repeat(10_000_000) },
    outcome: { kind: "unknown" },
    executed: 0,
  },
  {
    what: "a redirect",
    effect: { kind: "status", status: 302, body: {}, headers: { location: "/v1/devices" } },
    outcome: { kind: "unknown" },
    executed: 0,
  },
  { what: "400", effect: { kind: "status", status: 400 }, outcome: { kind: "refused", code: "DEVICE_REFUSED" }, executed: 0 },
  { what: "404", effect: { kind: "status", status: 404 }, outcome: { kind: "refused", code: "DEVICE_REFUSED" }, executed: 0 },
  {
    what: "404 not connected",
    effect: { kind: "status", status: 404, body: { ok: false, error: "Device is not connected" } },
    outcome: { kind: "not-sent", code: "DEVICE_NOT_CONNECTED" },
    executed: 0,
  },
  {
    what: "200 ok:false",
    effect: { kind: "status", status: 200, body: { ok: false, error: "No" } },
    outcome: { kind: "refused", code: "DEVICE_REFUSED" },
    executed: 0,
  },
  {
    what: "401",
    effect: { kind: "status", status: 401 },
    outcome: { kind: "not-sent", code: "PROVIDER_UNAVAILABLE" },
    executed: 0,
  },
  {
    what: "403",
    effect: { kind: "status", status: 403 },
    outcome: { kind: "not-sent", code: "PROVIDER_UNAVAILABLE" },
    executed: 0,
  },
  {
    what: "429",
    effect: { kind: "status", status: 429, headers: busyHeaders },
    outcome: { kind: "not-sent", code: "PROVIDER_BUSY", retryAfterSeconds: 17 },
    executed: 0,
  },
];

describe.each<RigKind>(["in process", "over HTTP"])("a function call %s", (kind) => {
  test("[CM-9] runs once at the device, with the argument given, and says what it returned", async () => {
    const at = await facing(kind);
    let sent = 0;
    expect(await at.call({ onSent: () => (sent += 1) })).toEqual({ kind: "done", returnValue: 1 });
    expect(at.simulator.control.device("P0SIM0001")).toMatchObject({
      executedCalls: 1,
      lastCall: { name: "ctrl_relay1", argument: "on", returnValue: 1 },
    });
    expect(sent).toBe(1);
    expect(at.records).toMatchObject([
      {
        endpoint: "/v1/devices/:id/:function",
        method: "POST",
        providerId: at.device(1),
        status: 200,
        success: true,
        errorMessage: null,
      },
    ]);
  });

  test.each(rows)("[CM-5] fault $what", async (row) => {
    const at = await facing(kind);
    fault(at, row.effect);
    expect(await at.call()).toMatchObject(row.outcome);
    expect(executed(at)).toBe(row.executed);
    expect(calls(at)).toHaveLength(1);
    expect(at.records).toHaveLength(1);
  });

  test("[D35] without an answer it stays open for 60 s after sending, then the outcome is unknown", async () => {
    const at = await facing(kind);
    fault(at, { kind: "hang" });
    let outcome: CallOutcome | undefined;
    void at.call().then((told) => (outcome = told));
    await hasArrived(at);
    await at.advance(59_999);
    expect(outcome).toBeUndefined();
    await at.advance(1);
    await until(() => outcome !== undefined, "an outcome");
    expect(outcome).toEqual({ kind: "unknown", reason: "no answer came in time" });
    expect(calls(at)).toHaveLength(1);
  });

  test("[D35] an answer that comes after the deadline is still taken as evidence", async () => {
    const at = await facing(kind);
    fault(at, { kind: "delay", ms: 20_000 });
    const called = at.call();
    await hasArrived(at);
    await at.advance(20_000);
    expect(await called).toEqual({ kind: "done", returnValue: 1 });
  });

  test("[CM-5] a device out of reach leaves the outcome unknown", async () => {
    const at = await facing(kind);
    at.simulator.control.patchDevice("P0SIM0001", { reachable: false });
    const called = at.call();
    await hasArrived(at);
    await at.advance(10_000);
    expect(await called).toMatchObject({ kind: "unknown" });
  });

  test.each([
    ["a bad argument", { argument: "maybe" }, { code: "DEVICE_REFUSED", returnValue: -1 }],
    ["a function it has not", { name: "ctrl_relay9" }, { code: "DEVICE_REFUSED" }],
    ["a device that is not ours", { providerId: "0".repeat(24) }, { code: "DEVICE_REFUSED" }],
  ])("[checklist 17] %s is refused, with a reason and once", async (_, change, outcome) => {
    const at = await facing(kind);
    expect(await at.call(change)).toMatchObject({ kind: "refused", ...outcome });
    expect(calls(at)).toHaveLength(1);
  });

  test("[CM-3] after its deadline no call reaches the cloud", async () => {
    const at = await facing(kind);
    let sent = 0;
    const outcome = await at.call({ validUntilMonotonic: at.clock.monotonic(), onSent: () => (sent += 1) });
    expect(outcome).toMatchObject({ kind: "not-sent", code: "COMMAND_EXPIRED" });
    expect([sent, calls(at).length, at.records.length]).toEqual([0, 0, 0]);
  });

  test("[AZ-2] what must not leave any more does not, also where it might when the call began", async () => {
    const at = await facing(kind);
    const said = [true, false];
    const outcome = await at.call({ mayLeave: () => said.shift() ?? false });
    expect(outcome.kind).toBe("not-sent");
    expect([said.length, calls(at).length]).toEqual([0, 0]);
  });

  test("[TI-1] a jump of the wall clock neither ends nor extends a deadline", async () => {
    const at = await facing(kind);
    at.clock.jumpWall(3_600_000);
    expect(await at.call()).toMatchObject({ kind: "done" });
    at.clock.jumpWall(-7_200_000);
    expect(await at.call({ validUntilMonotonic: at.clock.monotonic() })).toMatchObject({ code: "COMMAND_EXPIRED" });
  });

  test("[CM-5] given up before sending it is not sent, afterwards unknown", async () => {
    const at = await facing(kind);
    expect(await at.call({ signal: AbortSignal.abort() })).toMatchObject({ kind: "not-sent", code: "PROVIDER_UNAVAILABLE" });
    expect(calls(at)).toHaveLength(0);
    fault(at, { kind: "hang" });
    const abort = new AbortController();
    const called = at.call({ signal: abort.signal });
    await hasArrived(at);
    abort.abort();
    expect(await called).toMatchObject({ kind: "unknown" });
  });

  test("[checklist 17] after a token refusal at most one call a minute probes it, and a good one opens the way", async () => {
    const at = await facing(kind);
    at.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "status", status: 401 }, times: 2 });
    await at.call();
    const refusedSince = at.clock.now();
    for (let second = 0; second < 119; second += 1) {
      await at.advance(1_000);
      expect(await at.call()).toMatchObject({ kind: "not-sent", code: "PROVIDER_UNAVAILABLE" });
    }
    expect(calls(at)).toHaveLength(2);
    expect(at.provider.tokenRefusedSince()).toBe(refusedSince);
    await at.advance(1_000);
    expect(await at.call()).toMatchObject({ kind: "done" });
    expect(await at.call()).toMatchObject({ kind: "done" });
    expect(at.provider.tokenRefusedSince()).toBeNull();
  });

  test("[checklist 17] of many calls at once only one is the probe, also while its answer is out", async () => {
    const at = await facing(kind);
    fault(at, { kind: "status", status: 401 });
    await at.call();
    await at.advance(60_000);
    fault(at, { kind: "delay", ms: 5_000 });
    const called = Array.from({ length: 10 }, () => at.call());
    await until(() => calls(at).length === 2, "the probe arrived");
    await at.advance(5_000);
    const outcomes = (await Promise.all(called)).map((outcome) => outcome.kind);
    expect(outcomes.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["done", ...Array.from({ length: 9 }, () => "not-sent")]);
    expect(calls(at)).toHaveLength(2);
  });

  test("[checklist 17] a wrong token is not sent", async () => {
    const at = await facing(kind, { token: "6".repeat(40) });
    expect(await at.call()).toMatchObject({ kind: "not-sent", code: "PROVIDER_UNAVAILABLE" });
    expect(executed(at)).toBe(0);
  });

  test("[LG-2] neither records nor outcomes hold the token, even when the cloud repeats it", async () => {
    const at = await facing(kind);
    const { token } = at.simulator.account;
    fault(at, { kind: "status", status: 400, body: { ok: false, error: `No: ${token}` } });
    expect(JSON.stringify([await at.call(), at.records])).not.toContain(token);
    expect(at.records).toMatchObject([{ errorMessage: "No: …" }]);
  });

  test("through the product's routes", async () => {
    const at = await facing(kind, { productId: "4711" });
    expect(await at.call()).toEqual({ kind: "done", returnValue: 1 });
    expect(at.records[0]?.endpoint).toBe("/v1/products/:product/devices/:id/:function");
    expect(await at.call({ providerId: "0".repeat(24) })).toMatchObject({ kind: "refused" });
  });

  test("[CM-5] a cloud that cannot be reached has got nothing", async () => {
    const at = await facing(kind);
    await at.transport.close();
    expect(await at.call()).toMatchObject({ kind: "not-sent", code: "PROVIDER_UNAVAILABLE" });
    expect(calls(at)).toHaveLength(0);
    expect(at.records).toMatchObject([{ status: null, success: false }]);
  });
});
