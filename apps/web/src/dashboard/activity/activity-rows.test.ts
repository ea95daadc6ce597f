import type { Activity } from "@relaydeck/contract/activity";
import { expect, test } from "vitest";
import { activityRows, entryDetails, entryLooks, heldRows, joinedActivity, lookOf } from "./activity-rows.ts";
import { ago, anEntry, idFor, minute } from "../testing/builders.ts";

const told = (entry: Activity) => entry.message;
const detailsOf = (entry: Activity, viewer: Parameters<typeof entryDetails>[1]) =>
  entryDetails({ entry, text: entry.message }, viewer);
const entry = (id: string, msBefore: number) => anEntry({ id, timestamp: ago(msBefore) });

test("the log is newest first, gaps stand where they ended, an open one where it began", () => {
  const rows = activityRows(
    [entry("a", 3 * minute), entry("b", 0)],
    [
      { from: ago(5 * minute), to: ago(2 * minute) },
      { from: ago(minute), to: null },
    ],
    told,
  );
  expect(rows.map((row) => (row.kind === "gap" ? "gap" : row.id))).toEqual(["b", "gap", "gap", "a"]);
  expect(rows[1]).toMatchObject({ kind: "gap", to: null });
});

test("an entry names its device once and who did it, and oneself as you", () => {
  const viewer = { userId: idFor("usr", "maria"), you: "you" };
  expect(detailsOf(anEntry({ message: "Well pump turned on, confirmed" }), viewer)).toEqual(["Pump house", "you"]);
  const byAlex = { userId: idFor("usr", "alex"), userName: "Alex Berg" };
  expect(detailsOf(anEntry(byAlex), viewer)).toEqual(["Pump house", "Alex Berg"]);
  expect(detailsOf(anEntry({ ...byAlex, userName: null }), viewer)).toEqual(["Pump house"]);
  const offline = anEntry({ message: "Cabin went offline", deviceName: "Cabin", userId: null, userName: null });
  expect(detailsOf(offline, { userId: null, you: "you" })).toEqual([]);
});

test("[A11] no kind of entry wears the shape of the unknown or of offline", () => {
  expect(entryLooks.warning.icon).toBe("triangle");
  const shapes = Object.values(entryLooks).map((look) => look.icon);
  expect(shapes).not.toContain("diamond-question");
  expect(shapes).not.toContain("square-x");
});

test("[A11] what is unconfirmed wears the diamond, in the log as on the card", () => {
  const looks = (["unconfirmed", "expired", "confirmed", null] as const).map((commandState) =>
    lookOf({ type: commandState === "confirmed" ? "success" : "warning", commandState }),
  );
  expect(looks.map(({ icon, tone }) => `${icon} ${tone}`)).toEqual([
    ...["diamond-question unk", "hourglass warn", "tick ok", "triangle warn"],
  ]);
});

test("while somebody reads further down, new rows wait above and are counted", () => {
  const rows = activityRows([entry("new2", 0), entry("new1", 1), entry("top", 2), entry("old", 3)], [], told);
  expect(heldRows(rows, "top")).toMatchObject({ newer: 2, shown: [{ id: "top" }, { id: "old" }] });
  expect(heldRows(rows, null)).toMatchObject({ newer: 0, shown: rows });
  expect(heldRows(rows, "gone")).toMatchObject({ newer: 0, shown: rows });
});

test("[D46] entries of one instant stand in the server's order, whose last one older pages begin at", () => {
  const timestamp = ago(minute);
  const ofOneReport = ["act_3", "act_2", "act_1"].map((id) => anEntry({ id, timestamp }));
  const inOrder = ["act_3", "act_2", "act_1"];
  expect(joinedActivity(ofOneReport, []).map(({ id }) => id)).toEqual(inOrder);
  expect(joinedActivity(ofOneReport.slice(1), ofOneReport.slice(0, 1)).map(({ id }) => id)).toEqual(inOrder);
});
