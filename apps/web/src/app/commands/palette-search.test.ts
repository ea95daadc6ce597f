import { expect, test } from "vitest";
import { found, mostPerGroup } from "./palette-search.ts";

const find = (query: string, entries: readonly string[]) => found(query, entries, (entry) => entry);

test("every word must be there, in any order, whatever its case and accents", () => {
  const entries = ["Turn off Well pump, Pump house", "Turn on Well pump, Pump house", "Gewächshaus Lüftung"];
  expect(find("pump OFF", entries).shown).toEqual([entries[0]]);
  expect(find("  well   turn ", entries).shown).toEqual(entries.slice(0, 2));
  expect(find("luftung", entries).shown).toEqual([entries[2]]);
  expect(find("pumps", entries).shown).toEqual([]);
});

test("no word finds everything, in its order, as far as a group goes; the rest is counted", () => {
  const many = Array.from({ length: mostPerGroup + 5 }, (_, n) => `Device ${n}`);
  expect(find(" ", many)).toEqual({ shown: many.slice(0, mostPerGroup), more: 5 });
  expect(find("device 28", many)).toEqual({ shown: ["Device 28"], more: 0 });
});
