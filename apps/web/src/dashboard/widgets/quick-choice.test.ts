import { expect, test } from "vitest";
import { aDevice, aRelay, idFor } from "../testing/builders.ts";
import { isSameChoice, mostQuickRelays, switchableRefs, toggledRefs } from "./quick-choice.ts";

const own = idFor("dev", "own");
const refs = Array.from({ length: mostQuickRelays }, (_, index) => ({ deviceId: own, relayNumber: index + 1 }));
const [first, second] = refs;

test("[D7, D39] what one may no longer switch, or see, is not among the chosen and holds no place of the eight", () => {
  const relays = refs.map(({ relayNumber }) => aRelay({ number: relayNumber }));
  const viewed = aDevice({ id: idFor("dev", "viewed"), userPermission: "view", relays: [aRelay()] });
  const chosen = [
    { deviceId: viewed.id, relayNumber: 1 },
    { deviceId: idFor("dev", "gone"), relayNumber: 1 },
    ...refs.slice(0, 6),
  ];
  const left = switchableRefs(chosen, [aDevice({ id: own, relays }), viewed]);
  expect(left).toEqual(refs.slice(0, 6));
  expect(refs.slice(6).reduce(toggledRefs, left)).toEqual(refs);
});

test("[D7] a tick goes to the end, a second one takes it away, and a ninth does nothing", () => {
  expect(toggledRefs(refs.slice(0, 1), { deviceId: own, relayNumber: 2 })).toEqual([first, second]);
  expect(toggledRefs(refs.slice(0, 2), { deviceId: own, relayNumber: 1 })).toEqual([second]);
  expect(toggledRefs(refs, { deviceId: own, relayNumber: 9 })).toBe(refs);
});

test("another order is another choice", () => {
  const some = refs.slice(0, 2);
  expect(isSameChoice(some, [...some])).toBe(true);
  expect(isSameChoice(some, some.toReversed())).toBe(false);
  expect(isSameChoice(some, refs.slice(0, 3))).toBe(false);
});
