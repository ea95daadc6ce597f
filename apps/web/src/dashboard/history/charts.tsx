/** The three charts of a device's history, from what the server told. */
import type { Device } from "@relaydeck/contract/devices";
import type { DeviceHistory, HistoryRange } from "@relaydeck/contract/history";
import { historyRanges } from "@relaydeck/contract/history-ranges";
import { fromInstant } from "@relaydeck/contract/instants";
import { useFormats } from "../../texts/texts.tsx";
import { csvFileName } from "../../ui/chart/csv.ts";
import { LaneChart } from "../../ui/chart/lane-chart.tsx";
import { LineChart } from "../../ui/chart/line-chart.tsx";
import { currentPoints, vitalPoints } from "../../ui/chart/sample-points.ts";
import { useNow } from "../../ui/time.tsx";
import { useSituation } from "../data.tsx";
import { useHistoryWords } from "./history-words.tsx";
import { carriedOn, commonGaps, gapsOf, intervalsOf, within } from "./intervals.ts";

/** A history as it is drawn. */
export interface ShownHistory {
  device: Device;
  data: DeviceHistory;
  range: HistoryRange;
  /** Reading it anew failed. */
  failed: boolean;
}

/** While it stands open it goes on to the present in such steps. */
const goesOnEveryMs = 10_000;
const dayMs = 24 * 60 * 60_000;
/** Below this the alerts speak of a low battery. */
const lowBattery = 20;

/** What the parts of the view have in common, once for all. */
export function useChart({ device, data, range, failed }: ShownHistory) {
  const words = useHistoryWords();
  const formats = useFormats();
  const now = useNow(goesOnEveryMs);
  const { unheardSince } = useSituation();
  const readTo = fromInstant(data.to);
  // Times are told to the second, so a move that the stream has just told holds for its own at least.
  const moves = data.relays.flatMap(({ steps }) => steps.map(({ at }) => fromInstant(at) + 1_000));
  const to = Math.max(now, readTo, ...moves);
  const span = { from: beginOf(data, range, to), to };
  const isLong = span.to - span.from > 2 * dayMs;
  const relays = data.relays.map((relay) => {
    const live = device.relays.find(({ number }) => number === relay.number);
    const read = { steps: relay.steps, gaps: gapsOf(data), to: readTo };
    const { steps, gaps } =
      live === undefined ? read : carriedOn(read, { relay: live, device, unheardSince, isOverdue: failed, now: to });
    return { ...relay, steps, gaps };
  });
  return {
    words,
    formats,
    span,
    relays,
    samples: data.samples.filter(({ at }) => fromInstant(at) >= span.from),
    gaps: commonGaps(relays.map(({ gaps }) => gaps)).flatMap((gap) => within(gap, span)),
    fileName: (what: string) => csvFileName("relaydeck", what, device.serialNumber, range),
    showTime: (at: number) => formats.timeWithSeconds(at, span.to),
    showTick: (at: number) => (isLong ? formats.day(at, at) : formats.time(at, at)),
  };
}

/** A range that stands open may grow by a tenth before its oldest part is left out: else it would move on under the reader's hand. */
function beginOf(data: DeviceHistory, range: HistoryRange, to: number): number {
  const step = historyRanges[range] / 10;
  return Math.max(fromInstant(data.from), Math.floor((to - historyRanges[range]) / step) * step);
}

export interface ChartProps {
  chart: ReturnType<typeof useChart>;
  device: Device;
  data: DeviceHistory;
}

const looks = { on: "high", off: "low", unknown: "unknown", "no-data": "none" } as const;

export function StatesChart({ chart, data }: Pick<ChartProps, "chart" | "data">) {
  const { words, span, relays, fileName, showTime, showTick } = chart;
  const { states } = words;
  const lanes = relays.map(({ number, name, steps, gaps }) => ({
    name,
    intervals: intervalsOf(steps, gaps, span).map(({ state, ...interval }) => ({
      ...interval,
      state: states.words[state],
      look: looks[state],
    })),
    marks: data.switchings
      .filter(({ relayNumber, commandId }) => relayNumber === number && commandId !== null)
      .map(({ at }) => fromInstant(at))
      .filter((at) => at >= span.from),
  }));
  return (
    <LaneChart
      title={states.title}
      span={span}
      present={states.now}
      lanes={lanes}
      columns={[states.relay, states.from, states.to, states.state]}
      words={words.chart}
      fileName={fileName("relays")}
      showTime={showTime}
      showTick={showTick}
    />
  );
}

export function CurrentChart({ chart, device, data }: ChartProps) {
  const { words, formats, span, samples, gaps, fileName, showTime, showTick } = chart;
  const series = data.relays
    .map(({ name }, index) => ({ name, points: currentPoints(samples, index, 0) }))
    .filter(({ points }) => points.some(({ value }) => value !== null));
  if (series.length === 0) return null;
  return (
    <div className="history-part">
      <LineChart
        title={words.current.title}
        unit={words.current.unit}
        span={span}
        series={series}
        gaps={gaps}
        atLeast={100}
        words={words.chart}
        timeColumn={words.current.time}
        fileName={fileName("current")}
        showValue={(value) => formats.number(value)}
        showTime={showTime}
        showTick={showTick}
      />
      {device.relays.map(
        ({ number, name, usual }) =>
          usual !== null && (
            <p key={number} className="device-note">
              {words.usual(name, formats.number(usual.low), formats.number(usual.high))}
            </p>
          ),
      )}
    </div>
  );
}

export function VitalsChart({ chart }: Pick<ChartProps, "chart">) {
  const { words, formats, span, samples, gaps, fileName, showTime, showTick } = chart;
  const { vitals } = words;
  const battery = { name: vitals.battery, points: vitalPoints(samples, "batteryPercent") };
  const signal = { name: vitals.signal, points: vitalPoints(samples, "signalPercent") };
  const series = [battery, signal].filter(({ points }) => points.some(({ value }) => value !== null));
  if (series.length === 0) return null;
  return (
    <LineChart
      title={vitals.title}
      unit={vitals.unit}
      span={span}
      series={series}
      gaps={gaps}
      atLeast={100}
      {...(series[0] === battery ? { threshold: { value: lowBattery, label: vitals.low } } : {})}
      words={words.chart}
      timeColumn={words.current.time}
      fileName={fileName("battery-signal")}
      showValue={(value) => formats.number(value)}
      showTime={showTime}
      showTick={showTick}
    />
  );
}
