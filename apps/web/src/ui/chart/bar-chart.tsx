/** Amounts that add up, one bar each for a stretch of time or a thing: a pattern and a label for every part, and a limit as a line. [A20] */
import { scaleLinear } from "d3-scale";
import { useState } from "react";
import type { Cell } from "@relaydeck/contract/csv";
import { barMargins, sumAt, type BarLimit, type BarSeries, type Slot } from "./bar-data.ts";
import { BarDrawing, type DrawnBars } from "./bar-drawing.tsx";
import { BarPaints, Swatch, usePaints } from "./bar-paint.tsx";
import { frameIn, type TableData } from "./chart-data.ts";
import { ChartFrame, type ChartWords } from "./chart-frame.tsx";
import { Legend, LimitSwatch } from "./legend.tsx";
import { PlotBox } from "./plot-box.tsx";
import { Plot } from "./plot.tsx";
import { useRoom, type Room } from "./use-room.ts";

/** A column of the table that is not drawn. */
interface Extra {
  readonly name: string;
  readonly values: readonly Cell[];
  readonly show: (value: number) => string;
}

export interface BarChartProps {
  title: string;
  unit: string;
  /** Head of the column of slots. */
  slotColumn: string;
  slots: readonly Slot[];
  /** From the bottom up. */
  series: readonly BarSeries[];
  /** What each bar may reach at most; `beyond` is said at the top where that is far above all bars. */
  limit?: BarLimit;
  extras?: readonly Extra[];
  atLeast: number;
  words: ChartWords;
  fileName: string;
  showValue: (value: number) => string;
}

/** Where bars have at least so much room, in pixels, the parts are named beside the last one, else above all. */
const roomForBars = 350;
/** Of the names beside the last bar at scale 1. */
const roomForNames = 112;
/** A limit further above the highest bar than this would press all bars flat. */
const farAbove = 4;

function drawnIn(room: Room, props: BarChartProps): DrawnBars {
  const { slots, series, limit, showValue } = props;
  const highest = Math.max(props.atLeast, ...slots.map((_, index) => sumAt(series, index)));
  const isBeyond = limit !== undefined && Math.max(...limit.values) > farAbove * highest;
  const y = scaleLinear()
    .domain([0, limit === undefined || isBeyond ? highest : Math.max(highest, ...limit.values)])
    .nice(4);
  const axis = y.ticks(4).filter(Number.isInteger);
  const narrow = frameIn(room, barMargins, axis.map(showValue));
  const forNames = Math.max(roomForNames, ...series.map(({ name }) => room.widthOf(name, 600) + 12));
  const isNamed = room.width - narrow.left - forNames >= roomForBars;
  const frame = isNamed ? { ...narrow, right: forNames } : narrow;
  const said = isBeyond ? limit.beyond : (limit?.label ?? "");
  const isLimitNamed = room.widthOf(said) <= room.width - frame.left - frame.right;
  return { room, frame, axis, y: y.range([frame.height - frame.bottom, frame.top]), isBeyond, isNamed, isLimitNamed };
}

export function BarChart(props: BarChartProps) {
  const { slots, series, title, words } = props;
  const { room, ...refs } = useRoom();
  const paints = usePaints();
  const [chosen, setCursor] = useState<number | null>(null);
  const cursor = Math.min(chosen ?? slots.length - 1, slots.length - 1);
  const said = saidOf(props, cursor);
  const drawn = room === null ? null : drawnIn(room, props);
  return (
    <ChartFrame
      title={title}
      unit={props.unit}
      table={tableOf(props)}
      show={(cell, column, row) => shown(props, { cell, column, row })}
      fileName={props.fileName}
      words={words}
    >
      {drawn !== null && <Names {...props} {...drawn} paints={paints} />}
      <PlotBox {...refs} className="plot-box" height={barMargins.height}>
        {drawn !== null && (
          <Plot
            {...drawn.frame}
            title={title}
            span={{ from: 0, to: slots.length }}
            bottom={drawn.frame.bottom - 2}
            instants={slots.map((_, index) => index + 0.5)}
            cursor={cursor}
            onCursor={setCursor}
            spoken={said}
          >
            <BarPaints ids={paints} looks={series.map(({ look }) => look)} />
            <BarDrawing {...props} {...drawn} paints={paints} />
          </Plot>
        )}
      </PlotBox>
      <p className="plot-said" aria-hidden="true">
        {said}
      </p>
    </ChartFrame>
  );
}

/** Of what the drawing has no room to name. */
function Names({ series, limit, paints, isNamed, isLimitNamed, isBeyond }: BarChartProps & DrawnBars & { paints: string }) {
  const parts = series.map(({ name, look }) => ({ name, swatch: <Swatch paints={paints} look={look} /> }));
  const line = limit === undefined ? [] : [{ name: isBeyond ? limit.beyond : limit.label, swatch: <LimitSwatch /> }];
  return <Legend of={[...(isNamed ? [] : parts), ...(isLimitNamed ? [] : line)]} />;
}

function saidOf({ slots, series, limit, words, showValue }: BarChartProps, index: number): string {
  const slot = slots[index];
  if (slot === undefined) return words.nothing;
  const parts = [...series, ...(limit === undefined ? [] : [limit])].map(({ name, values }) => {
    const value = values[index] ?? null;
    return `${name} ${value === null ? words.noData : showValue(value)}`;
  });
  return words.point(slot.name, parts.join(", "));
}

function columnsOf({ series, limit, extras = [] }: BarChartProps) {
  return [...series, ...(limit === undefined ? [] : [limit]), ...extras];
}

function tableOf(props: BarChartProps): TableData {
  const columns = columnsOf(props);
  return {
    columns: [props.slotColumn, ...columns.map(({ name }) => name)],
    rows: props.slots.map(({ cell }, index) => [cell, ...columns.map(({ values }) => values[index] ?? null)]),
  };
}

function shown(props: BarChartProps, { cell, column, row }: { cell: Cell; column: number; row: number }): string {
  if (column === 0) return props.slots[row]?.name ?? "";
  if (cell === null) return props.words.noData;
  const drawn = props.series.length + (props.limit === undefined ? 0 : 1);
  const show = props.extras?.[column - 1 - drawn]?.show ?? props.showValue;
  return typeof cell === "number" ? show(cell) : cell;
}
