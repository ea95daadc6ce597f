/** What became of the commands of each day, stacked; the rate stands in the table beside them. [D27, D52] */
import type { Overview } from "@relaydeck/contract/analytics-overview";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { toDecimalsIfKnown } from "../../../ui/chart/chart-data.ts";
import { csvFileName } from "../../../ui/chart/csv.ts";
import { useAnalyticsWords, useChartWords } from "../analytics-words.ts";
import { changeOf } from "../numbers.ts";
import { useTold } from "../told.ts";

const parts = [
  ["confirmed", "plain"],
  ["answered", "diagonal"],
  ["unconfirmed", "diamonds"],
  ["failed", "crossed"],
  ["expired", "lines"],
  ["cancelled", "dots"],
] as const;

export function OutcomesChart({ data }: { data: Overview }) {
  const words = useAnalyticsWords();
  const chartWords = useChartWords();
  const told = useTold();
  const { days, range, previous } = data;
  const change = changeOf(range.commands, previous.commands);
  const than = words.change.before(words.days(days.length));
  return (
    <>
      <BarChart
        title={words.outcomes.title}
        unit={words.outcomes.unit}
        slotColumn={words.outcomes.day}
        slots={days.map(({ date }) => ({ name: told.day(date), tick: told.day(date), cell: date }))}
        series={parts.map(([part, look]) => ({ name: words.outcomes[part], look, values: days.map((day) => day[part]) }))}
        extras={[
          {
            name: words.outcomes.rate,
            values: days.map(({ successRate }) => toDecimalsIfKnown(successRate, 1)),
            show: told.decimal,
          },
        ]}
        atLeast={4}
        words={chartWords}
        fileName={csvFileName("relaydeck", "commands-by-outcome", `${days.length}d`)}
        showValue={told.number}
      />
      <p className="muted">
        {words.outcomes.inRange(told.number(range.commands), told.percent(range.successRate))}
        {change !== null && (
          <>
            {", "}
            {change.direction === "same"
              ? words.change.same(than)
              : words.change[change.direction](told.number(change.amount), than)}
          </>
        )}
      </p>
    </>
  );
}
