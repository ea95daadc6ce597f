/** Measures over time: straight lines that break where data is missing, a pattern and a label of its own for each. [A20, C3] */
import { scaleLinear, scaleTime, type ScaleLinear, type ScaleTime } from "d3-scale";
import { curveLinear, line } from "d3-shape";
import { useState } from "react";
import {
  brokenAt,
  cursorAt,
  frameIn,
  instantsOf,
  loneIn,
  newestTold,
  spread,
  tickWidth,
  valueAt,
  wordGap,
  wordsBelow,
  type Frame,
  type Point,
  type Series,
  type Span,
  type TableData,
} from "./chart-data.ts";
import { ChartFrame, type ChartWords } from "./chart-frame.tsx";
import { Legend, LimitSwatch, LineSwatch } from "./legend.tsx";
import { PlotBox } from "./plot-box.tsx";
import { GapBands, Plot } from "./plot.tsx";
import { useRoom, type Room } from "./use-room.ts";

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

/** At scale 1. */
const margins = { height: 180, left: 54, right: 10, top: 14, bottom: 22 } as const;
/** A label between two lines of this height does not cover another. */
const labelHeight = 14;
/** Of a label's foot from the top, so that its letters are whole. */
const highest = 12;

interface Scales {
  readonly x: ScaleTime<number, number>;
  readonly y: ScaleLinear<number, number>;
}

/** What is drawn, and where in the box. */
interface Drawn extends LineChartProps, Scales {
  readonly room: Room;
  readonly frame: Frame;
}

function drawnIn(room: Room, props: LineChartProps): Drawn {
  const top = Math.max(props.atLeast, ...props.series.flatMap(({ points }) => points.map(({ value }) => value ?? 0)));
  const y = scaleLinear().domain([0, top]).nice(4);
  const frame = frameIn(room, margins, y.ticks(4).map(props.showValue));
  const { width, height, left, right } = frame;
  const x = scaleTime()
    .domain([props.span.from, props.span.to])
    .range([left, width - right]);
  return { ...props, room, frame, x, y: y.range([height - frame.bottom, frame.top]) };
}

/** How far to the left the names of the lines may reach: to the name of the threshold, where there is one. */
function namesFrom({ room, frame, threshold }: Drawn): number {
  return frame.left + (threshold === undefined ? 0 : room.widthOf(threshold.label) + wordGap * room.scale);
}

/** Whether the names of the lines have room in the drawing. */
function isNamed(drawn: Drawn): boolean {
  const { room, frame, series } = drawn;
  const most = frame.width - frame.right - namesFrom(drawn);
  return series.every(({ name }) => room.widthOf(name, 600) <= most);
}

export function LineChart(props: LineChartProps) {
  const { series, words, title, showValue, showTime } = props;
  const { room, ...refs } = useRoom();
  const drawn = room === null ? null : drawnIn(room, props);
  const instants = instantsOf(series);
  // Kept by its instant, because new ones come and old ones go.
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = newestTold(series, instants);
  const cursor = cursorAt(chosen, instants, newest);
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
      {drawn !== null && !isNamed(drawn) && <Names {...props} />}
      <PlotBox {...refs} className="plot-box" height={margins.height}>
        {drawn !== null && (
          <Plot
            {...drawn.frame}
            title={title}
            span={props.span}
            bottom={drawn.frame.bottom - 2}
            instants={instants}
            cursor={cursor}
            onCursor={(index) => setChosen(index === newest ? null : (instants[index] ?? null))}
            spoken={said}
          >
            <Drawing {...drawn} />
          </Plot>
        )}
      </PlotBox>
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

function Names({ series, threshold }: LineChartProps) {
  const names = series.map(({ name }, index) => ({ name, swatch: <LineSwatch series={index} /> }));
  const limit = threshold === undefined ? [] : [{ name: threshold.label, swatch: <LimitSwatch /> }];
  return <Legend of={[...names, ...limit]} />;
}

function Drawing(drawn: Drawn) {
  const { gaps, threshold, days, frame, room, x, y } = drawn;
  const { width, height, left, right, top, bottom } = frame;
  const named = isNamed(drawn);
  return (
    <>
      <Axes {...drawn} />
      <GapBands gaps={gaps} x={x} top={top} height={height - top - bottom} />
      {threshold !== undefined && (
        <g className="threshold">
          <line x1={left} x2={width - right} y1={y(threshold.value)} y2={y(threshold.value)} />
          {named && (
            <text x={left + 4} y={y(threshold.value) - 4 * room.scale}>
              {threshold.label}
            </text>
          )}
        </g>
      )}
      <Lines {...drawn} />
      {named && <LineNames {...drawn} />}
      {days !== undefined && <Dots {...drawn} />}
    </>
  );
}

function Axes({ x, y, room, frame, showTick, showValue, days }: Drawn) {
  const { width, height, left, right } = frame;
  const { scale } = room;
  const ticks = days?.ticks ?? x.ticks(Math.max(2, Math.floor(width / (tickWidth * scale)))).map(Number);
  return (
    <g className="axes">
      {y.ticks(4).map((value) => (
        <g key={value}>
          <line x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
          <text x={left - 6} y={y(value) + 4 * scale} textAnchor="end">
            {showValue(value)}
          </text>
        </g>
      ))}
      {wordsBelow(
        ticks.map((tick) => ({ x: x(tick), text: showTick(tick) })),
        room,
      ).map(({ x: at, middle, text }) => (
        <text key={at} x={middle} y={height - 6 * scale} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}

function Dots({ series, x, y }: Drawn) {
  return series.flatMap(({ name, points }, index) =>
    points.map(({ at, value }) =>
      value === null ? null : <circle key={`${name}${at}`} className="dot" data-series={index} cx={x(at)} cy={y(value)} r={3} />,
    ),
  );
}

function Lines({ series, gaps, x, y, days }: Drawn) {
  const path = line<Point | null>()
    .defined((point) => point !== null && point.value !== null)
    .x((point) => x(point?.at ?? 0))
    .y((point) => y(point?.value ?? 0))
    .curve(curveLinear);
  return series.map(({ name, points }, index) => {
    const drawn = days === undefined ? brokenAt(points, gaps) : points;
    return (
      <g key={name}>
        <path className="line" data-series={index} d={path(drawn) ?? ""} />
        {loneIn(drawn).map(({ at, value }) => (
          <circle key={at} className="dot" data-series={index} cx={x(at)} cy={y(value ?? 0)} r={1.5} />
        ))}
      </g>
    );
  });
}

/** Each beside the end of its line, moved apart where they would cover each other. */
function LineNames(drawn: Drawn) {
  const { series, room, frame, x, y } = drawn;
  const { scale, widthOf } = room;
  const ends = series.map(({ points }) => points.findLast(({ value }) => value !== null));
  const places = spread(
    ends.map((end) => y(end?.value ?? 0) - 5 * scale),
    { least: labelHeight * scale, lowest: frame.height - frame.bottom - 4 * scale, highest: highest * scale },
  );
  return series.map(({ name }, index) => {
    const end = ends[index];
    if (end === undefined) return null;
    const right = Math.max(x(end.at) - 4, namesFrom(drawn) + widthOf(name, 600));
    return (
      <text key={name} className="line-label" data-series={index} x={right} y={places[index]} textAnchor="end">
        {name}
      </text>
    );
  });
}
