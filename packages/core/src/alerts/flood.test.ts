import { expect, test } from "vitest";
import { heldAfter, heldUntil } from "./flood.ts";

const at = Date.UTC(2026, 10, 21, 14, 2);
const minuteMs = 60_000;

test("[D48, OB-2] a mail waits for the cooldown, the alert's twelfth within the hour, and the person's fiftieth within the day", () => {
  const free = { sinceLastMs: null, alertsTwelfthAt: null, personsFiftiethAt: null };
  expect(heldUntil(free, at)).toBeNull();
  expect(heldUntil({ ...free, sinceLastMs: 5 * minuteMs - 1 }, at)).toBe(at + 1);
  expect(heldUntil({ ...free, sinceLastMs: 5 * minuteMs }, at)).toBeNull();
  expect(heldUntil({ ...free, alertsTwelfthAt: at - 59 * minuteMs }, at)).toBe(at + minuteMs);
  expect(heldUntil({ ...free, alertsTwelfthAt: at - 60 * minuteMs, sinceLastMs: 10 * minuteMs }, at)).toBeNull();
  expect(heldUntil({ ...free, personsFiftiethAt: at - 60 * minuteMs, sinceLastMs: 0 }, at)).toBe(at + 23 * 60 * minuteMs);
  // A clock that was set back does not make it longer than the window.
  expect(heldUntil({ ...free, alertsTwelfthAt: at + 600 * minuteMs }, at)).toBe(at + 60 * minuteMs);
});

test("[OB-2] what may not be mailed is counted, with the first one's moment and the last one's word", () => {
  const [first, second] = [60, 90].map((value) => ({ kind: "power", on: false, at: at + value }) as const);
  if (first === undefined || second === undefined) throw new Error("two are made");
  const once = heldAfter(null, { occurrence: first, fires: true });
  expect(once).toEqual({ count: 1, since: first.at, last: first });
  expect(heldAfter(once, { occurrence: second, fires: true })).toEqual({ count: 2, since: first.at, last: second });
});

test("[OB-2] a mail that waits says when the last of it was over, at first, and is begun by nothing that does not go off", () => {
  const gone = { kind: "power", on: false, at } as const;
  const back = (later: number) => ({ occurrence: { kind: "power", on: true, at: at + later } as const, fires: false });
  const held = { count: 2, since: at, last: gone };
  const over = heldAfter(held, back(5));
  expect(over).toEqual({ ...held, over: at + 5 });
  expect(heldAfter(over, back(9))).toBe(over);
  expect(heldAfter(held, { occurrence: { kind: "online", at }, fires: false })).toBe(held);
  expect(heldAfter(null, back(5))).toBeNull();
  // Gone again: what waits is not over any more.
  expect(heldAfter(over, { occurrence: gone, fires: true })).toEqual({ count: 3, since: at, last: gone });
});
