import { expect, test } from "vitest";
import { common } from "../texts/en/shell.ts";
import { formatsFor } from "../texts/formats.ts";
import { hearsServer } from "./relay-truth.ts";
import { browserHop, cloudHop, headerWord, hopLooks, isPassing, openGapSince, worseOf, type LinkFacts } from "./link-view.ts";
import { ago, aStatus, minute, now } from "./testing/builders.ts";

const wording = { texts: common.link, formats: formatsFor("en", common.time, "UTC"), now };
const live: LinkFacts = { link: "live", phase: "live", downSince: null, tries: 0 };
const down = (more: Partial<LinkFacts>): LinkFacts => ({
  link: "down",
  phase: "reconnecting",
  downSince: now - minute,
  tries: 1,
  ...more,
});

test.each([
  [live, "connected", "Connected"],
  [down({ tries: 0 }), "connecting", "Reconnecting, try 1"],
  [down({ tries: 2 }), "connecting", "Reconnecting, try 2"],
  [down({ tries: 3 }), "disconnected", "No connection since 14:01"],
  [down({ phase: "no-network" }), "disconnected", "This device has no network"],
  [down({ phase: "first", tries: 0 }), "connecting", "Connecting..."],
  [down({ phase: "first", tries: 1 }), "disconnected", "No connection since 14:01"],
  // Connected again, and catching up.
  [down({ link: "updating", phase: "updating", tries: 1 }), "connecting", "Connecting..."],
  [down({ link: "updating", phase: "updating", tries: 4 }), "connecting", "Connecting..."],
] as const)("browser to server %#", (facts, state, text) => {
  expect(browserHop(facts, wording)).toEqual({ state, text });
});

test.each([
  [null, null, "unknown", "Not known"],
  [aStatus(), null, "connected", "Connected"],
  [aStatus({ connectionStatus: "connecting" }), now - 2 * minute, "connecting", "Reconnecting since 14:00"],
  [aStatus({ connectionStatus: "connecting" }), null, "connecting", "Reconnecting"],
  [aStatus({ isSlowedDown: true }), null, "connecting", "Slowed down: limit reached"],
  // Without its stream no data come at all, whatever the calls do.
  [aStatus({ connectionStatus: "connecting", isSlowedDown: true }), null, "connecting", "Reconnecting"],
  [aStatus({ connectionStatus: "disconnected" }), now - minute, "disconnected", "No connection since 14:01"],
  [aStatus({ connectionStatus: "disconnected", lastSync: ago(minute) }), null, "disconnected", "No connection"],
] as const)("server to device cloud %#", (...row) => {
  const [status, gapSince, state, text] = row;
  expect(cloudHop({ status, gapSince }, wording)).toEqual({ state, text });
});

test("[D40] an outage began where the open gap began, never at the last contact, which tries move", () => {
  const closed = { from: ago(20 * minute), to: ago(19 * minute) };
  expect(openGapSince([closed])).toBeNull();
  expect(openGapSince([closed, { from: ago(minute), to: null }])).toBe(now - minute);
});

test("[HD-5] a page that hears nothing does not repeat what the server said of its link", () => {
  const heard = (["live", "refused", "updating", "down"] as const).filter(hearsServer);
  expect(heard).toEqual(["live", "refused"]);
  expect(worseOf(browserHop(down({ tries: 3 }), wording), cloudHop({ status: null, gapSince: null }, wording))).toBe(
    "disconnected",
  );
});

test("[A3, HD-5] a link that is only asked passes for a second; one that was lost is told at once, also while it is updated", () => {
  const asked = (forMs: number) => isPassing(down({ link: "updating", phase: "updating", downSince: now - forMs }), now);
  expect([0, 999, 1_000, minute].map(asked)).toEqual([true, true, false, false]);
  expect(
    [live, down({ downSince: now }), down({ phase: "no-network", downSince: now })].map((link) => isPassing(link, now)),
  ).toEqual([false, false, false]);
});

test("[D40] the header shows the worse of both hops, in words, shape and colour", () => {
  const fine = browserHop(live, wording);
  const lost = cloudHop({ status: aStatus({ connectionStatus: "disconnected" }), gapSince: null }, wording);
  const slow = cloudHop({ status: aStatus({ connectionStatus: "connecting" }), gapSince: null }, wording);
  const words = [worseOf(fine, fine), worseOf(fine, slow), worseOf(slow, lost)].map((state) => [
    headerWord(state, common.link),
    hopLooks[state].icon,
  ]);
  expect(words).toEqual([
    ["Connected", "disc-tick"],
    ["Connecting...", "pulse-ring"],
    ["Disconnected", "square-x"],
  ]);
});
