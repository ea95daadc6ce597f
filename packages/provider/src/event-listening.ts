/**
 * One opening of the event stream, from the request to its end. Bytes in, events out; every end is a value.
 */
import type { Clock } from "@relaydeck/kit/clock";
import { isObject, parseJson } from "./answer-text.ts";
import { meaningOf } from "./classify.ts";
import { cloudClockOf, EventReader } from "./event-reader.ts";
import type { EventNonsense, ProviderEvent } from "./provider-event.ts";
import type { StreamLimits } from "./stream-limits.ts";
import type { StreamAnswer, Transport } from "./transport.ts";
import { Watchdog } from "./watchdog.ts";

export interface Listening {
  readonly transport: Pick<Transport, "stream">;
  readonly clock: Clock;
  readonly path: string;
  readonly token: string;
  readonly limits: StreamLimits;
  readonly stopping: AbortSignal;
  readonly onOpen: () => void;
  readonly onBytes: () => void;
  readonly onEvent: (event: ProviderEvent) => void;
  readonly onNonsense: (reason: EventNonsense) => void;
  readonly whenReady?: () => Promise<void>;
}

export type StreamEnd =
  | { readonly kind: "broken"; readonly reason: string; readonly livedMs: number }
  | { readonly kind: "not-opened"; readonly reason: string }
  | { readonly kind: "busy"; readonly reason: string; readonly retryAfterSeconds?: number }
  | { readonly kind: "token-refused"; readonly reason: string };

type OpenAnswer = Extract<StreamAnswer, { kind: "open" }>;

export async function listen(on: Listening): Promise<StreamEnd> {
  const ending = new AbortController();
  const end = () => ending.abort();
  on.stopping.addEventListener("abort", end, { once: true });
  if (on.stopping.aborted) end();
  try {
    const headers = { authorization: `Bearer ${on.token}`, accept: "text/event-stream", "user-agent": "relaydeck" };
    const answer = await on.transport.stream({
      path: on.path,
      headers,
      headWithinMs: on.limits.headWithin,
      signal: ending.signal,
    });
    if (answer.kind === "failed") return { kind: "not-opened", reason: answer.reason };
    if (!isEventStream(answer)) return await refusalOf(answer);
    on.onOpen();
    return await readEvents(on, answer, ending);
  } finally {
    on.stopping.removeEventListener("abort", end);
    // Whatever happened, no connection stays behind: at most one stream is open.
    end();
  }
}

function isEventStream(answer: OpenAnswer): boolean {
  return answer.status === 200 && (answer.headers["content-type"] ?? "").toLowerCase().startsWith("text/event-stream");
}

/** What an answer that is no stream means for the next try. */
async function refusalOf(answer: OpenAnswer): Promise<StreamEnd> {
  const { status } = answer;
  const reason = `the device cloud answered ${status} to the event stream`;
  if (status === 429 || status === 529) {
    const after = answer.headers["retry-after"];
    return {
      kind: "busy",
      reason,
      ...(after !== undefined && /^\d{1,5}$/.test(after) ? { retryAfterSeconds: Number(after) } : {}),
    };
  }
  const meaning = meaningOf({ status, json: await readRefusal(answer) });
  if (meaning === "scope-missing") return { kind: "not-opened", reason: `${reason}: our token may not read events` };
  return { kind: meaning === "token-refused" ? "token-refused" : "not-opened", reason };
}

/** The error's body, as far as it is short and whole. */
async function readRefusal(answer: OpenAnswer): Promise<unknown> {
  if (answer.status < 400 || answer.status >= 500) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.chunks) {
      bytes += chunk.byteLength;
      if (bytes > longestRefusalBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined; // A refusal that breaks off says nothing beyond its status.
  }
  const json = parseJson(Buffer.concat(chunks));
  return isObject(json) ? json : undefined;
}

const longestRefusalBytes = 16 * 1_024;

async function readEvents(on: Listening, answer: OpenAnswer, ending: AbortController): Promise<StreamEnd> {
  const { clock } = on;
  const openedAt = clock.monotonic();
  const ended = (reason: string): StreamEnd => ({ kind: "broken", reason, livedMs: clock.monotonic() - openedAt });
  const reader = new EventReader(on, cloudClockOf(answer.headers, clock));
  const watchdog = new Watchdog(clock, { silenceMs: on.limits.silence, onSilence: () => ending.abort() });
  const chunks = answer.chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const chunk = await nextOf(chunks);
      if (chunk === "ended") return ended("the device cloud closed the event stream");
      if (chunk === "broken") return ended(watchdog.hasBitten ? "the event stream fell silent" : "the event stream broke");
      watchdog.pause();
      on.onBytes();
      if (!reader.read(chunk)) return ended("an event on the stream had no end");
      if (on.whenReady !== undefined) await readyOrAborted(on.whenReady(), ending.signal);
      watchdog.resume();
    }
  } finally {
    watchdog.stop();
  }
}

async function nextOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | "ended" | "broken"> {
  try {
    const next = await chunks.next();
    return next.done === true ? "ended" : next.value;
  } catch {
    return "broken"; // How a connection broke makes no difference; that it did is told as the stream's end.
  }
}

/** Leaves nothing behind on the signal, which lives as long as the stream does. */
function readyOrAborted(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve();
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    ready.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
