import { describe, expect, test } from "vitest";
import { changesOf, isEmpty, rebased } from "./edit-draft.ts";

const base = { name: "Cabin", ownerId: "", isConnected: true };

describe("[D24, AD-3] an edit", () => {
  test("sends what differs and nothing else", () => {
    expect(changesOf(base, base)).toEqual({});
    expect(changesOf(base, { ...base, name: "Boat" })).toEqual({ name: "Boat" });
    expect(changesOf(base, { ...base, isConnected: false })).toEqual({ isConnected: false });
  });

  test("blanks at the ends change nothing", () => {
    expect(changesOf(base, { ...base, name: " Cabin " })).toEqual({});
    expect(changesOf(base, { ...base, name: " Boat " })).toEqual({ name: " Boat " });
    expect([isEmpty("  "), isEmpty(" x "), isEmpty(false)]).toEqual([true, false, false]);
  });

  test("stands over a newer version of the row; what was not touched follows the row", () => {
    const newer = { name: "Hut", ownerId: "usr_1", isConnected: true };
    expect(rebased(base, { ...base, name: "Boat" }, newer)).toEqual({ name: "Boat", ownerId: "usr_1", isConnected: true });
    expect(rebased(base, base, newer)).toEqual(newer);
  });
});
