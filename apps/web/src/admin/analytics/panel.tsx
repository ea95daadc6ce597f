/**
 * The parts of a tab. While anything of a tab is read for the first time, one sign of waiting stands in its place; then each
 * part stands by itself, and one that cannot be read says so and leaves the others alone.
 */
import { useId, useRef, type ReactNode } from "react";
import { useTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useNow, useServerTimeOf } from "../../ui/time.tsx";
import { useAnalyticsWords } from "./analytics-words.ts";
import { useArrival } from "./arrival.tsx";
import { useTold } from "./told.ts";

/** What this page needs of a query. */
interface Read<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<unknown>;
}

/** `children` once every query has been answered, be it by an error. */
export function WhenRead(props: { queries: readonly Pick<Read<unknown>, "isPending">[]; children: ReactNode }) {
  if (props.queries.some(({ isPending }) => isPending)) return <LoadingAnalytics />;
  return props.children;
}

export function LoadingAnalytics() {
  const words = useAnalyticsWords();
  return (
    <div className="analytics-loading" aria-busy="true">
      <Icon name="spinner" size={24} className="spin" />
      <p>{words.loading}</p>
    </div>
  );
}

interface PanelProps<T> {
  query: Read<T>;
  /** Where the part brings no heading of its own before it was read. */
  title: string;
  isWide?: boolean;
  /** Where a link leads. */
  id?: string;
  children: (data: T) => ReactNode;
}

export function Panel<T>({ query, title, isWide = false, id, children }: PanelProps<T>) {
  const words = useAnalyticsWords();
  const texts = useTexts();
  const panel = useRef<HTMLDivElement>(null);
  const { data } = query;
  function readAgain() {
    // The button goes with what it repairs.
    panel.current?.focus();
    void query.refetch();
  }
  const again = (
    <Button size="small" onClick={readAgain}>
      {texts.tryAgain}
    </Button>
  );
  return (
    <div ref={panel} tabIndex={-1} className="panel" data-wide={isWide ? "" : undefined} id={id} aria-busy={query.isFetching}>
      {data === undefined ? (
        <>
          <h3>{title}</h3>
          <EmptyState icon="triangle" action={again}>
            <p>{words.failed}</p>
          </EmptyState>
        </>
      ) : (
        <>
          {query.isError && <Stale since={query.dataUpdatedAt}>{again}</Stale>}
          {children(data)}
        </>
      )}
    </div>
  );
}

/** `since`: by the machine's clock. */
function Stale(props: { since: number; children: ReactNode }) {
  const words = useAnalyticsWords();
  const { formats } = useTold();
  const now = useNow(60_000);
  const since = useServerTimeOf(props.since);
  return (
    <div className="panel-stale">
      <Icon name="triangle" />
      <span>{words.stale(formats.time(since, now))}</span>
      {props.children}
    </div>
  );
}

/** A part of a tab with its heading. */
export function Part(props: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const headingId = useId();
  const heading = useArrival();
  return (
    <section className="analytics-part" aria-labelledby={headingId}>
      <div className="analytics-part-head">
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {props.title}
        </h2>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}
