/** A cloud whose event stream says what it was told to, and a listener to it. */
import type { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import type { EventStreamOptions } from "../event-stream.ts";
import type { StreamAnswer, StreamRequest } from "../transport.ts";
import { listenOn, type HeardStream } from "./stream-rig.ts";

export interface Scripted {
  readonly stream: (request: StreamRequest) => Promise<StreamAnswer>;
  readonly openedAt: number[];
}

/** A cloud that answers every opening in the same way. */
export function scripted(
  clock: ManualClock,
  chunks: () => AsyncGenerator<Uint8Array>,
  headers: Record<string, string> = {},
): Scripted {
  const openedAt: number[] = [];
  return {
    openedAt,
    stream() {
      openedAt.push(clock.monotonic());
      return Promise.resolve({
        kind: "open",
        status: 200,
        headers: { "content-type": "text/event-stream", ...headers },
        chunks: chunks(),
      });
    },
  };
}

export async function* of(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

export function listenTo(clock: ManualClock, stream: Scripted["stream"], change: Partial<EventStreamOptions> = {}): HeardStream {
  const transport = { stream, request: () => Promise.reject(new Error("no calls here")), close: () => Promise.resolve() };
  return listenOn({ clock, transport }, change);
}
