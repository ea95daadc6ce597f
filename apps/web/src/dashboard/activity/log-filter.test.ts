import { expect, test } from "vitest";
import { ago, anEntry, idFor, minute } from "../testing/builders.ts";
import { activityRows } from "./activity-rows.ts";
import { dashboard } from "../../texts/en/dashboard.ts";
import { byItself, devicesIn, everything, foundText, isFiltering, matchesLog, peopleIn, type LogFilter } from "./log-filter.ts";

const alex = { userId: idFor("usr", "alex"), userName: "Alex Berg" };
const entries = [
  anEntry({ id: "pump", message: "Well pump turned on, confirmed" }),
  anEntry({ id: "gate", message: "Gate motor off", deviceId: idFor("dev", "gate"), deviceName: "Gate", type: "error", ...alex }),
  anEntry({
    id: "cabin",
    message: "Cabin went offline",
    deviceId: idFor("dev", "cabin"),
    deviceName: "Cabin",
    userId: null,
    userName: null,
  }),
];
const gaps = [{ from: ago(5 * minute), to: ago(2 * minute) }];
const rows = activityRows(entries, gaps, ({ message }) => message);
const found = (filter: Partial<LogFilter>) =>
  rows.filter((row) => matchesLog(row, { ...everything, ...filter })).map((row) => (row.kind === "gap" ? "gap" : row.id));

test("a search looks at sentence, device and person, whatever the letter case", () => {
  expect(found({ text: " PUMP " })).toEqual(["pump"]);
  expect(found({ text: "berg" })).toEqual(["gate"]);
  expect(found({ text: "nothing" })).toEqual([]);
  expect(found({})).toHaveLength(4);
});

test("a search finds the words that are read, not those of the server", () => {
  const inGerman = activityRows(entries, [], ({ deviceName }) => `${deviceName} ausgeschaltet`);
  const search = (text: string) => inGerman.filter((row) => matchesLog(row, { ...everything, text })).length;
  expect([search("gate ausgeschaltet"), search("turned on")]).toEqual([1, 0]);
});

test("filters by device, person and kind hold together; a gap stays where it may explain what is missing", () => {
  expect(found({ deviceId: idFor("dev", "gate") })).toEqual(["gate", "gap"]);
  expect(found({ person: alex.userId })).toEqual(["gate"]);
  expect(found({ person: byItself })).toEqual(["cabin"]);
  expect(found({ kind: "error", deviceId: idFor("dev", "cabin") })).toEqual([]);
});

test("what can be chosen is what is there, oneself first", () => {
  expect(devicesIn(entries).map(({ label }) => label)).toEqual(["Cabin", "Gate", "Pump house"]);
  const own = { userId: idFor("usr", "maria"), you: "you" };
  expect(peopleIn(entries, own).map(({ label }) => label)).toEqual(["you", "Alex Berg"]);
  expect(peopleIn([anEntry({ ...alex, userName: null })], own)).toEqual([]);
  expect([
    isFiltering(everything),
    isFiltering({ ...everything, text: " " }),
    isFiltering({ ...everything, kind: "info" }),
  ]).toEqual([false, false, true]);
});

test("[D46] a count says among how many it was found while there are older entries that nobody has looked through", () => {
  const { filter } = dashboard.activity;
  const hits = rows.slice(0, 1);
  expect(foundText(filter, { rows: [], all: rows, older: { state: "more" } })).toBe("0 found among the newest 4 entries");
  expect(foundText(filter, { rows: hits, all: rows, older: { state: "failed" } })).toBe("1 found among the newest 4 entries");
  expect(foundText(filter, { rows: [], all: rows, older: { state: "end" } })).toBe("0 entries found");
});
