import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { historyWords } from "../../texts/history.en.ts";
import { ChartTable } from "./chart-frame.tsx";

test("[A20] each cell of a table names its column, also where the heads are out of sight", () => {
  const table = { columns: ["Time", "Well pump", "Heater"], rows: [["2026-11-21T14:02:10.000Z", 1_240, null]] };
  const html = renderToStaticMarkup(<ChartTable title="Current" table={table} show={String} words={historyWords.chart} />);
  expect([...html.matchAll(/<td data-label="([^"]*)"/g)].map(([, label]) => label)).toEqual(table.columns);
});

test("the head of a column of numbers is aligned as its numbers are, also where the first row has none", () => {
  const rows = [
    ["2026-11-21T14:02:10.000Z", null, "on"],
    ["2026-11-21T14:02:20.000Z", 1_240, "off"],
  ];
  const table = { columns: ["Time", "Well pump", "State"], rows };
  const html = renderToStaticMarkup(<ChartTable title="Current" table={table} show={String} words={historyWords.chart} />);
  expect([...html.matchAll(/<th [^>]*>/g)].map(([head]) => head.includes("data-number"))).toEqual([false, true, false]);
});
