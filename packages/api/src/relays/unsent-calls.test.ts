import { expect, test } from "vitest";
import type { LiveBody, LiveRow } from "../live/live-row.ts";
import { UnsentCalls } from "./unsent-calls.ts";

const asker = { id: "cmd_1", actorId: "usr_alex", deviceId: "dev_pump", sessionId: "ses_1" };
const access = (right: "none" | "view" | "control"): LiveBody => ({
  kind: "access",
  access: right,
  expiresAt: null,
  device: null,
});
const ended = (sessionId: string | null): LiveBody => ({ kind: "session-ended", sessionId });

/** True when this row of the live log stops the call. */
function stops(body: LiveBody, of: { userId?: string; deviceId?: string } = {}): boolean {
  const listeners: ((rows: readonly LiveRow[]) => void)[] = [];
  const calls = new UnsentCalls((listener) => {
    listeners.push(listener);
    return () => {};
  });
  const call = calls.begin(asker);
  const row = { number: 1, at: 0, userId: "usr_alex", deviceId: "dev_pump", ...of, body };
  for (const listener of listeners) listener([row]);
  return call.signal.aborted;
}

test.each([
  ["the right on the device ends", access("none"), {}, true],
  ["only looking is left of it", access("view"), {}, true],
  ["it is given anew", access("control"), {}, false],
  ["the right on another device ends", access("none"), { deviceId: "dev_barn" }, false],
  ["somebody else's right ends", access("none"), { userId: "usr_vera" }, false],
  ["the session ends", ended("ses_1"), {}, true],
  ["all sessions of the person end", ended(null), {}, true],
  ["another session of the person ends", ended("ses_2"), {}, false],
  ["somebody else's sessions end", ended(null), { userId: "usr_vera" }, false],
] as const)("[C6, AZ-2, SE-5] an unsent call when %s", (...[, body, of, isStopped]) => {
  expect(stops(body, of)).toBe(isStopped);
});
