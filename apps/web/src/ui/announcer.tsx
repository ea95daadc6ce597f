/**
 * The two live regions of the page: one polite, one assertive. They exist from page start; nothing else is a live region.
 *
 * Each message is an element of its own, so two at once are both spoken and the same words twice are spoken twice.
 */
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";
import { present } from "@relaydeck/kit/assert";

/** Speaks a sentence to screen readers; `urgent` interrupts. */
export type Announce = (sentence: string, options?: { urgent?: boolean }) => void;

interface Message {
  readonly id: number;
  readonly sentence: string;
}

const AnnounceContext = createContext<Announce | null>(null);
/** Older messages are dropped: they have been spoken. */
const keptMessages = 3;

export function Announcer(props: { children: ReactNode }) {
  const [polite, setPolite] = useState<readonly Message[]>([]);
  const [urgent, setUrgent] = useState<readonly Message[]>([]);
  const announce = useCallback<Announce>((sentence, options = {}) => {
    const add = options.urgent === true ? setUrgent : setPolite;
    add((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, sentence }].slice(-keptMessages));
  }, []);
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
