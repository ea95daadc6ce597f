/** What a chart of bars is made of, for its frame and for its drawing. */
import type { Cell } from "@relaydeck/contract/csv";
import type { BarLook } from "./bar-paint.tsx";

/** What one bar stands for. */
export interface Slot {
  /** Spoken, and read in the table. */
  readonly name: string;
  /** Under the bar; shorter. */
  readonly tick: string;
  readonly cell: Cell;
}

export interface BarSeries {
  readonly name: string;
  readonly look: BarLook;
  /** One for each slot; null: not known. */
  readonly values: readonly (number | null)[];
}

/** What each bar may reach at most; `beyond` is said at the top where that is far above all bars. */
export interface BarLimit {
  readonly name: string;
  readonly values: readonly number[];
  readonly label: string;
  readonly beyond: string;
}

/** At scale 1. */
export const barMargins = { height: 200, left: 56, right: 10, top: 22, bottom: 22 } as const;

export function sumAt(series: readonly BarSeries[], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}
