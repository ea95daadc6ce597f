import type { Clock } from "@relaydeck/kit/clock";
import { createParser, type EventSourceParser } from "eventsource-parser";
import { clockToleranceMs, eventOf, type EventNonsense, type ProviderEvent } from "./provider-event.ts";
import { longestAnswerBytes, type AnswerHeaders } from "./transport.ts";

export interface EventListener {
  readonly clock: Clock;
  readonly onEvent: (event: ProviderEvent) => void;
  readonly onNonsense: (reason: EventNonsense) => void;
}

/** Cuts bytes into events, wherever the chunks were cut; nonsense is counted, never thrown. [checklist 17] */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #isOverlong = false;
  readonly #parser: EventSourceParser;

  constructor(on: EventListener, cloudNow: () => number) {
    this.#parser = createParser({
      maxBufferSize: longestAnswerBytes,
      onEvent: (message) => {
        const receipt = { receivedAt: on.clock.now(), latest: cloudNow() + clockToleranceMs };
        const event = eventOf(message.event, message.data, receipt);
        if (event.ok) on.onEvent(event.value);
        else on.onNonsense(event.error);
      },
      onError: (error) => {
        if (error.type !== "max-buffer-size-exceeded") return;
        this.#isOverlong = true;
        on.onNonsense("too-large");
      },
    });
  }

  /** False when an event grew beyond all bounds; nothing can be read after that. */
  read(chunk: Uint8Array): boolean {
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    return !this.#isOverlong;
  }
}

/**
 * The latest plausible present of the cloud: its own clock when it opened the stream, carried on by our monotonic one, or
 * our wall clock when that is later. A wall clock that was set back must not make every event a future one. [TI-1]
 */
export function cloudClockOf(headers: AnswerHeaders, clock: Clock): () => number {
  const date = Date.parse(headers["date"] ?? "");
  const openedAt = clock.monotonic();
  const openedWall = clock.now();
  const start = Number.isFinite(date) ? Math.max(date, openedWall) : openedWall;
  return () => Math.max(clock.now(), start + clock.monotonic() - openedAt);
}
