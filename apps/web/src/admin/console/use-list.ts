/** A list of the console: its address, the page that is kept under the pointer, and how often it looks for news. */
import { useEffect, useState } from "react";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { useClock } from "../../ui/time.tsx";
import { keep, newsOf, renewed, type Kept, type News, type PageOf } from "./kept-rows.ts";
import { changed, readAddress, writeAddress, type ListAddress, type ListSpec } from "./list-address.ts";

export interface ListModel {
  readonly address: ListAddress;
  readonly change: (part: Partial<ListAddress>) => void;
}

/** `tab`: the id of the console's tab, which stands in the address too. */
export function useListAddress(tab: string, spec: ListSpec): ListModel {
  const [params, setParams] = useSearchParams();
  const address = readAddress(params, spec);
  return {
    address,
    // Looking around in a list is one step of the way back.
    change: (part) =>
      setParams((now) => new URLSearchParams(writeAddress(tab, changed(readAddress(now, spec), part))), { replace: true }),
  };
}

/** The console has no live stream, as an administrator's session opens none: it looks this often. */
const newsEveryMs = 10_000;

/** What every list and the cards above them are read with. */
export function useNewsOptions() {
  const isAttended = useAttended();
  return {
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchInterval: isAttended ? newsEveryMs : false,
    refetchOnWindowFocus: "always",
  } as const;
}

/** So long after the last sign of a person nobody looks any more. */
const unattendedMs = 120_000;
const signsOfLife = ["pointermove", "pointerdown", "keydown", "scroll", "focusin"] as const;

/** False while nobody is at the page: what it asks by itself counts as use, and would keep a session alive for ever. [SE-3] */
function useAttended(): boolean {
  const clock = useClock();
  const [isAttended, setAttended] = useState(true);
  useEffect(() => {
    let lastAt = clock.monotonic();
    let stop = clock.after(unattendedMs, look);
    function look() {
      const silent = clock.monotonic() - lastAt;
      if (silent >= unattendedMs) setAttended(false);
      stop = clock.after(Math.max(1_000, unattendedMs - silent), look);
    }
    function note() {
      lastAt = clock.monotonic();
      setAttended(true);
    }
    const how = { passive: true, capture: true } as const;
    for (const sign of signsOfLife) document.addEventListener(sign, note, how);
    return () => {
      stop();
      for (const sign of signsOfLife) document.removeEventListener(sign, note, how);
    };
  }, [clock]);
  return isAttended;
}

export interface KeptRows<Row> {
  /** Undefined until the first page is there. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number | null;
  /** Ids of those that this page itself deleted and nobody brought back. */
  readonly removed: ReadonlySet<string>;
  readonly news: News;
  /** The page as it is now, in place of what was kept. */
  readonly showNews: () => void;
  /** What an answer told of one row, without waiting for the next look. */
  readonly put: (row: Row) => void;
  /** Changes with the page that is shown; not with news. */
  readonly key: string | null;
}

interface State<Row> {
  readonly key: string;
  readonly from: PageOf<Row>;
  readonly kept: Kept<Row>;
}

interface Shown<Row> {
  /** What was asked for, as text. */
  readonly key: string;
  /** Undefined while another page than the one that is asked for stands there. */
  readonly page: PageOf<Row> | undefined;
  /** Whether this page itself deleted it, and nobody brought it back. */
  readonly isGone?: (row: Row) => boolean;
}

const noNews: News = { added: 0, hasMoved: false };

export function useKeptRows<Row extends { readonly id: string }>({ key, page, isGone }: Shown<Row>): KeptRows<Row> {
  const [state, setState] = useState<State<Row> | null>(null);
  const now = following(state, key, page);
  if (now !== state) setState(now);
  const rows = now?.kept.order.flatMap((id) => now.kept.rowsById.get(id) ?? []);
  const removed = new Set(rows?.filter((row) => isGone?.(row) === true).map(({ id }) => id));
  return {
    rows,
    removed,
    total: now === null ? null : (now.from.total ?? null),
    news: now === null ? noNews : newsOf(now.kept, now.from, removed),
    showNews: () => setState((before) => before && { ...before, kept: keep(before.from) }),
    put: (row) => setState((before) => before && { ...before, kept: renewed(before.kept, [row]) }),
    key: now?.key ?? null,
  };
}

function following<Row extends { readonly id: string }>(
  state: State<Row> | null,
  key: string,
  page: PageOf<Row> | undefined,
): State<Row> | null {
  if (page === undefined) return state;
  if (state?.key !== key) return { key, from: page, kept: keep(page) };
  return state.from === page ? state : { ...state, from: page, kept: renewed(state.kept, page.rows) };
}
