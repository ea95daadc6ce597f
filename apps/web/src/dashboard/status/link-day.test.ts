import { expect, test } from "vitest";
import { ago, minute, now, second } from "../testing/builders.ts";
import { linkDay } from "./link-day.ts";

const heard = { since: 0, unheardSince: null, now };

test("[C3] a gap that began after the drawing's last step is a gap already, and less than a second is one", () => {
  const begun = linkDay([{ from: ago(-20 * second), to: null }], heard);
  expect([begun.silent.length, begun.lostMs]).toEqual([1, second]);
  expect(linkDay([{ from: ago(900), to: ago(500) }], heard).lostMs).toBe(second);
  expect(linkDay([], heard)).toMatchObject({ silent: [], lostMs: 0 });
});

test("[C4] from when the page hears nothing it knows of no data, whatever it heard before", () => {
  const unheard = { since: 0, unheardSince: now - 2 * minute, now };
  expect(linkDay([], unheard).silent).toEqual([{ from: now - 2 * minute, to: now }]);
  expect(linkDay([], { ...unheard, unheardSince: now - 2 * second }).silent).toEqual([]);
  const ended = { from: ago(9 * minute), to: ago(8 * minute) };
  expect(linkDay([ended], unheard).lostMs).toBe(3 * minute);
  expect(linkDay([{ from: ago(3 * minute), to: null }], unheard).lostMs).toBe(3 * minute);
});

test("[C3, C4] of the time before the server listened at all there are no data", () => {
  const young = { ...heard, since: now - 3 * minute };
  const { span, silent, lostMs } = linkDay([], young);
  expect(silent).toEqual([{ from: span.from, to: now - 3 * minute }]);
  expect(lostMs).toBe(24 * 60 * minute - 3 * minute);
  expect(linkDay([{ from: ago(2 * minute), to: ago(minute) }], young).lostMs).toBe(lostMs + minute);
});
