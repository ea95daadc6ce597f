/** Which endpoints were called, how often, how well, and how fast; most calls first. */
import type { EndpointStat } from "@relaydeck/contract/analytics-admin";
import { toDecimals } from "../../../ui/chart/chart-data.ts";
import { csvFileName } from "../../../ui/chart/csv.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { averageInFull } from "../numbers.ts";
import { RatingBadge } from "../rating.tsx";
import { TablePanel } from "../table-panel.tsx";
import { useTold } from "../told.ts";

/** Columns of rate and mean time; the ones before them are as they are. */
const [rateColumn, averageColumn] = [3, 4];

export function EndpointsTable({ endpoints }: { endpoints: readonly EndpointStat[] }) {
  const words = useAnalyticsWords();
  const told = useTold();
  const { columns, none } = words.api;
  const table = {
    columns: [columns.endpoint, columns.method, columns.calls, columns.rate, columns.average],
    rows: endpoints.map(({ endpoint, method, totalCalls, successRate, avgResponseTime }) => [
      endpoint,
      method,
      totalCalls,
      toDecimals(successRate, 1),
      averageInFull(avgResponseTime),
    ]),
  };
  return (
    <TablePanel
      title={words.api.endpoints}
      table={table}
      show={(cell, column, row) => {
        if (column === averageColumn) return told.ms(typeof cell === "number" ? cell : null);
        if (typeof cell !== "number") return cell;
        // Its word follows from the rate before it is rounded. [D27]
        return column === rateColumn ? <Rate percent={endpoints[row]?.successRate ?? cell} /> : told.number(cell);
      }}
      fileName={csvFileName("relaydeck", "endpoints", "30d")}
      empty={none}
    />
  );
}

/** Whole milliseconds, null where there is no mean. */
function Rate({ percent }: { percent: number }) {
  return (
    <span className="rate">
      {useTold().percent(percent)} <RatingBadge percent={percent} of="endpoint" />
    </span>
  );
}
