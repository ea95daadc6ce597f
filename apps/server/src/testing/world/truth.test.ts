import { expect, test } from "vitest";
import { wasSince, type RelayMoment } from "./truth.ts";

/** Closed and with current, or open and without, or as said. */
function moment(at: number, closed: boolean, milliamps = closed ? 600 : 0): RelayMoment {
  return { at, closed, milliamps };
}

const on = { target: "on", since: 1_000 } as const;
const off = { target: "off", since: 1_000 } as const;

test.each([
  ["it was on and stays so", { claim: on, moments: [moment(0, true)], isTrue: true }],
  ["it went on after the send", { claim: on, moments: [moment(0, false), moment(1_500, true)], isTrue: true }],
  ["it was on before the send only", { claim: on, moments: [moment(0, true), moment(900, false)], isTrue: false }],
  ["it never moved", { claim: on, moments: [moment(0, false)], isTrue: false }],
  ["it went off after the send", { claim: off, moments: [moment(0, true), moment(1_500, false)], isTrue: true }],
  ["it went on, though off was wanted", { claim: off, moments: [moment(0, true)], isTrue: false }],
] as const)("[CM-6] by contacts: %s", (_what, { claim, moments, isTrue }) => {
  expect(wasSince("contacts", moments, claim)).toBe(isTrue);
});

test.each([
  ["current flows after the send", { claim: on, moments: [moment(0, false), moment(1_500, true)], isTrue: true }],
  ["closed without a load proves nothing", { claim: on, moments: [moment(0, false), moment(1_500, true, 0)], isTrue: false }],
  ["less than 50 mA proves nothing", { claim: on, moments: [moment(0, false), moment(1_500, true, 49)], isTrue: false }],
  ["current fell after the send", { claim: off, moments: [moment(0, true), moment(1_500, false)], isTrue: true }],
  ["open, but current never flowed", { claim: off, moments: [moment(0, false), moment(1_500, false)], isTrue: false }],
  ["current still flows", { claim: off, moments: [moment(0, true)], isTrue: false }],
] as const)("[CM-6] by current: %s", (_what, { claim, moments, isTrue }) => {
  expect(wasSince("plain", moments, claim)).toBe(isTrue);
});
