import { expect, test } from "vitest";
import { template } from "./built-in.ts";
import { dropDraft, isGone, readDraft, takeDraft, waitingDraft, writeDraft } from "./draft-storage.ts";

function storageOf(entries: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const draft = { id: null, name: "Work", layout: template };

function placesOf(storage: ReturnType<typeof storageOf>) {
  const place = (tab: string, userId = "usr_1") => ({ storage, userId, tab });
  return { here: place("a"), there: place("b"), stranger: place("a", "usr_2") };
}

test("[HD-4] a draft is kept per person and tab, comes back as it was, and goes when it is dropped", () => {
  const storage = storageOf();
  const { here, there, stranger } = placesOf(storage);
  writeDraft(here, draft);
  expect(readDraft(here)).toEqual(draft);
  expect([readDraft(there), readDraft(stranger), waitingDraft(stranger)]).toEqual([null, null, null]);
  dropDraft(here);
  expect(storage.kept.size).toBe(0);
});

test("[HD-4] a tab drops its own draft and keeps another's, which then waits for whoever goes on with it", () => {
  const storage = storageOf();
  const { here, there } = placesOf(storage);
  writeDraft(there, { ...draft, name: "Theirs" });
  writeDraft(here, draft);
  expect(waitingDraft(here)?.tab).toBe("a");
  takeDraft(here, there);
  expect(readDraft(here)?.name).toBe("Work");
  dropDraft(here);
  expect(waitingDraft(here)?.tab).toBe("b");
  expect(waitingDraft(here, ["b"])).toBeNull();
  takeDraft(here, there);
  expect([readDraft(here)?.name, readDraft(there)]).toEqual(["Theirs", null]);
});

test("a draft that finds no room with this tab stays where it was", () => {
  const storage = storageOf();
  const { here, there } = placesOf(storage);
  writeDraft(there, draft);
  const full = { ...storage, length: 1, setItem: refuse };
  takeDraft({ ...here, storage: full }, { ...there, storage: full });
  expect(readDraft(there)).toEqual(draft);
});

test("what another tab says of a key is told as gone only for the draft there, and only when it is removed", () => {
  const { here } = placesOf(storageOf());
  const key = "relaydeck-layout-draft:usr_1:a";
  expect(isGone(here, { key, newValue: null })).toBe(true);
  expect(isGone(here, { key, newValue: "{}" })).toBe(false);
  expect(isGone(here, { key: `${key}b`, newValue: null })).toBe(false);
});

test.each([
  "nonsense",
  "null",
  "[]",
  '{"id":null,"name":"x"}',
  JSON.stringify({ ...draft, id: 3 }),
  JSON.stringify({ ...draft, layout: { ...template, components: [{ id: "a" }] } }),
  JSON.stringify({
    ...draft,
    layout: { ...template, components: [{ ...template.components[0], position: { x: 0, y: 0, w: 1.5, h: 1 } }] },
  }),
])("what is no draft is none: %s", (text) => {
  const { here } = placesOf(storageOf({ "relaydeck-layout-draft:usr_1:a": text }));
  expect(readDraft(here)).toBeNull();
  expect(waitingDraft(here)).toBeNull();
});

test("a full storage costs the draft, not the editing", () => {
  const full = { ...storageOf(), setItem: refuse };
  expect(() => writeDraft({ storage: full, userId: "usr_1", tab: "a" }, draft)).not.toThrow();
});

function refuse(): never {
  throw new Error("full");
}
