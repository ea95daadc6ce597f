/** A part of the page: its name, how it is in one word, and its facts as names with values. */
import { useId, type ReactNode } from "react";
import { fromInstant } from "@relaydeck/contract/instants";
import { StatusBadge, type Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { useOperationsWords } from "./operations-words.ts";

export function Panel(props: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="ops-panel" aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
    </section>
  );
}

export function Facts(props: { children: ReactNode }) {
  return <dl className="ops-facts">{props.children}</dl>;
}

/** `look`: the value takes a line of its own, or is followed by a bar. */
export function Fact(props: { name: string; look?: "long" | "bar"; children: ReactNode }) {
  return (
    <div data-look={props.look}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** What is not known at the moment says so. */
export function Maybe<T>(props: { value: T | null; children: (value: T) => ReactNode }) {
  const words = useOperationsWords();
  return props.value === null ? <span className="ops-unknown">{words.unknown}</span> : props.children(props.value);
}

/** An instant of the server's; null reads as the word given. */
export function When({ at, never }: { at: string | null; never: string }) {
  return at === null ? <>{never}</> : <RelativeTime at={fromInstant(at)} />;
}

const looks = {
  good: { tone: "ok", icon: "disc-tick" },
  moving: { tone: "info", icon: "dashed-ring" },
  doubtful: { tone: "warn", icon: "triangle" },
  broken: { tone: "bad", icon: "square-x" },
  idle: { tone: "off", icon: "circle" },
} as const satisfies Record<string, { tone: Tone; icon: IconName }>;

export function State({ is, children }: { is: keyof typeof looks; children: ReactNode }) {
  return <StatusBadge {...looks[is]}>{children}</StatusBadge>;
}
