import { turn } from "@relaydeck/kit/testing/manual-clock";
import { describe, expect, test } from "vitest";
import { HashGate, hashesAtOnce } from "./hash-gate.ts";

describe("hash gate", () => {
  test("[PW-5] of 50 parallel pieces of work at most 4 run at once, in order, and all are done", async () => {
    const gate = new HashGate();
    const order: number[] = [];
    let most = 0;
    const all = Array.from({ length: 50 }, (_, index) =>
      gate.run(async () => {
        most = Math.max(most, gate.running);
        order.push(index);
        await turn();
        return index;
      }),
    );
    const results = await Promise.all(all);
    expect(most).toBe(hashesAtOnce);
    expect(hashesAtOnce).toBeLessThanOrEqual(4);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(results.map((result) => result.ok && result.value)).toEqual(order);
    expect([gate.running, gate.waiting]).toEqual([0, 0]);
  });

  test("[PW-5] who finds the queue full is refused with 503 and a time to wait", async () => {
    const gate = new HashGate({ atOnce: 1, waiting: 1 });
    let release = () => {};
    const running = gate.run(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const waiting = gate.run(async () => "done");
    expect(await gate.run(async () => "never")).toMatchObject({ ok: false, error: { code: "OVERLOADED", retryAfterSeconds: 2 } });
    release();
    expect([await running, await waiting]).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: "done" },
    ]);
  });

  test("[PW-5] work that throws frees its place", async () => {
    const gate = new HashGate({ atOnce: 1, waiting: 1 });
    await expect(gate.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await gate.run(async () => 1)).toEqual({ ok: true, value: 1 });
  });
});
