/** One number: what it is, how much, whether that is more than before, how it went, and where to look closer. */
import type { ReactNode } from "react";
import { useAnalyticsWords } from "./analytics-words.ts";
import { PartLink } from "./arrival.tsx";
import type { Change } from "./numbers.ts";
import { sparkPath } from "./spark.ts";

export interface NumberCardProps {
  title: string;
  value: string;
  /** Behind the value, smaller. */
  unit?: string;
  /** Beside the value. */
  badge?: ReactNode;
  /** Null: one of the two is not known. */
  change?: { readonly change: Change | null; readonly amount: (amount: number) => string; readonly than: string };
  notes?: readonly string[];
  /** Oldest first; null: not known then. `over`: the days that it spans. */
  spark?: { readonly values: readonly (number | null)[]; readonly over: string };
  link?: { readonly href: string; readonly text: string };
}

export function NumberCards(props: { label: string; children: ReactNode }) {
  return (
    <ul className="number-cards plain" aria-label={props.label}>
      {props.children}
    </ul>
  );
}

export function NumberCard({ title, value, unit, badge, change, notes = [], spark, link }: NumberCardProps) {
  const words = useAnalyticsWords();
  const said = change === undefined ? null : changeSaid(change, words.change);
  return (
    <li className="number-card">
      <p className="number-card-title">{title}</p>
      <p className="number-card-value">
        <span>
          <span className="number-card-number">{value}</span>
          {unit !== undefined && <span className="number-card-unit"> {unit}</span>}
        </span>{" "}
        {badge}
      </p>
      {said !== null && <p className="number-card-note">{said}</p>}
      {notes.map((note) => (
        <p key={note} className="number-card-note">
          {note}
        </p>
      ))}
      {spark !== undefined && <Sparkline {...spark} />}
      {link !== undefined && <CardLink {...link} />}
    </li>
  );
}

function changeSaid(
  { change, amount, than }: NonNullable<NumberCardProps["change"]>,
  words: ReturnType<typeof useAnalyticsWords>["change"],
): string | null {
  if (change === null) return null;
  return change.direction === "same" ? words.same(than) : words[change.direction](amount(change.amount), than);
}

/** A place on this page is gone to by the browser itself. */
function CardLink({ href, text }: { href: string; text: string }) {
  return href.startsWith("#") ? <a href={href}>{text}</a> : <PartLink href={href}>{text}</PartLink>;
}

const across = 120;
const high = 28;

/** A hint of the way there; the numbers themselves are in the chart that the card leads to. */
function Sparkline({ values, over }: NonNullable<NumberCardProps["spark"]>) {
  const words = useAnalyticsWords().cards;
  const { path, dots } = sparkPath(values, { across, high });
  if (dots.length === 0) return null;
  return (
    <div className="spark">
      <svg viewBox={`-3 -3 ${across + 6} ${high + 6}`} width={across} height={high} aria-hidden="true" focusable="false">
        <path d={path} />
        {dots.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r={2} />
        ))}
      </svg>
      <span>{words.trend(over)}</span>
    </div>
  );
}
