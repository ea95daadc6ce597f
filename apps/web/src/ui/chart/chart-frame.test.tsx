import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { historyWords } from "../../texts/history.en.ts";
import { ChartTable } from "./chart-frame.tsx";

test("[A20] each cell of a table names its column, also where the heads are out of sight", () => {
  const table = { columns: ["Time", "Well pump", "Heater"], rows: [["2026-11-21T14:02:10.000Z", 1_240, null]] };
  const html = renderToStaticMarkup(<ChartTable title="Current" table={table} show={String} words={historyWords.chart} />);
  expect([...html.matchAll(/<td data-label="([^"]*)"/g)].map(([, label]) => label)).toEqual(table.columns);
});
