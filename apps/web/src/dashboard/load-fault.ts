/**
 * What the measured current says against a reported contact. Pure. [C12, D54]
 *
 * It is a sentence about now: an old report, and one from before something was sent that nobody knows the end of, give none.
 */
import type { Relay } from "@relaydeck/contract/relays";
import type { RelayFacts } from "./relay-truth.ts";
import { isReportCurrent } from "./relay-view.ts";
import type { Wording } from "./words.ts";

export interface LoadFault {
  readonly number: number;
  readonly tone: "bad" | "warn";
  readonly text: string;
}

/** Null where nothing is the matter, or nobody knows. */
export function loadFault(facts: RelayFacts, wording: Wording): LoadFault | null {
  if (!isReportCurrent(facts)) return null;
  const { relay } = facts;
  const { number, name } = relay;
  const { faults } = wording.texts;
  if (relay.load === "current-while-off" && relay.state === "off") {
    return { number, tone: "bad", text: faults.currentFlows(name, amount(relay.milliamps ?? 0, wording)) };
  }
  if (relay.load === "no-load" && relay.state === "on" && relay.evidence === "contact") {
    return { number, tone: "warn", text: faults.noLoad(name) };
  }
  return unusual(relay, wording);
}

/** It is on and draws, but not what it usually does: a pump that runs dry, a heater that lost a rod. */
function unusual({ usual, milliamps, number, name, state, load }: Relay, wording: Wording): LoadFault | null {
  if (usual === null || milliamps === null || state !== "on" || load !== "ok") return null;
  if (milliamps >= usual.low && milliamps <= usual.high) return null;
  const { lessThanUsual, moreThanUsual } = wording.texts.faults;
  const say = milliamps < usual.low ? lessThanUsual : moreThanUsual;
  return {
    number,
    tone: "warn",
    text: say(name, amount(milliamps, wording), `${amount(usual.low, wording)}–${amount(usual.high, wording)}`),
  };
}

function amount(milliamps: number, { texts, formats }: Wording): string {
  return texts.relay.milliamps(formats.number(milliamps));
}
