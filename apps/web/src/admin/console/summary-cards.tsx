/** The four figures above the tabs; each leads to the list that it counts. Their room is there before they are. [A3] */
import "./summary-cards.css";
import { Link } from "wouter";
import type { ConsoleSummary } from "@relaydeck/contract/console";
import { trpc } from "../../app/trpc.ts";
import { useFormats } from "../../texts/texts.tsx";
import { useConsoleWords } from "./console-words.ts";
import { consoleLink } from "./row-parts.tsx";
import { useNewsOptions } from "./use-list.ts";

interface Card {
  readonly label: string;
  readonly value: (summary: ConsoleSummary) => number;
  /** There are more than the figure says. */
  readonly isMore?: (summary: ConsoleSummary) => boolean;
  /** Under the figure. */
  readonly detail: (summary: ConsoleSummary) => string;
  readonly href: string;
}

export function SummaryCards() {
  const { cards: words } = useConsoleWords();
  const formats = useFormats();
  const { data, isError } = trpc.admin.summary.useQuery(undefined, useNewsOptions());
  const cards: readonly Card[] = [
    {
      label: words.users,
      value: ({ users }) => users,
      detail: ({ verifiedUsers }) => words.verified(formats.number(verifiedUsers)),
      href: consoleLink("users"),
    },
    {
      label: words.devices,
      value: ({ devices }) => devices,
      detail: ({ connectedDevices }) => words.connected(formats.number(connectedDevices)),
      href: consoleLink("devices"),
    },
    {
      label: words.connectedDevices,
      value: ({ connectedDevices }) => connectedDevices,
      detail: ({ devices }) => words.ofAll(formats.number(devices)),
      href: consoleLink("devices", { status: "online" }),
    },
    {
      label: words.entries,
      value: ({ activityEntries }) => activityEntries,
      isMore: ({ hasMoreEntries }) => hasMoreEntries,
      detail: () => words.entriesOf,
      href: consoleLink("activity"),
    },
  ];
  function figure({ value, isMore }: Card, summary: ConsoleSummary): string {
    const shown = formats.number(value(summary));
    return isMore?.(summary) === true ? words.moreThan(shown) : shown;
  }
  return (
    <ul className="summary-cards plain" aria-label={words.label} aria-busy={data === undefined && !isError}>
      {cards.map((card) => (
        <li key={card.label}>
          <Link href={card.href} className="summary-card">
            <span className="summary-label">{card.label}</span>
            <span className="summary-value">{data === undefined ? words.unknown : figure(card, data)}</span>
            <span className="summary-detail">{data === undefined ? (isError ? words.failed : "\u00A0") : card.detail(data)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
