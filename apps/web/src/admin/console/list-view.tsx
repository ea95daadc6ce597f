/**
 * A list with what can be told of it: how many, what is new, that it could not be read, that there is nothing. What was read
 * stays where it is whatever happens after; a refresh is never a skeleton again. [interface section 4]
 */
import "./list-view.css";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { useFormats, useTexts } from "../../texts/texts.tsx";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { Icon } from "../../ui/icon.tsx";
import { keepFocusIn } from "../../ui/kept-focus.ts";
import { useReadNow, useServerTimeOf } from "../../ui/time.tsx";
import { useConsoleWords } from "./console-words.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { isFiltered } from "./list-address.ts";
import { searchNear } from "./list-toolbar.tsx";
import type { KeptRows, ListModel } from "./use-list.ts";

/** How the reading of a list stands. */
export interface Reading {
  readonly isError: boolean;
  /** Another page than the one that was asked for is still shown. */
  readonly isPlaceholderData: boolean;
  /** When the newest answer came, epoch ms by the machine's clock. */
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface ListViewProps<Row> extends Omit<DataTableProps<Row>, "rows" | "sort" | "label"> {
  list: ListModel;
  kept: KeptRows<Row>;
  reading: Reading;
  /** Such as `Users`. */
  title: string;
  /** How many there are, in words. */
  counted: string;
  /** That there are none at all. */
  empty: string;
  /** Where else could be looked for what the words do not find here. */
  elsewhere?: ReactNode;
  /** What is said beside the number. */
  note?: ReactNode;
  /** With the chosen rows. */
  bulk?: ReactNode;
  pager: ReactNode;
}

const skeletonRows = 10;
/** Of a row with its controls. */
const rowHeight = 52;

export function ListView<Row extends { readonly id: string }>(props: ListViewProps<Row>) {
  const { list, kept, reading, title, counted, bulk, pager } = props;
  const words = useConsoleWords().list;
  useSpokenCount(props);
  if (kept.rows === undefined)
    return reading.isError ? (
      <EmptyState icon="triangle" action={<TryAgain reading={reading} />}>
        <p>{words.loadFailed}</p>
      </EmptyState>
    ) : (
      <div className="list-loading">
        <SkeletonRows rows={skeletonRows} height={rowHeight} />
      </div>
    );
  return (
    <section className="list-region" ref={keepFocusOfList} aria-label={words.region(title)} aria-busy={reading.isPlaceholderData}>
      <div className="list-status">
        <p className="list-count">{counted}</p>
        {props.note}
        <State kept={kept} reading={reading} />
      </div>
      {kept.rows.length === 0 ? (
        <Nothing list={list} empty={props.empty} elsewhere={props.elsewhere} total={kept.total} />
      ) : (
        <DataTable {...props} label={title} rows={kept.rows} sort={list.address.sort} />
      )}
      {bulk}
      {kept.rows.length > 0 && pager}
    </section>
  );
}

/** Where nothing is left in the list, it is in the words that are looked for. [A2] */
function keepFocusOfList(region: HTMLElement | null) {
  return keepFocusIn(region, () => searchNear(region));
}

/** What is new waits here, beside the number, so that nothing below moves. */
function State<Row>({ kept, reading }: Pick<ListViewProps<Row>, "kept" | "reading">) {
  const words = useConsoleWords().list;
  const formats = useFormats();
  const now = useReadNow();
  const readAt = useServerTimeOf(reading.dataUpdatedAt);
  const { added, hasMoved } = kept.news;
  if (reading.isError)
    return (
      <p className="list-news" data-tone="bad">
        <Icon name="triangle" />
        <span>{words.stale(formats.time(readAt, now()))}</span>
        <TryAgain reading={reading} />
      </p>
    );
  if (added === 0 && !hasMoved) return null;
  return (
    <p className="list-news">
      <span>{added > 0 ? words.news(formats.number(added)) : words.changed}</span>
      <span aria-hidden="true"> · </span>
      <button type="button" className="text-button" onClick={kept.showNews}>
        {words.show}
      </button>
    </p>
  );
}

function TryAgain({ reading }: { reading: Reading }) {
  const texts = useTexts();
  return (
    <Button size="small" onClick={() => void reading.refetch()}>
      {texts.tryAgain}
    </Button>
  );
}

type NothingProps = Pick<ListViewProps<unknown>, "list" | "empty" | "elsewhere"> & { total: number | null };

function Nothing({ list, empty, elsewhere, total }: NothingProps) {
  const words = useConsoleWords().list;
  const { address, change } = list;
  if (address.page > 1 && total !== 0)
    return (
      <EmptyState icon="list" action={<Button onClick={() => change({ page: 1 })}>{words.firstPage}</Button>}>
        <p>{words.emptyPage}</p>
      </EmptyState>
    );
  if (address.before !== null)
    return (
      <EmptyState icon="list" action={<Button onClick={() => change({ before: null })}>{words.toNewest}</Button>}>
        <p>{words.nothingOlder}</p>
      </EmptyState>
    );
  if (!isFiltered(address))
    return (
      <EmptyState icon="list">
        <p>{empty}</p>
      </EmptyState>
    );
  const clear = (
    <Button onClick={() => change({ search: "", filters: {} })}>
      {Object.keys(address.filters).length > 0 ? words.clearAll : words.clear}
    </Button>
  );
  return (
    <EmptyState
      icon="search"
      action={
        <>
          {clear}
          {elsewhere}
        </>
      }
    >
      <p>{address.search === "" ? words.noMatchFilter : words.noMatch(address.search)}</p>
    </EmptyState>
  );
}

/** How many a filter leaves is spoken when the filter changes, not when the list does. */
function useSpokenCount<Row>({ list, kept, counted }: ListViewProps<Row>): void {
  const announce = useAnnounce();
  const isFirst = useRef(true);
  const speak = useEffectEvent(() => {
    if (kept.key === null) return;
    if (isFirst.current) isFirst.current = false;
    else if (isFiltered(list.address)) announce(counted);
  });
  useEffect(() => speak(), [kept.key]);
}
