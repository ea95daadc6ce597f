import { expect, test } from "vitest";
import { ago, anEntry, second } from "../testing/builders.ts";
import { joinedActivity } from "./activity-rows.ts";
import { withOlder } from "./older-pages.ts";

/** Entries number `from` to `to`, the newest first. */
const entries = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) =>
    anEntry({ id: `act_${from - index}`, timestamp: ago((9_000 - from + index) * second) }),
  );
const numbers = (list: readonly { id: string }[]) => list.map(({ id }) => Number(id.slice(4)));
const all = (from: number, to: number) => numbers(entries(from, to));

const first = entries(300, 201);
const pages = { clearedAt: null, entries: [...first, ...entries(200, 101)], isEnd: false };

test("[D46] news leaves older pages where they are, and each entry is there once", () => {
  const heard = entries(460, 301);
  expect(numbers(withOlder(first, pages, null).entries)).toEqual(all(300, 101));
  // The page holds 200 by itself: 40 of what it held when the page was read have left it at the end.
  expect(numbers(withOlder(joinedActivity(first, heard), pages, null).entries)).toEqual(all(460, 101));
  // Read anew by `r`: the 100 newest.
  expect(numbers(withOlder(entries(360, 261), pages, null).entries)).toEqual(all(360, 101));
});

test("[D46] where entries between could be missing the older pages go, and older ones can be read again", () => {
  const newest = entries(450, 351);
  expect(withOlder(newest, { ...pages, isEnd: true }, null)).toEqual({ entries: newest, isEnd: false });
});

test("[D45] older pages belong to the view that they were read for", () => {
  expect(withOlder(first, pages, ago(0)).entries).toBe(first);
  expect(withOlder(first, { ...pages, isEnd: true }, null).isEnd).toBe(true);
});
