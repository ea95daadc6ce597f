/** How long half, 95 and 99 of a hundred commands took each day; hatched where the provider's stream was cut or nothing was timed. [C18, C3] */
import type { Overview } from "@relaydeck/contract/analytics-overview";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Span } from "../../../ui/chart/chart-data.ts";
import { csvFileName } from "../../../ui/chart/csv.ts";
import { LineChart } from "../../../ui/chart/line-chart.tsx";
import { useAnalyticsWords, useChartWords } from "../analytics-words.ts";
import { slowMs } from "../numbers.ts";
import { useTold } from "../told.ts";

const percentiles = ["p50", "p95", "p99"] as const;
/** So that the line of what is slow lies within the drawing. */
const scaleMs = 4_000;

export function TimesChart({ data, of }: { data: Overview; of: "response" | "confirmation" }) {
  const words = useAnalyticsWords();
  const chartWords = useChartWords();
  const told = useTold();
  const { times } = words;
  const days = data.days.map((day) => ({ ...spanOf(day), date: day.date, times: day[of] }));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const untimed = days.filter((day) => day.times === null);
  const dateOf = new Map(days.map((day) => [middleOf(day), day.date]));
  const cellOf = (at: number) => dateOf.get(at) ?? "";
  return (
    <>
      <LineChart
        title={of === "response" ? times.answer : times.proof}
        unit={times.unit}
        span={{ from: first.from, to: last.to }}
        series={percentiles.map((name) => ({
          name,
          points: days.map((day) => ({ at: middleOf(day), value: day.times?.[name] ?? null })),
        }))}
        gaps={bandsOf(untimed, data.gaps.map(spanOf))}
        days={{ ticks: days.map(middleOf), cellOf }}
        atLeast={scaleMs}
        threshold={{ value: slowMs, label: times.threshold }}
        words={chartWords}
        timeColumn={words.outcomes.day}
        fileName={csvFileName("relaydeck", of === "response" ? "time-to-answer" : "time-to-proof", `${days.length}d`)}
        showValue={told.number}
        showTime={(at) => told.day(cellOf(at))}
        showTick={(at) => told.day(cellOf(at))}
      />
      <p className="muted">
        {of === "response" ? times.answerHint : times.proofHint} {untimed.length === days.length && times.none}
      </p>
    </>
  );
}

function spanOf({ from, to }: { readonly from: string; readonly to: string }): Span {
  return { from: fromInstant(from), to: fromInstant(to) };
}

function middleOf({ from, to }: Span): number {
  return (from + to) / 2;
}

/** A cut within a day that is hatched as a whole is not hatched twice. */
function bandsOf(days: readonly Span[], cuts: readonly Span[]): readonly Span[] {
  const isWithin = (cut: Span) => days.some((day) => day.from <= cut.from && cut.to <= day.to);
  return [...days.map(({ from, to }) => ({ from, to })), ...cuts.filter((cut) => !isWithin(cut))].toSorted(
    (a, b) => a.from - b.from,
  );
}
