/**
 * The last 24 hours of data from the device cloud: where there was none. Pure. [C3, C4, D40]
 *
 * While the page hears nothing from the server it knows of no data either, and of nothing before the server listened at all.
 */
import { fromInstant } from "@relaydeck/contract/instants";
import type { Span } from "../../ui/chart/chart-data.ts";
import type { Gap } from "../gap.ts";
import { gapSpans } from "./gap-spans.ts";

const dayMs = 24 * 60 * 60_000;
/** The least that is told: less reads as nothing. */
const leastMs = 1_000;
/** The page may lose the server for so long without a word: what it missed is told when it is back. */
const blinkMs = 5_000;

export interface LinkDay {
  readonly span: Span;
  /** Oldest first. */
  readonly silent: readonly Span[];
  /** The sum of `silent`, at least a second unless there is none. */
  readonly lostMs: number;
}

interface Known {
  /** From when on `gaps` are all there were, epoch ms. */
  readonly since: number;
  /** Since when the page hears nothing, on the server's clock; null while it hears. */
  readonly unheardSince: number | null;
  /** May lag behind. */
  readonly now: number;
}

export function linkDay(gaps: readonly Gap[], { since, unheardSince, now }: Known): LinkDay {
  const known = gaps.map((gap) => ({ from: fromInstant(gap.from), to: gap.to === null ? null : fromInstant(gap.to) }));
  const isDeaf = unheardSince !== null && now - unheardSince >= blinkMs;
  const told = isDeaf ? [...known, { from: unheardSince, to: null }] : known;
  const to = Math.max(now, ...told.map((gap) => gap.to ?? gap.from + leastMs));
  const span = { from: to - dayMs, to };
  const silent = gapSpans([...told, { from: span.from, to: since }], span);
  const lostMs = silent.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  return { span, silent, lostMs: silent.length === 0 ? 0 : Math.max(leastMs, lostMs) };
}
