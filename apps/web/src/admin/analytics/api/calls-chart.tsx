/** Calls over a period, succeeded and failed, below the line of what the provider allows; and how much of it is used now. [C14] */
import type { ProviderUse } from "@relaydeck/contract/analytics-overview";
import { fromInstant } from "@relaydeck/contract/instants";
import { useFormats, useLanguage } from "../../../texts/texts.tsx";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { csvFileName } from "../../../ui/chart/csv.ts";
import { Meter } from "../../../ui/feedback.tsx";
import { useAnalyticsWords, useChartWords } from "../analytics-words.ts";
import { averageInFull, toKilobytes } from "../numbers.ts";
import { useTold } from "../told.ts";
import { bucketNames } from "./bucket-names.ts";

/** From this share of the limit on the meter warns. */
const nearLimit = 0.8;

export function CallsChart({ data }: { data: ProviderUse }) {
  const words = useAnalyticsWords().api;
  const chartWords = useChartWords();
  const told = useTold();
  const language = useLanguage();
  const formats = useFormats();
  const { period, buckets, limitCalls, limitWindowSeconds, usedNow } = data;
  const minutes = formats.number(limitWindowSeconds / 60);
  const allowed = [told.number(limitCalls), minutes] as const;
  const nameOf = bucketNames(period, { language, timeZone: data.timeZone });
  const used = words.used(told.number(usedNow), ...allowed);
  return (
    <>
      <BarChart
        title={words.chart}
        unit={words.unit[period]}
        slotColumn={words.start}
        slots={buckets.map(({ start }) => ({ ...nameOf(fromInstant(start)), cell: start }))}
        series={[
          { name: words.succeeded, look: "plain", values: buckets.map((bucket) => bucket.totalCalls - bucket.failedCalls) },
          { name: words.failedPart, look: "crossed", values: buckets.map((bucket) => bucket.failedCalls) },
        ]}
        limit={{
          name: words.limit,
          values: buckets.map((bucket) => bucket.allowedCalls),
          label: words.limitLabel(...allowed),
          beyond: words.limitBeyond(...allowed),
        }}
        extras={[
          { name: words.busiest, values: buckets.map((bucket) => bucket.busiest), show: told.number },
          {
            name: words.averageColumn,
            values: buckets.map((bucket) => averageInFull(bucket.avgResponseTime)),
            show: told.number,
          },
          { name: words.dataColumn, values: buckets.map((bucket) => toKilobytes(bucket.dataTransferred)), show: told.decimal },
        ]}
        atLeast={4}
        words={chartWords}
        fileName={csvFileName("relaydeck", "api-calls", period)}
        showValue={told.number}
      />
      <div className="used-now">
        <p>{used}</p>
        <Meter
          label={words.usedLabel}
          value={usedNow}
          max={limitCalls}
          text={used}
          tone={usedNow >= nearLimit * limitCalls ? "warn" : "info"}
        />
      </div>
    </>
  );
}
