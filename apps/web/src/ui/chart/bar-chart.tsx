/** Amounts that add up, one bar each for a stretch of time or a thing: a pattern and a label for every part, and a limit as a line. [A20] */
import { scaleLinear } from "d3-scale";
import { useState } from "react";
import type { Cell } from "@relaydeck/contract/csv";
import { barHeight, barMargin, sumAt, type BarLimit, type BarSeries, type Slot } from "./bar-data.ts";
import { BarDrawing } from "./bar-drawing.tsx";
import { BarPaints, Swatch, usePaints } from "./bar-paint.tsx";
import type { TableData } from "./chart-data.ts";
import { ChartFrame, type ChartWords } from "./chart-frame.tsx";
import { Plot } from "./plot.tsx";
import { useWidth } from "./use-width.ts";

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

/** From this width on the parts are named beside the last bar, else above all bars. */
const wide = 520;
/** A limit further above the highest bar than this would press all bars flat. */
const farAbove = 4;

export function BarChart(props: BarChartProps) {
  const { slots, series, limit, title, words } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const paints = usePaints();
  const [chosen, setCursor] = useState<number | null>(null);
  const cursor = Math.min(chosen ?? slots.length - 1, slots.length - 1);
  const said = saidOf(props, cursor);
  const isWide = width >= wide;
  const right = isWide ? 112 : 10;
  const highest = Math.max(props.atLeast, ...slots.map((_, index) => sumAt(series, index)));
  const isBeyond = limit !== undefined && Math.max(...limit.values) > farAbove * highest;
  const y = scaleLinear()
    .domain([0, limit === undefined || isBeyond ? highest : Math.max(highest, ...limit.values)])
    .nice(4)
    .range([barHeight - barMargin.bottom, barMargin.top]);
  return (
    <ChartFrame
      title={title}
      unit={props.unit}
      table={tableOf(props)}
      show={(cell, column, row) => shown(props, { cell, column, row })}
      fileName={props.fileName}
      words={words}
    >
      {!isWide && <Legend series={series} paints={paints} />}
      <div ref={ref} className="plot-box" style={{ height: barHeight }}>
        {width > 0 && (
          <Plot
            title={title}
            span={{ from: 0, to: slots.length }}
            width={width}
            height={barHeight}
            left={barMargin.left}
            right={right}
            instants={slots.map((_, index) => index + 0.5)}
            cursor={cursor}
            onCursor={setCursor}
            spoken={said}
          >
            <BarPaints ids={paints} looks={series.map(({ look }) => look)} />
            <BarDrawing {...props} paints={paints} y={y} width={width} right={right} isBeyond={isBeyond} isNamed={isWide} />
          </Plot>
        )}
      </div>
      <p className="plot-said" aria-hidden="true">
        {said}
      </p>
    </ChartFrame>
  );
}

function Legend({ series, paints }: { series: readonly BarSeries[]; paints: string }) {
  return (
    <p className="bar-legend">
      {series.map(({ name, look }) => (
        <span key={name}>
          <Swatch paints={paints} look={look} />
          {name}
        </span>
      ))}
    </p>
  );
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
