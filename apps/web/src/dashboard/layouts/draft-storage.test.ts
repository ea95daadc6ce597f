import { expect, test } from "vitest";
import { template } from "./built-in.ts";
import { draftsOf, dropDraft, readDraft, writeDraft } from "./draft-storage.ts";

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

const placeIn = (storage: ReturnType<typeof storageOf>, id: string, userId = "usr_1") => ({ storage, userId, id });

test("[HD-4] a draft comes back as it was, to its own person alone, and goes when it is dropped", () => {
  const storage = storageOf({ "relaydeck-theme": "dark" });
  const places = ["b", "a"].map((id) => placeIn(storage, id));
  for (const place of places) writeDraft(place, { ...draft, name: place.id });
  expect(places.map((place) => readDraft(place))).toEqual([
    { ...draft, name: "b" },
    { ...draft, name: "a" },
  ]);
  expect(draftsOf({ storage, userId: "usr_1" }).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(draftsOf({ storage, userId: "usr_2" })).toEqual([]);
  for (const place of places) dropDraft(place);
  expect([...storage.kept.keys()]).toEqual(["relaydeck-theme"]);
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
  const storage = storageOf({ "relaydeck-layout-draft:usr_1:a": text });
  expect(readDraft(placeIn(storage, "a"))).toBeNull();
  expect(draftsOf({ storage, userId: "usr_1" })).toEqual([]);
});

test("a full storage costs the draft, not the editing", () => {
  const full = { ...storageOf(), setItem: refuse };
  expect(() => writeDraft(placeIn(full, "a"), draft)).not.toThrow();
});

function refuse(): never {
  throw new Error("full");
}
