/** The bars of a chart of bars, their axis, their names and their limit. A bar without any value is hatched. [A20, C3] */
import type { ScaleLinear } from "d3-scale";
import { sumAt, type BarLimit, type BarSeries, type Slot } from "./bar-data.ts";
import { paintOf } from "./bar-paint.tsx";
import { spread, wordsBelow, type Frame } from "./chart-data.ts";
import { GapBands } from "./plot.tsx";
import type { Room } from "./use-room.ts";

/** How the bars stand in their room. */
export interface DrawnBars {
  readonly room: Room;
  readonly frame: Frame;
  readonly y: ScaleLinear<number, number>;
  /** Values of its ticks. */
  readonly axis: readonly number[];
  /** The limit lies far above the drawing. */
  readonly isBeyond: boolean;
  /** The parts are named beside the last bar. */
  readonly isNamed: boolean;
  readonly isLimitNamed: boolean;
}

interface DrawingProps extends DrawnBars {
  slots: readonly Slot[];
  /** From the bottom up. */
  series: readonly BarSeries[];
  limit?: BarLimit;
  showValue: (value: number) => string;
  paints: string;
}

/** Of the width that a bar has. */
const filled = 0.72;
/** Of a name at scale 1. */
const labelHeight = 14;

export function BarDrawing(props: DrawingProps) {
  const { slots, series, y, room, frame, paints } = props;
  const { width, height, left, right, top, bottom } = frame;
  const step = (width - left - right) / Math.max(1, slots.length);
  const x = (index: number) => left + index * step;
  const unknown = slots.flatMap((_, index) =>
    series.every(({ values }) => (values[index] ?? null) === null) ? [{ from: index, to: index + 1 }] : [],
  );
  const words = wordsBelow(
    slots.map(({ tick }, index) => ({ x: x(index + 0.5), text: tick })),
    room,
  );
  return (
    <>
      <ValueAxis {...props} />
      <g className="axes">
        {words.map(({ x: at, middle, text }) => (
          <text key={at} x={middle} y={height - 6 * room.scale} textAnchor="middle">
            {text}
          </text>
        ))}
      </g>
      <GapBands gaps={unknown} x={x} top={top} height={height - top - bottom} />
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
      {props.isNamed && <PartNames {...props} />}
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

function ValueAxis({ y, axis, room, frame, showValue }: DrawingProps) {
  return (
    <g className="axes">
      {axis.map((value) => (
        <g key={value}>
          <line x1={frame.left} x2={frame.width - frame.right} y1={y(value)} y2={y(value)} />
          <text x={frame.left - 6} y={y(value) + 4 * room.scale} textAnchor="end">
            {showValue(value)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Where bars have limits of their own, a step for each. */
function LimitLine({ limit, isBeyond, isLimitNamed, slots, room, y, x }: DrawingProps & { x: (index: number) => number }) {
  if (limit === undefined) return null;
  const path = limit.values.map((value, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(value)}H${x(index + 1)}`).join("");
  return (
    <g className="threshold" data-limit={isBeyond ? "beyond" : ""}>
      {isBeyond ? <line x1={x(0)} x2={x(slots.length)} y1={3} y2={3} /> : <path d={path} fill="none" />}
      {isLimitNamed && (
        <text x={isBeyond ? 4 : x(0) + 4} y={isBeyond ? 14 * room.scale : y(limit.values[0] ?? 0) - 4 * room.scale}>
          {isBeyond ? limit.beyond : limit.label}
        </text>
      )}
    </g>
  );
}

/** Of the parts that occur: each at the height of its part of the last bar, moved apart where they would cover each other. */
function PartNames({ slots, series: all, y, room, frame }: DrawingProps) {
  const { scale } = room;
  const last = slots.length - 1;
  const series = all.filter(({ values }) => values.some((value) => (value ?? 0) > 0));
  const middles = series.map((one, index) => {
    const below = sumAt(series.slice(0, index), last);
    return y(below + (one.values[last] ?? 0) / 2) + 4 * scale;
  });
  const places = spread(middles, {
    least: labelHeight * scale,
    lowest: frame.height - frame.bottom,
    highest: frame.top,
  });
  return series.map(({ name, look }, index) => (
    <text key={name} className="bar-name" data-look={look} x={frame.width - frame.right + 6} y={places[index]}>
      {name}
    </text>
  ));
}
