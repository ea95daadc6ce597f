/**
 * The two live regions of the page: one polite, one assertive. They exist from page start; nothing else is a live region.
 *
 * Each message is an element of its own, so two at once are both spoken and the same words twice are spoken twice. What was
 * spoken goes after a while: whoever reads through the page must not come upon a failure that is long over.
 */
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from "react";
import { present } from "@relaydeck/kit/assert";
import type { Clock } from "@relaydeck/kit/clock";

/** Speaks a sentence to screen readers; `urgent` interrupts. */
export type Announce = (sentence: string, options?: { urgent?: boolean }) => void;

interface Message {
  readonly id: number;
  readonly sentence: string;
}

const AnnounceContext = createContext<Announce | null>(null);
/** Older messages are dropped: they have been spoken. */
const keptMessages = 3;
/** So long after the last message all of them go: long enough for a slow voice. */
const spokenForMs = 15_000;

export function Announcer(props: { clock: Clock; children: ReactNode }) {
  const { clock } = props;
  const [polite, setPolite] = useState<readonly Message[]>([]);
  const [urgent, setUrgent] = useState<readonly Message[]>([]);
  const announce = useCallback<Announce>((sentence, options = {}) => {
    const add = options.urgent === true ? setUrgent : setPolite;
    add((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, sentence }].slice(-keptMessages));
  }, []);
  useEffect(() => {
    if (polite.length + urgent.length === 0) return;
    return clock.after(spokenForMs, () => {
      setPolite([]);
      setUrgent([]);
    });
  }, [clock, polite, urgent]);
  return (
    <AnnounceContext value={announce}>
      {props.children}
      <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="false" data-announcer="polite">
        {polite.map((message) => (
          <p key={message.id}>{message.sentence}</p>
        ))}
      </div>
      <div className="visually-hidden" role="alert" aria-live="assertive" aria-atomic="false" data-announcer="assertive">
        {urgent.map((message) => (
          <p key={message.id}>{message.sentence}</p>
        ))}
      </div>
    </AnnounceContext>
  );
}

export function useAnnounce(): Announce {
  return present(useContext(AnnounceContext), "Announcer is missing above");
}
