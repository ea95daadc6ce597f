/** What one device told: whether it was there, how well it was received, its battery, and the current of each relay. [C3, C12] */
import type { ReactNode } from "react";
import type { DeviceNumbers } from "@relaydeck/contract/analytics-overview";
import { fromInstant } from "@relaydeck/contract/instants";
import { csvFileName } from "../../../ui/chart/csv.ts";
import { LaneChart } from "../../../ui/chart/lane-chart.tsx";
import { LineChart, type LineChartProps } from "../../../ui/chart/line-chart.tsx";
import { currentPoints, vitalPoints } from "../../../ui/chart/sample-points.ts";
import { useAddress } from "../address.ts";
import { useAnalyticsWords, useChartWords } from "../analytics-words.ts";
import { useTold } from "../told.ts";

interface ChartProps {
  data: DeviceNumbers;
}

const dayMs = 24 * 60 * 60_000;
/** Below this the alerts speak of a low battery. */
const lowBattery = 20;

function useDeviceChart({ from, to, device, gaps }: DeviceNumbers) {
  const { formats } = useTold();
  const { range } = useAddress();
  const span = { from: fromInstant(from), to: fromInstant(to) };
  const isLong = span.to - span.from > 2 * dayMs;
  return {
    span,
    gaps: gaps.map((gap) => ({ from: fromInstant(gap.from), to: fromInstant(gap.to) })),
    words: useChartWords(),
    fileName: (what: string) => csvFileName("relaydeck", what, device.serialNumber, range),
    showTime: (at: number) => formats.timeWithSeconds(at, span.to),
    showTick: (at: number) => (isLong ? formats.day(at, at) : formats.time(at, at)),
  };
}

const looks = { online: "high", offline: "low", "no-data": "none" } as const;

export function ConnectionChart({ data }: ChartProps) {
  const words = useAnalyticsWords();
  const { fileName, gaps: _gaps, ...drawn } = useDeviceChart(data);
  const intervals = data.connection.map(({ from, to, state }) => ({
    from: fromInstant(from),
    to: fromInstant(to),
    state: words.uptime.states[state],
    look: looks[state],
  }));
  const { connection, lane, from, to, state } = words.device;
  return (
    <Drawn>
      <LaneChart
        {...drawn}
        title={connection}
        lanes={[{ name: connection, intervals, marks: [] }]}
        columns={[lane, from, to, state]}
        fileName={fileName("connection")}
      />
    </Drawn>
  );
}

export function SignalChart({ data }: ChartProps) {
  const words = useAnalyticsWords().device;
  const series = [{ name: words.signal, points: vitalPoints(data.samples, "signalPercent") }];
  return <Measures data={data} title={words.signal} unit={words.percent} series={series} atLeast={100} file="signal" />;
}

export function BatteryChart({ data }: ChartProps) {
  const words = useAnalyticsWords().device;
  const series = [{ name: words.battery, points: vitalPoints(data.samples, "batteryPercent") }];
  const threshold = { value: lowBattery, label: words.low };
  return (
    <Measures
      data={data}
      title={words.battery}
      unit={words.percent}
      series={series}
      atLeast={100}
      file="battery"
      threshold={threshold}
    />
  );
}

export function CurrentChart({ data }: ChartProps) {
  const words = useAnalyticsWords().device;
  const series = data.relays.map(({ name }, index) => ({ name, points: currentPoints(data.samples, index, 1) }));
  return <Measures data={data} title={words.current} unit={words.milliamps} series={series} atLeast={100} file="current" />;
}

type MeasuresProps = ChartProps & Pick<LineChartProps, "title" | "unit" | "series" | "atLeast" | "threshold"> & { file: string };

function Measures({ data, series, file, ...rest }: MeasuresProps) {
  const words = useAnalyticsWords().device;
  const { formats } = useTold();
  const { fileName, ...drawn } = useDeviceChart(data);
  const told = series.filter(({ points }) => points.some(({ value }) => value !== null));
  if (told.length === 0) return null;
  return (
    <Drawn>
      <LineChart
        {...rest}
        {...drawn}
        series={told}
        timeColumn={words.time}
        fileName={fileName(file)}
        showValue={(value) => formats.number(value)}
      />
    </Drawn>
  );
}

export function Drawn(props: { children: ReactNode }) {
  return <div className="panel">{props.children}</div>;
}
