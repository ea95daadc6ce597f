/** The last seven days of the installation as `analytics.system` tells them: who was there, and how the provider's stream held. [D26] */
import type { SystemDay } from "@relaydeck/contract/analytics-admin";
import { toDecimals } from "../../../ui/chart/chart-data.ts";
import { csvFileName } from "../../../ui/chart/csv.ts";
import { LineChart } from "../../../ui/chart/line-chart.tsx";
import { useAnalyticsWords, useChartWords } from "../analytics-words.ts";
import { useTold } from "../told.ts";

const dayMs = 24 * 60 * 60_000;

/** Drawn by date alone, so that a day is as wide as every other. */
function middleOf({ date }: SystemDay): number {
  return Date.parse(`${date}T12:00:00Z`);
}

interface InstallationChartsProps {
  days: readonly SystemDay[];
  of: "people" | "link";
  /** Whose days these are, where the page's are those of another zone. */
  zone: string | null;
}

export function InstallationCharts({ days, of, zone }: InstallationChartsProps) {
  const words = useAnalyticsWords();
  const chartWords = useChartWords();
  const told = useTold();
  const { installation } = words;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  // Before the first account there was no installation to count in.
  const isUnknown = (day: SystemDay) => day.totalUsers === 0 && day.totalDevices === 0;
  const series = (name: string, valueOf: (day: SystemDay) => number) => ({
    name,
    points: days.map((day) => ({ at: middleOf(day), value: isUnknown(day) ? null : valueOf(day) })),
  });
  const cellOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const isLink = of === "link";
  const unit = isLink ? installation.linkUnit : installation.unit;
  return (
    <LineChart
      title={isLink ? installation.link : installation.people}
      unit={zone === null ? unit : `${unit}, ${installation.daysOf(zone)}`}
      span={{ from: middleOf(first) - dayMs / 2, to: middleOf(last) + dayMs / 2 }}
      series={
        isLink
          ? [series(installation.uptime, (day) => toDecimals(day.systemUptime, 1))]
          : [
              series(installation.users, (day) => day.totalUsers),
              series(installation.devices, (day) => day.totalDevices),
              series(installation.online, (day) => day.onlineDevices),
              series(installation.activeUsers, (day) => day.activeUsers),
            ]
      }
      gaps={days.filter(isUnknown).map((day) => ({ from: middleOf(day) - dayMs / 2, to: middleOf(day) + dayMs / 2 }))}
      days={{ ticks: days.map(middleOf), cellOf }}
      atLeast={isLink ? 100 : 4}
      words={chartWords}
      timeColumn={words.outcomes.day}
      fileName={csvFileName("relaydeck", isLink ? "link-to-cloud" : "people-and-devices", `${days.length}d`)}
      showValue={isLink ? told.decimal : told.number}
      showTime={(at) => told.day(cellOf(at))}
      showTick={(at) => told.day(cellOf(at))}
    />
  );
}
