import { describe, expect, test } from "vitest";
import { shortcutOf, singleKeys, type KeyPlace, type KeyPress } from "./keys.ts";

const press = (key: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  ...over,
});
const onPage: KeyPlace = { isTyping: false, isInOverlay: false, hasSelection: false, singleKeysOn: true };
const keys = Object.keys(singleKeys);

describe("[HD-6] single keys", () => {
  test("each does what the list says, the question mark with Shift, letters also under Caps Lock", () => {
    expect(keys.map((key) => shortcutOf(press(key), onPage))).toEqual(Object.values(singleKeys));
    expect(shortcutOf(press("?", { shiftKey: true }), onPage)).toBe("help");
    expect(shortcutOf(press("/", { shiftKey: true }), onPage)).toBe("filter");
    expect(shortcutOf(press("E"), onPage)).toBe("edit");
    expect(shortcutOf(press("E", { shiftKey: true }), onPage)).toBeNull();
  });

  test.each<[string, Partial<KeyPlace>]>([
    ["in a field", { isTyping: true }],
    ["in a dialog, menu or list", { isInOverlay: true }],
    ["with text selected", { hasSelection: true }],
    ["switched off", { singleKeysOn: false }],
  ])("none %s", (_, place) => {
    expect(keys.map((key) => shortcutOf(press(key), { ...onPage, ...place }))).toEqual(keys.map(() => null));
  });

  test.each<[string, Partial<KeyPress>]>([
    ["Alt", { altKey: true }],
    ["AltGr", { altKey: true, ctrlKey: true }],
    ["Ctrl", { ctrlKey: true }],
    ["⌘", { metaKey: true }],
    ["a character under way", { isComposing: true }],
  ])("none with %s", (_, over) => {
    const others = keys.filter((key) => key !== "k");
    expect(others.map((key) => shortcutOf(press(key, over), onPage))).toEqual(others.map(() => null));
  });

  test("a key that is held goes on through the devices and does nothing else again", () => {
    const held = keys.map((key) => shortcutOf(press(key, { repeat: true }), onPage)).filter((shortcut) => shortcut !== null);
    expect(held).toEqual(["next", "previous"]);
  });

  test("no other key means anything, least of all those that press a button", () => {
    const all = [..."abcdefghijklmnopqrstuvwxyz0123456789,.-+#", "Enter", " ", "ArrowDown", "Escape", "F8", "Delete"];
    const others = all.filter((key) => !keys.includes(key));
    expect(others.map((key) => shortcutOf(press(key), onPage))).toEqual(others.map(() => null));
  });
});

describe("the palette", () => {
  test("opens by Ctrl K and ⌘ K, also from a field and with single keys off; not with Alt or Shift", () => {
    const nowhere: KeyPlace = { isTyping: true, isInOverlay: true, hasSelection: true, singleKeysOn: false };
    expect(shortcutOf(press("k", { ctrlKey: true }), nowhere)).toBe("palette");
    expect(shortcutOf(press("K", { metaKey: true }), nowhere)).toBe("palette");
    expect(shortcutOf(press("k", { ctrlKey: true, altKey: true }), nowhere)).toBeNull();
    expect(shortcutOf(press("k", { ctrlKey: true, shiftKey: true }), nowhere)).toBeNull();
    expect(shortcutOf(press("k", { ctrlKey: true, repeat: true }), nowhere)).toBeNull();
  });
});
