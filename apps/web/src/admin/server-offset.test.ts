import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { offsetAsked } from "./server-offset.ts";

/** A server whose clock goes as this machine's does, and whose next answer takes so long after it read its clock. */
function serverBehind(clock: ManualClock) {
  const server = { asked: 0, delayMs: 0, isThere: true };
  const ask = async () => {
    server.asked += 1;
    if (!server.isThere) throw new Error("No answer");
    const serverTime = new Date(clock.now()).toISOString();
    await clock.advance(server.delayMs);
    return { serverTime };
  };
  return { server, offset: offsetAsked(clock, ask) };
}

test("[D53] a slow answer holds until the next question, and not for good; a quick one is asked for once", async () => {
  const clock = new ManualClock();
  const { server, offset } = serverBehind(clock);
  server.delayMs = 30_000;
  expect(await offset()).toBe(-30_000);
  server.delayMs = 0;
  expect([await offset(), await offset(), server.asked]).toEqual([0, 0, 2]);
});

test("[D53] a clock that was set is measured anew, also where the first question after that is slow or has no answer", async () => {
  const clock = new ManualClock();
  const { server, offset } = serverBehind(clock);
  expect(await offset()).toBe(0);
  clock.jumpWall(-60_000);
  server.isThere = false;
  await expect(offset()).rejects.toThrow("No answer");
  server.isThere = true;
  server.delayMs = 10_000;
  expect(await offset()).toBe(-10_000);
  server.delayMs = 0;
  expect([await offset(), await offset(), server.asked]).toEqual([0, 0, 4]);
});
