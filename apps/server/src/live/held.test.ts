/** What is kept does not depend on how it came. [WS-6] */
import { socketLimits } from "@relaydeck/contract/limits";
import { LiveMessage } from "@relaydeck/api/live/item";
import { expect, test } from "vitest";
import { Held } from "./held.ts";

/** Only what a message's key is made of. */
function message(number: number, kind: "device" | "activity", deviceId = ""): LiveMessage {
  return new LiveMessage({ id: `e-${number}`, number }, { kind, device: { id: deviceId } } as never);
}

/** Events of three devices, and every fourth a line of history. */
function burst(count: number): readonly LiveMessage[] {
  return Array.from({ length: count }, (_, at) =>
    at % 4 === 3 ? message(at, "activity") : message(at, "device", `dev_${at % 3}`),
  );
}

function kept(held: Held): readonly string[] {
  return held.inOrder().map(({ id, item }) => ("collapsed" in item ? `${id} collapsed` : id));
}

function addInLists(messages: readonly LiveMessage[], length: number): Held {
  const held = new Held();
  for (let from = 0; from < messages.length; from += length) held.add(messages.slice(from, from + length));
  return held;
}

test.each([2, 3, 5, 16, 40])("[WS-6] in lists of %i the same is kept as one by one", (length) => {
  const messages = burst(40);
  const oneByOne = kept(addInLists(messages, 1));
  expect(oneByOne).toHaveLength(13);
  expect(oneByOne.filter((line) => line.endsWith("collapsed"))).toHaveLength(3);
  expect(kept(addInLists(messages, length))).toEqual(oneByOne);
});

test("[WS-6] readers who are given the same list keep it each by itself", () => {
  const all = burst(60);
  const shared = all.slice(0, 40);
  const [first, second] = [new Held(), new Held()];
  first.add(shared);
  first.add(all.slice(40));
  second.add(shared);
  expect(kept(second)).toEqual(kept(addInLists(shared, 1)));
  expect(kept(first)).toEqual(kept(addInLists(all, 1)));
});

test("[WS-6] a key that came once is not marked", () => {
  const held = new Held();
  held.add([message(1, "device", "dev_a"), message(2, "device", "dev_b")]);
  expect(kept(held)).toEqual(["e-1", "e-2"]);
});

test.each([1, 7, 5_000])("[WS-6] in lists of %i one line of history too many empties everything, for good", (length) => {
  const lines = Array.from({ length: socketLimits.heldHistory + 1 }, (_, at) => message(at, "activity"));
  const full = addInLists(lines.slice(1), length);
  expect(full.isOverflowing).toBe(false);
  expect(full.inOrder()).toHaveLength(socketLimits.heldHistory);
  const over = addInLists([message(9_999, "device", "dev_a"), ...lines], length);
  expect(over.isOverflowing).toBe(true);
  over.add(burst(4));
  expect(over.inOrder()).toEqual([]);
});
