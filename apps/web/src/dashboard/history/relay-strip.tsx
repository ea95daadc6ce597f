/**
 * A relay's last 24 hours in one line: on and off, hatched where there was no data or nothing was known, commands marked above: a full mark for one
 * that is proved to have switched, a low pale one for every other. Press: the history. [C1]
 */
import "./history.css";
import { memo, useId } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { DeviceHistory } from "@relaydeck/contract/history";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Relay } from "@relaydeck/contract/relays";
import { useFormats } from "../../texts/texts.tsx";
import { useNow } from "../../ui/time.tsx";
import type { Span } from "../../ui/chart/chart-data.ts";
import { useDashboardActions, useSituation } from "../data.tsx";
import { useHistoryAddress } from "./address.ts";
import { carriedOn, gapsOf, intervalsOf, totals, type Interval } from "./intervals.ts";
import { commandsOf, type StripCommand } from "./strip-commands.ts";
import { stripSaid } from "./strip-said.ts";
import { useStripWords } from "./strip-words.ts";

const dayMs = 24 * 60 * 60_000;
/** Units across; the drawing is stretched to its place. */
const across = 1_000;

/** Drawn for the device's own news and each minute, not with each second of the row that it stands in. [A16] */
export const RelayStrip = memo(function RelayStrip({ device, relay }: { device: Device; relay: Relay }) {
  const words = useStripWords();
  const formats = useFormats();
  const address = useHistoryAddress();
  const { data, failed } = useDashboardActions().useHistory(device.id, "24h");
  const now = useNow(60_000);
  const { unheardSince } = useSituation();
  if (data === null) return null;
  const span = { from: now - dayMs, to: now };
  const intervals = shown(data, { device, relay, unheardSince, isOverdue: failed, now, span });
  const commands = commandsOf(data, { relayNumber: relay.number, since: span.from });
  const said = stripSaid(totals(intervals), { commands, words, formats });
  return (
    <button type="button" className="strip" onClick={() => address.open(device.id)}>
      <StripDrawing intervals={intervals} marks={commands} span={span} />
      <span className="strip-label" aria-hidden="true">
        {words.last24h}
      </span>
      <span className="visually-hidden">{[`${words.last24h}: ${said}`, words.open(relay.name)].join(". ")}</span>
    </button>
  );
});

interface Shown {
  readonly device: Device;
  readonly relay: Relay;
  readonly unheardSince: number | null;
  readonly isOverdue: boolean;
  readonly now: number;
  readonly span: Span;
}

function shown(data: DeviceHistory, live: Shown): readonly Interval[] {
  const { span, relay } = live;
  const read = data.relays.find(({ number }) => number === relay.number)?.steps ?? [];
  const { steps, gaps } = carriedOn({ steps: read, gaps: gapsOf(data), to: fromInstant(data.to) }, live);
  // What was before the device came, or before the viewer might see it, is as unknown as a silence.
  const before = { from: span.from, to: fromInstant(data.from), state: "no-data" } as const;
  return [before, ...intervalsOf(steps, gaps, span)].filter((interval) => interval.to > interval.from);
}

function StripDrawing({
  intervals,
  marks,
  span,
}: {
  intervals: readonly Interval[];
  marks: readonly StripCommand[];
  span: Span;
}) {
  const hatch = useId();
  const x = (at: number) => ((at - span.from) / (span.to - span.from)) * across;
  return (
    <svg className="strip-drawing" viewBox={`0 0 ${across} 16`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={hatch} width="14" height="5" patternUnits="userSpaceOnUse">
          <path d="M0 5 14 0" className="strip-hatch" />
        </pattern>
      </defs>
      {intervals.map(({ from, to, state }) => (
        <StripPart key={from} x={x(from)} width={Math.max(2, x(to) - x(from))} state={state} hatch={hatch} />
      ))}
      {marks.map(({ at, outcome }, index) => (
        <StripMark key={index} x={Math.min(across - 4, x(at))} outcome={outcome} />
      ))}
    </svg>
  );
}

function StripMark({ x, outcome }: { x: number; outcome: StripCommand["outcome"] }) {
  const isProved = outcome === "switched";
  return <rect className="strip-mark" data-outcome={outcome} x={x} y={isProved ? 0 : 2} width={4} height={isProved ? 4 : 2} />;
}

function StripPart({ x, width, state, hatch }: { x: number; width: number; state: Interval["state"]; hatch: string }) {
  switch (state) {
    case "on":
      return <rect className="strip-on" x={x} y={5} width={width} height={11} />;
    case "off":
      return <rect className="strip-off" x={x} y={14} width={width} height={2} />;
    case "no-data":
    case "unknown":
      return <rect data-gap="" x={x} y={5} width={width} height={11} fill={`url(#${hatch})`} />;
  }
}
