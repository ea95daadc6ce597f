/**
 * Instants on the screen. What is shown is relative and ticks outside live regions; the exact time with its zone is in a
 * tooltip on hover, tap and focus, and as hidden text for screen readers.
 */
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { present } from "@relaydeck/kit/assert";
import type { Clock } from "@relaydeck/kit/clock";
import { useFormats, useLanguage } from "../texts/texts.tsx";
import { Ticker } from "./ticker.ts";
import { Tooltip } from "./tooltip.tsx";

interface Time {
  readonly ticker: Pick<Ticker, "now" | "subscribe">;
  readonly toServer: (machineAt: number) => number;
  readonly unhurried: Ticker["unhurried"];
  readonly exact: boolean;
  readonly clock: Clock;
}

const TimeContext = createContext<Time | null>(null);

/** `offsetMs`: server time minus machine time. `exact`: the choice “Show exact times”. */
export function TimeProvider(props: { clock: Clock; offsetMs: number; exact?: boolean; children: ReactNode }) {
  const { clock, offsetMs, exact = false } = props;
  const ticker = useMemo(() => new Ticker(clock, offsetMs), [clock, offsetMs]);
  const value = useMemo<Time>(
    () => ({ ticker, toServer: (machineAt) => ticker.toServer(machineAt), unhurried: ticker.unhurried, exact, clock }),
    [ticker, exact, clock],
  );
  return <TimeContext value={value}>{props.children}</TimeContext>;
}

/** While `isSeen` is false, ages below go on in steps of ten seconds. */
export function UnhurriedTime(props: { isSeen: boolean; children: ReactNode }) {
  const time = useTime();
  const unhurried = useMemo<Time>(() => ({ ...time, ticker: time.unhurried }), [time]);
  return <TimeContext value={props.isSeen ? time : unhurried}>{props.children}</TimeContext>;
}

/** Now on the server's clock in steps of `stepMs`; the component is drawn again at each step. */
export function useNow(stepMs = 1_000): number {
  const { ticker } = useTime();
  const read = () => Math.floor(ticker.now() / stepMs) * stepMs;
  return useSyncExternalStore((listener) => ticker.subscribe(listener), read, read);
}

/** Now at the moment of the call, for what a press begins. */
export function useReadNow(): () => number {
  const { ticker } = useTime();
  return useMemo(() => () => ticker.now(), [ticker]);
}

/** What this machine's clock told, such as when an answer came, on the server's clock. */
export function useServerTimeOf(machineAt: number): number {
  return useTime().toServer(machineAt);
}

/** The clock of the provider above, for what must be timed. */
export function useClock(): Clock {
  return useTime().clock;
}

/** `8 s ago`. */
export function Age(props: { at: number }) {
  const formats = useFormats();
  const now = useNow();
  return <Instant at={props.at} shown={formats.age(props.at, now)} />;
}

/** `Just now`, `5 minutes ago`; `isWithin` a line `just now`. */
export function RelativeTime({ at, isWithin = false }: { at: number; isWithin?: boolean }) {
  const formats = useFormats();
  const language = useLanguage();
  const said = formats.relative(at, useNow(5_000));
  return <Instant at={at} shown={isWithin ? said.slice(0, 1).toLocaleLowerCase(language) + said.slice(1) : said} />;
}

/** Any text about an instant, with the exact time behind it. */
export function Instant(props: { at: number; shown: string }) {
  const formats = useFormats();
  const exact = formats.exact(props.at);
  if (useTime().exact) return <time dateTime={iso(props.at)}>{exact}</time>;
  return (
    <Tooltip content={exact} onTap>
      <button type="button" className="time" aria-describedby={undefined}>
        <time dateTime={iso(props.at)}>{props.shown}</time>
        <span className="visually-hidden"> ({exact})</span>
      </button>
    </Tooltip>
  );
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function useTime() {
  return present(useContext(TimeContext), "TimeProvider is missing above");
}
