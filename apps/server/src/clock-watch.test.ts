import { jsonLog } from "@relaydeck/kit/log";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { afterEach, expect, test } from "vitest";
import { addDevice, addPerson } from "./testing/people.ts";
import { startProduct, type StartedProduct } from "./testing/product.ts";

let started: StartedProduct | null = null;
afterEach(() => started?.close());

/** The warnings of a start, and of a device that is added then; the cloud's clock begins that far before ours. */
async function warningsWith(behindMs: number): Promise<readonly unknown[]> {
  const lines: string[] = [];
  const log = jsonLog({ level: "warn", now: () => 0, write: (line) => void lines.push(line) });
  started = await startProduct({ log, simulator: { startAt: new ManualClock().now() - behindMs } });
  const { product } = started;
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  await product.whileTimePasses(product.app.listener.settled());
  await addDevice(product, await addPerson(product));
  return lines.map((line): unknown => JSON.parse(line)).filter((line) => JSON.stringify(line).includes('"clock.'));
}

test.each([
  ["behind", 90_000],
  ["ahead of", -90_000],
])("[TI-1] a cloud whose clock is %s ours by more than 30 s is one warning at the start, naming both", async (_how, behindMs) => {
  const [warning, ...more] = await warningsWith(behindMs);
  expect([warning, more]).toEqual([expect.objectContaining({ event: "clock.apart" }), []]);
  const { action } = warning as { readonly action: string };
  const [ours = Number.NaN, theirs = Number.NaN] = [...action.matchAll(/20[\dT:.-]+Z/g)].map(([text]) => Date.parse(text));
  expect(Math.abs(ours - theirs - behindMs)).toBeLessThan(10_000);
  expect(action).toMatch(/^this machine's clock says .+, the device cloud's .+\. Set it right \(NTP\)/);
});

test("[TI-1] one that is near ours is none", async () => {
  expect(await warningsWith(20_000)).toEqual([]);
});
