import { expect, test } from "vitest";
import { common } from "../texts/en/shell.ts";
import { formatsFor } from "../texts/formats.ts";
import { browserHop, cloudHop, headerWord, hearsServer, hopLooks, worseOf, type LinkFacts } from "./link-view.ts";
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
] as const)("browser to server %#", (facts, state, text) => {
  expect(browserHop(facts, wording)).toEqual({ state, text });
});

test.each([
  [null, "unknown", "Not known"],
  [aStatus(), "connected", "Connected"],
  [aStatus({ connectionStatus: "connecting", lastSync: ago(2 * minute) }), "connecting", "Reconnecting since 14:00"],
  [aStatus({ connectionStatus: "connecting", rateLimitUsed: 10_000 }), "connecting", "Slowed down: limit reached"],
  [aStatus({ connectionStatus: "disconnected", lastSync: ago(minute) }), "disconnected", "No connection since 14:01"],
  [aStatus({ connectionStatus: "disconnected", lastSync: null }), "disconnected", "No connection"],
] as const)("server to device cloud %#", (status, state, text) => {
  expect(cloudHop(status, wording)).toEqual({ state, text });
});

test("[HD-5] a page that hears nothing does not repeat what the server said of its link", () => {
  const heard = (["live", "refused", "updating", "down"] as const).filter((link) => hearsServer({ link }));
  expect(heard).toEqual(["live", "refused"]);
  expect(worseOf(browserHop(down({ tries: 3 }), wording), cloudHop(null, wording))).toBe("disconnected");
});

test("[D40] the header shows the worse of both hops, in words, shape and colour", () => {
  const fine = browserHop(live, wording);
  const lost = cloudHop(aStatus({ connectionStatus: "disconnected" }), wording);
  const slow = cloudHop(aStatus({ connectionStatus: "connecting" }), wording);
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
