import { RelaydeckError, type ErrorCode } from "@relaydeck/client/relaydeck-error";
import { expect, test } from "vitest";
import { isBack, isGone } from "./lost-answer.ts";

function failed(code: ErrorCode, status: number): RelaydeckError {
  return new RelaydeckError({ code, status, message: "No", issues: [], retryAfterSeconds: null, errorId: null });
}
const there = [{ id: "alr_1" }, { id: "alr_2" }];
const gone = [{ id: "alr_2" }];

function lookingIn(now: readonly { readonly id: string }[] | null) {
  const read = () => (now === null ? Promise.reject(failed("NO_ANSWER", 0)) : Promise.resolve(now));
  return { read, isIt: ({ id }: { readonly id: string }) => id === "alr_1" };
}

test.each([
  { found: "is gone, and no answer came", error: failed("NO_ANSWER", 0), now: gone, wanted: true },
  { found: "is gone, and something in between answered", error: failed("UNKNOWN", 502), now: gone, wanted: true },
  { found: "is gone, and was so when it was asked again", error: failed("NOT_FOUND", 404), now: gone, wanted: true },
  { found: "is there, and no answer came", error: failed("NO_ANSWER", 0), now: there, wanted: false },
  { found: "cannot be read", error: failed("NO_ANSWER", 0), now: null, wanted: false },
  { found: "is gone, and the server refused", error: failed("RATE_LIMITED", 429), now: gone, wanted: false },
])("[HD-4] what was to be ended and $found", async ({ error, now, wanted }) => {
  expect(await isGone(error, lookingIn(now))).toBe(wanted);
});

test.each([
  { found: "is there, and no answer came", error: failed("NO_ANSWER", 0), now: there, wanted: true },
  { found: "is there, and something in between answered", error: failed("UNKNOWN", 502), now: there, wanted: true },
  { found: "is not there, and no answer came", error: failed("NO_ANSWER", 0), now: gone, wanted: false },
  { found: "cannot be read", error: failed("NO_ANSWER", 0), now: null, wanted: false },
  { found: "is there, and the server refused", error: failed("UNDO_NOT_POSSIBLE", 409), now: there, wanted: false },
])("[HD-4] what was to be brought back and $found", async ({ error, now, wanted }) => {
  expect(await isBack(error, lookingIn(now))).toBe(wanted);
});
