/** States over time: one lane each, filled while on, a thin line while off, hatched without data. [A20, C3] */
import { scaleTime } from "d3-scale";
import { useState } from "react";
import { cursorAt, frameIn, shortened, tickWidth, wordsBelow, type Frame, type Span, type TableData } from "./chart-data.ts";
import { ChartFrame, type ChartWords } from "./chart-frame.tsx";
import { PlotBox } from "./plot-box.tsx";
import { GapBands, Plot } from "./plot.tsx";
import { useRoom, type Room } from "./use-room.ts";

/** `state` is a word of the caller's; what is drawn for it is said by `look`. */
export interface LaneInterval extends Span {
  readonly state: string;
  readonly look: "high" | "low" | "unknown" | "none";
}

export interface Lane {
  readonly name: string;
  readonly intervals: readonly LaneInterval[];
  /** Instants marked above the lane, such as commands. */
  readonly marks: readonly number[];
}

export interface LaneChartProps {
  title: string;
  span: Span;
  lanes: readonly Lane[];
  /** Heads of the table: lane, from, to, state. */
  columns: readonly [string, string, string, string];
  words: ChartWords;
  fileName: string;
  /** What the end of the span is called where that is the present: a time that goes on is not spoken. [A12] */
  present?: string;
  showTime: (at: number) => string;
  showTick: (at: number) => string;
}

/** At scale 1, like all that follows. */
const laneHeight = 46;
/** Within its lane; the lane's name stands above, and between the two are the marks. */
const bar = { top: 25, bottom: 39 } as const;
const margin = { left: 8, right: 10, top: 0, bottom: 22 } as const;

export function LaneChart(props: LaneChartProps) {
  const { lanes, words, title, showTime, span, present } = props;
  const { room, ...refs } = useRoom();
  // The last is the present: what holds now is said first.
  const changes = lanes.flatMap(({ intervals }) => intervals.map(({ from }) => from));
  const instants = [...new Set([...changes, span.to])].toSorted((a, b) => a - b);
  // Kept by its instant, because the others move on; the last one is the present, whenever that is.
  const [chosen, setChosen] = useState<number | null>(null);
  const last = instants.length - 1;
  const cursor = cursorAt(chosen, instants, last);
  const at = instants[cursor];
  const said =
    at === undefined
      ? words.nothing
      : words.point(present !== undefined && at === span.to ? present : showTime(at), statesAt(lanes, at));
  const height = lanes.length * laneHeight + margin.bottom;
  const drawn = room === null ? null : { room, frame: frameIn(room, { ...margin, height }, []) };
  return (
    <ChartFrame
      title={title}
      table={tableOf(props)}
      show={(cell, column) => (column === 1 || column === 2 ? showTime(Date.parse(String(cell))) : String(cell))}
      fileName={props.fileName}
      words={words}
    >
      <PlotBox {...refs} className="plot-box" height={height}>
        {drawn !== null && (
          <Plot
            {...drawn.frame}
            title={title}
            span={span}
            instants={instants}
            cursor={cursor}
            onCursor={(index) => setChosen(index === last ? null : (instants[index] ?? null))}
            spoken={said}
            lanes={lanes.map((_, index) => ({
              top: (index * laneHeight + bar.top) * drawn.room.scale - 2,
              bottom: (index * laneHeight + bar.bottom) * drawn.room.scale + 2,
            }))}
          >
            <Lanes {...props} {...drawn} />
          </Plot>
        )}
      </PlotBox>
      <p className="plot-said" aria-hidden="true">
        {said}
      </p>
    </ChartFrame>
  );
}

function statesAt(lanes: readonly Lane[], at: number): string {
  return lanes
    .map(({ name, intervals }) => `${name} ${intervals.findLast(({ from, to }) => from <= at && at <= to)?.state ?? ""}`)
    .join(", ");
}

function tableOf({ lanes, columns }: LaneChartProps): TableData {
  const iso = (at: number) => new Date(at).toISOString();
  const rows = lanes.flatMap(({ name, intervals }) => intervals.map(({ from, to, state }) => [name, iso(from), iso(to), state]));
  return { columns, rows };
}

interface Place {
  readonly room: Room;
  readonly frame: Frame;
}

function Lanes({ lanes, span, room, frame, showTick }: LaneChartProps & Place) {
  const { width, height, left, right } = frame;
  const { scale, widthOf } = room;
  const x = scaleTime()
    .domain([span.from, span.to])
    .range([left, width - right]);
  return (
    <>
      {lanes.map((lane, index) => (
        <LaneRow
          key={lane.name + String(index)}
          lane={lane}
          name={shortened(lane.name, width - left - right, (text) => widthOf(text, 600))}
          top={index * laneHeight * scale}
          scale={scale}
          x={x}
          left={left}
        />
      ))}
      <g className="axes">
        {wordsBelow(
          x.ticks(Math.max(2, Math.floor(width / (tickWidth * scale)))).map((tick) => ({ x: x(tick), text: showTick(+tick) })),
          room,
        ).map(({ x: at, middle, text }) => (
          <text key={at} x={middle} y={height - 6 * scale} textAnchor="middle">
            {text}
          </text>
        ))}
      </g>
    </>
  );
}

interface RowProps {
  lane: Lane;
  /** As much of it as has room. */
  name: string;
  top: number;
  left: number;
  scale: number;
  x: (at: number) => number;
}

function LaneRow({ lane, name, top, left, scale, x }: RowProps) {
  const [high, low] = [top + bar.top * scale, top + bar.bottom * scale];
  return (
    <g>
      <text className="lane-name" x={left} y={top + 13 * scale}>
        {name}
      </text>
      <GapBands gaps={lane.intervals.filter(({ look }) => look === "none")} x={x} top={high} height={low - high} />
      {lane.intervals.map((interval) => (
        <LaneBar key={interval.from} interval={interval} x={x} high={high} low={low} />
      ))}
      {lane.marks.map((at, index) => (
        <path key={index} className="lane-mark" d={`M${x(at) - 4} ${high - 7}h8l-4 6z`} />
      ))}
    </g>
  );
}

function LaneBar(props: { interval: LaneInterval; x: (at: number) => number; high: number; low: number }) {
  const { interval, x, high, low } = props;
  const [from, to] = [x(interval.from), x(interval.to)];
  if (interval.look === "none") return null;
  if (interval.look === "high")
    return <rect className="lane-high" x={from} y={high} width={Math.max(1, to - from)} height={low - high} />;
  return <line className={interval.look === "low" ? "lane-low" : "lane-unknown"} x1={from} x2={to} y1={low - 1} y2={low - 1} />;
}
