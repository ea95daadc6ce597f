import { describe, expect, test } from "vitest";
import { broughtBack, isGone, keep, newsOf, noDeeds, renewed, tookAway } from "./kept-rows.ts";

const row = (id: string, value = "") => ({ id, value });
const page = (ids: string, total = ids.length) => ({ rows: [...ids].map((id) => row(id)), total });
const none: ReadonlySet<string> = new Set();
const quiet = { added: 0, hasMoved: false };

describe("rows under the pointer", () => {
  test("keep their order and their number, and show what is known of them now", () => {
    const kept = renewed(keep(page("abc")), [row("c", "new"), row("x"), row("a")]);
    expect(kept.order.map((id) => kept.rowsById.get(id))).toEqual([row("a"), row("b"), row("c", "new")]);
  });

  test("the same page is no news", () => {
    expect(newsOf(keep(page("abc", 9)), page("abc", 9), none)).toEqual(quiet);
  });

  test("what came is counted, although as many fell off the end of the page", () => {
    expect(newsOf(keep(page("abc", 9)), page("xya", 11), none)).toEqual({ added: 2, hasMoved: false });
  });

  test("another order, and rows that are gone, are told without a number", () => {
    expect(newsOf(keep(page("abc", 9)), page("bac", 9), none)).toEqual({ added: 0, hasMoved: true });
    expect(newsOf(keep(page("abc", 9)), page("abd", 8), none)).toEqual({ added: 0, hasMoved: true });
    expect(newsOf(keep(page("abc", 3)), page("ab", 2), none)).toEqual({ added: 0, hasMoved: true });
  });

  test("what this page deleted itself is no news, and neither is what moved up for it", () => {
    expect(newsOf(keep(page("abc", 9)), page("acd", 8), new Set("b"))).toEqual(quiet);
    expect(newsOf(keep(page("abc", 9)), page("xac", 9), new Set("b"))).toEqual({ added: 1, hasMoved: false });
  });

  test("what somebody else brought back is gone no longer; a change before it was deleted is no such thing", () => {
    const taken = new Map([["b", 4]]);
    const goneAt = (version: number) => isGone({ id: "b", version }, taken);
    expect([3, 4, 5, 6, 9].map(goneAt)).toEqual([true, true, true, false, false]);
    expect(isGone({ id: "a", version: 1 }, taken)).toBe(false);
  });

  test("what this page brought back and takes away again before it is read is gone when it is read", () => {
    const thing = { id: "b", version: 4 };
    const once = tookAway(noDeeds, [thing]);
    const restored = broughtBack(once, ["b"]);
    expect(isGone(thing, restored.gone)).toBe(false);
    const again = tookAway(restored, [thing]).gone;
    expect([4, 6, 7, 8].map((version) => isGone({ id: "b", version }, again))).toEqual([true, true, true, false]);
  });

  test("of a list that is not counted the new ones on its page are", () => {
    const [was, is] = [
      { rows: [row("c"), row("b")], total: null },
      { rows: [row("d"), row("c")], total: null },
    ];
    expect(newsOf(keep(was), is, none)).toEqual({ added: 1, hasMoved: false });
  });
});
