/**
 * The drawing of a chart and its cursor: pointer and arrow keys move it over the points, and each point is spoken. [A20]
 *
 * A slider, because that is what a screen reader knows to move by arrow keys and to read out again at each step.
 */
import { useId, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { movedCursor, nearest, type Span } from "./chart-data.ts";

interface PlotProps {
  title: string;
  span: Span;
  width: number;
  height: number;
  /** Where the drawing's time begins and ends, in pixels. */
  left: number;
  right: number;
  /** Room below the drawing for the words of its ticks, which the cursor leaves alone. */
  bottom?: number;
  /** Heights at which the cursor is drawn, where words stand between them; else from top to bottom. */
  lanes?: readonly { readonly top: number; readonly bottom: number }[];
  instants: readonly number[];
  /** Index into `instants`. */
  cursor: number;
  onCursor: (index: number) => void;
  /** What is spoken of the point at the cursor. */
  spoken: string;
  children: ReactNode;
}

export function Plot(props: PlotProps) {
  const { instants, cursor, width, height, span, left, right, bottom = 20 } = props;
  const lanes = props.lanes ?? [{ top: Math.min(4, bottom), bottom: height - bottom }];
  const at = instants[cursor];
  const x = at === undefined ? null : xOf(at, props);
  function onKeyDown(event: KeyboardEvent) {
    const next = movedCursor(event.key, cursor, instants.length);
    if (next === null) return;
    event.preventDefault();
    props.onCursor(next);
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - left) / Math.max(1, width - left - right);
    if (instants.length > 0) props.onCursor(nearest(instants, span.from + share * (span.to - span.from)));
  }
  return (
    <div
      className="plot"
      role="slider"
      tabIndex={0}
      aria-label={props.title}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, instants.length - 1)}
      aria-valuenow={cursor}
      aria-valuetext={props.spoken}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
    >
      <svg width={width} height={height} aria-hidden="true" focusable="false">
        {props.children}
        {x !== null &&
          lanes.map((lane) => <line key={lane.top} className="plot-cursor" x1={x} x2={x} y1={lane.top} y2={lane.bottom} />)}
      </svg>
    </div>
  );
}

function xOf(at: number, { span, width, left, right }: PlotProps): number {
  return left + ((at - span.from) / Math.max(1, span.to - span.from)) * (width - left - right);
}

/** Times without data: hatched, so that nobody takes them for a line at nothing. */
export function GapBands(props: { gaps: readonly Span[]; x: (at: number) => number; top: number; height: number }) {
  const id = useId();
  return (
    <>
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="6" className="hatch" />
        </pattern>
      </defs>
      {props.gaps.map((gap) => (
        <rect
          key={gap.from}
          className="gap-band"
          data-gap=""
          x={props.x(gap.from)}
          y={props.top}
          width={Math.max(1, props.x(gap.to) - props.x(gap.from))}
          height={props.height}
          fill={`url(#${id})`}
        />
      ))}
    </>
  );
}
