/** The bars of a chart of bars, their axis, their names and their limit. A bar without any value is hatched. [A20, C3] */
import type { ScaleLinear } from "d3-scale";
import { barHeight, barMargin, sumAt, type BarLimit, type BarSeries, type Slot } from "./bar-data.ts";
import { paintOf } from "./bar-paint.tsx";
import { anchorAt, spread, thinned } from "./chart-data.ts";
import { GapBands } from "./plot.tsx";

interface DrawingProps {
  slots: readonly Slot[];
  /** From the bottom up. */
  series: readonly BarSeries[];
  limit?: BarLimit;
  showValue: (value: number) => string;
  paints: string;
  y: ScaleLinear<number, number>;
  width: number;
  right: number;
  /** The limit lies far above the drawing. */
  isBeyond: boolean;
  /** The parts are named beside the last bar. */
  isNamed: boolean;
}

/** Of the width that a bar has. */
const filled = 0.72;
const labelHeight = 14;

export function BarDrawing(props: DrawingProps) {
  const { slots, series, y, width, right, paints } = props;
  const step = (width - barMargin.left - right) / Math.max(1, slots.length);
  const x = (index: number) => barMargin.left + index * step;
  const unknown = slots.flatMap((_, index) =>
    series.every(({ values }) => (values[index] ?? null) === null) ? [{ from: index, to: index + 1 }] : [],
  );
  return (
    <>
      <ValueAxis {...props} />
      <g className="axes">
        {thinned(
          slots.map((slot, index) => ({ ...slot, at: x(index + 0.5) })),
          Math.max(2, Math.floor((width - right) / 72)),
        ).map(({ tick, at }) => (
          <text key={at} x={at} y={barHeight - 6} textAnchor={anchorAt(at, width)}>
            {tick}
          </text>
        ))}
      </g>
      <GapBands gaps={unknown} x={x} top={barMargin.top} height={barHeight - barMargin.top - barMargin.bottom} />
      {slots.map((slot, index) => (
        <g key={index} data-bar={slot.name}>
          {stackOf(series, index).map(({ look, from, to }) => (
            <rect
              key={look}
              className="bar"
              data-look={look}
              x={x(index) + (step * (1 - filled)) / 2}
              width={Math.max(1, step * filled)}
              y={y(to)}
              height={Math.max(0, y(from) - y(to))}
              fill={paintOf(paints, look)}
            />
          ))}
        </g>
      ))}
      <LimitLine {...props} x={x} />
      {props.isNamed && <PartNames series={series} y={y} x={width - right + 6} last={slots.length - 1} />}
    </>
  );
}

function stackOf(series: readonly BarSeries[], index: number) {
  let below = 0;
  return series.flatMap(({ look, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return [];
    below += value;
    return [{ look, from: below - value, to: below }];
  });
}

function ValueAxis({ y, width, right, showValue }: DrawingProps) {
  return (
    <g className="axes">
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((value) => (
          <g key={value}>
            <line x1={barMargin.left} x2={width - right} y1={y(value)} y2={y(value)} />
            <text x={barMargin.left - 6} y={y(value) + 4} textAnchor="end">
              {showValue(value)}
            </text>
          </g>
        ))}
    </g>
  );
}

/** Where bars have limits of their own, a step for each. */
function LimitLine({ limit, isBeyond, slots, y, x }: DrawingProps & { x: (index: number) => number }) {
  if (limit === undefined) return null;
  const path = limit.values.map((value, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(value)}H${x(index + 1)}`).join("");
  return (
    <g className="threshold" data-limit={isBeyond ? "beyond" : ""}>
      {isBeyond ? <line x1={x(0)} x2={x(slots.length)} y1={3} y2={3} /> : <path d={path} fill="none" />}
      <text x={isBeyond ? 4 : x(0) + 4} y={isBeyond ? 14 : y(limit.values[0] ?? 0) - 4}>
        {isBeyond ? limit.beyond : limit.label}
      </text>
    </g>
  );
}

/** Of the parts that occur: each at the height of its part of the last bar, moved apart where they would cover each other. */
function PartNames(props: { series: readonly BarSeries[]; y: (value: number) => number; x: number; last: number }) {
  const { y, x, last } = props;
  const series = props.series.filter(({ values }) => values.some((value) => (value ?? 0) > 0));
  const middles = series.map((one, index) => {
    const below = sumAt(series.slice(0, index), last);
    return y(below + (one.values[last] ?? 0) / 2) + 4;
  });
  const places = spread(middles, { least: labelHeight, lowest: barHeight - barMargin.bottom });
  return series.map(({ name, look }, index) => (
    <text key={name} className="bar-name" data-look={look} x={x} y={places[index]}>
      {name}
    </text>
  ));
}
