import { expect, test } from "vitest";
import { template } from "./built-in.ts";
import { dropDraft, readDraft, writeDraft } from "./draft-storage.ts";

function storageOf(entries: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const draft = { id: null, name: "Work", layout: template };

test("[HD-4] a draft is kept per person, comes back as it was, and goes when it is dropped", () => {
  const storage = storageOf();
  writeDraft(storage, "usr_1", draft);
  expect(readDraft(storage, "usr_1")).toEqual(draft);
  expect(readDraft(storage, "usr_2")).toBeNull();
  dropDraft(storage, "usr_1");
  expect(storage.kept.size).toBe(0);
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
  expect(readDraft(storageOf({ "relaydeck-layout-draft:usr_1": text }), "usr_1")).toBeNull();
});

test("a full storage costs the draft, not the editing", () => {
  const full = {
    ...storageOf(),
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(() => writeDraft(full, "usr_1", draft)).not.toThrow();
});
