/** Measures over time: straight lines that break where data is missing, a pattern and a label of its own for each. [A20, C3] */
import { scaleLinear, scaleTime, type ScaleLinear, type ScaleTime } from "d3-scale";
import { curveLinear, line } from "d3-shape";
import { useState } from "react";
import {
  anchorAt,
  brokenAt,
  instantsOf,
  spread,
  thinned,
  valueAt,
  type Point,
  type Series,
  type Span,
  type TableData,
} from "./chart-data.ts";
import { ChartFrame, type ChartWords } from "./chart-frame.tsx";
import { GapBands, Plot } from "./plot.tsx";
import { useWidth } from "./use-width.ts";

export interface LineChartProps {
  title: string;
  unit: string;
  span: Span;
  series: readonly Series[];
  gaps: readonly Span[];
  /** The top of the scale at least; for percent 100. */
  atLeast: number;
  threshold?: { readonly value: number; readonly label: string };
  words: ChartWords;
  /** Head of the column of times. */
  timeColumn: string;
  fileName: string;
  showValue: (value: number) => string;
  showTime: (at: number) => string;
  /** Of a mark on the axis. */
  showTick: (at: number) => string;
  /** Where the points are sums of days: one tick each, dots, the day in the table, and lines that go on over a cut within a day. */
  days?: { readonly ticks: readonly number[]; readonly cellOf: (at: number) => string };
}

const height = 180;
const margin = { left: 54, right: 10, top: 14, bottom: 22 } as const;
/** A label between two lines of this height does not cover another. */
const labelHeight = 14;
/** Nearer to the left edge than this a label has no room before its point. */
const labelWidth = 110;

interface Scales {
  readonly x: ScaleTime<number, number>;
  readonly y: ScaleLinear<number, number>;
}

export function LineChart(props: LineChartProps) {
  const { series, words, title, showValue, showTime } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const instants = instantsOf(series);
  const [chosen, setCursor] = useState<number | null>(null);
  const cursor = Math.min(chosen ?? instants.length - 1, instants.length - 1);
  const at = instants[cursor];
  const said = at === undefined ? words.nothing : words.point(showTime(at), valuesAt(props, at));
  return (
    <ChartFrame
      title={title}
      unit={props.unit}
      table={tableOf(props, instants)}
      show={(cell, column, row) =>
        cell === null ? words.noData : column === 0 ? showTime(instants[row] ?? 0) : showValue(Number(cell))
      }
      fileName={props.fileName}
      words={words}
    >
      <div ref={ref} className="plot-box" style={{ height }}>
        {width > 0 && (
          <Plot
            title={title}
            span={props.span}
            width={width}
            height={height}
            left={margin.left}
            right={margin.right}
            instants={instants}
            cursor={cursor}
            onCursor={setCursor}
            spoken={said}
          >
            <Drawing {...props} width={width} />
          </Plot>
        )}
      </div>
      <p className="plot-said" aria-hidden="true">
        {said}
      </p>
    </ChartFrame>
  );
}

function valuesAt({ series, words, showValue }: LineChartProps, at: number): string {
  return series
    .map((one) => {
      const value = valueAt(one, at);
      return `${one.name} ${value === null ? words.noData : showValue(value)}`;
    })
    .join(", ");
}

function tableOf({ series, timeColumn, days }: LineChartProps, instants: readonly number[]): TableData {
  const cellOf = days?.cellOf ?? ((at: number) => new Date(at).toISOString());
  const rows = instants.map((at) => [cellOf(at), ...series.map((one) => valueAt(one, at))]);
  return { columns: [timeColumn, ...series.map((one) => one.name)], rows };
}

function Drawing(props: LineChartProps & { width: number }) {
  const { span, series, gaps, width, threshold, days } = props;
  const x = scaleTime()
    .domain([span.from, span.to])
    .range([margin.left, width - margin.right]);
  const top = Math.max(props.atLeast, ...series.flatMap(({ points }) => points.map(({ value }) => value ?? 0)));
  const y = scaleLinear()
    .domain([0, top])
    .nice(4)
    .range([height - margin.bottom, margin.top]);
  return (
    <>
      <Axes {...props} x={x} y={y} />
      <GapBands gaps={gaps} x={x} top={margin.top} height={height - margin.top - margin.bottom} />
      {threshold !== undefined && (
        <g className="threshold">
          <line x1={margin.left} x2={width - margin.right} y1={y(threshold.value)} y2={y(threshold.value)} />
          <text x={margin.left + 4} y={y(threshold.value) - 4}>
            {threshold.label}
          </text>
        </g>
      )}
      <Lines series={series} gaps={days === undefined ? gaps : []} x={x} y={y} />
      {days !== undefined && <Dots series={series} x={x} y={y} />}
    </>
  );
}

function Axes({ x, y, width, showTick, showValue, days }: LineChartProps & Scales & { width: number }) {
  const most = (eachWidth: number) => Math.max(2, Math.floor(width / eachWidth));
  return (
    <g className="axes">
      {y.ticks(4).map((value) => (
        <g key={value}>
          <line x1={margin.left} x2={width - margin.right} y1={y(value)} y2={y(value)} />
          <text x={margin.left - 6} y={y(value) + 4} textAnchor="end">
            {showValue(value)}
          </text>
        </g>
      ))}
      {(days === undefined ? x.ticks(most(110)).map(Number) : thinned(days.ticks, most(64))).map((tick) => (
        <text key={tick} x={x(tick)} y={height - 6} textAnchor={anchorAt(x(tick), width)}>
          {showTick(tick)}
        </text>
      ))}
    </g>
  );
}

function Dots({ series, x, y }: Scales & { series: readonly Series[] }) {
  return series.flatMap(({ name, points }, index) =>
    points.map(({ at, value }) =>
      value === null ? null : <circle key={`${name}${at}`} className="dot" data-series={index} cx={x(at)} cy={y(value)} r={3} />,
    ),
  );
}

function Lines({ series, gaps, x, y }: Scales & { series: readonly Series[]; gaps: readonly Span[] }) {
  const path = line<Point | null>()
    .defined((point) => point !== null && point.value !== null)
    .x((point) => x(point?.at ?? 0))
    .y((point) => y(point?.value ?? 0))
    .curve(curveLinear);
  const ends = series.map(({ points }) => points.findLast(({ value }) => value !== null));
  const lowest = height - margin.bottom - 4;
  const labels = spread(
    ends.map((end) => y(end?.value ?? 0) - 5),
    { least: labelHeight, lowest },
  );
  return (
    <>
      {series.map(({ name, points }, index) => (
        <path key={name} className="line" data-series={index} d={path(brokenAt(points, gaps)) ?? ""} />
      ))}
      {series.map(({ name }, index) => {
        const end = ends[index];
        return end === undefined ? null : (
          <text
            key={name}
            className="line-label"
            data-series={index}
            x={x(end.at) - 4}
            y={labels[index]}
            textAnchor={x(end.at) < labelWidth ? "start" : "end"}
          >
            {name}
          </text>
        );
      })}
    </>
  );
}
