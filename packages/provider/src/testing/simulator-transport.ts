/**
 * The transport straight into a cloud in the same process: no sockets, no time but the given clock's, so that one seed gives
 * one run. Knows the cloud by its shape only; production code never imports this file.
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import {
  longestAnswerBytes,
  type StreamAnswer,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
} from "../transport.ts";
import { ChunkQueue } from "./chunk-queue.ts";

/** What of the simulator is used: `createSimulator(…)` fits. */
export interface CloudInProcess {
  handle(request: CloudRequest, reply: CloudReply): void;
}

export interface CloudRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export interface CloudReply {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  write(chunk: string | Uint8Array): void;
  end(chunk?: string | Uint8Array): void;
  cut(): void;
  onClose(fn: () => void): Disposer;
}

export interface InProcessTransport extends Transport {
  /** While false no connection comes about, as with a closed port. */
  reachable: boolean;
}

export function simulatorTransport(options: { cloud: CloudInProcess; clock: Clock }): InProcessTransport {
  const closing = new AbortController();
  const transport: InProcessTransport = {
    reachable: true,
    request(asked) {
      const refused = refusalOf(asked, transport.reachable && !closing.signal.aborted);
      if (refused !== null) return Promise.resolve(refused);
      return exchange(options, asked, closing.signal);
    },
    stream(asked) {
      if (!transport.reachable || asked.signal.aborted) return Promise.resolve(streamFailed);
      return openStream(options, { ...asked, signal: AbortSignal.any([asked.signal, closing.signal]) });
    },
    close() {
      closing.abort();
      return Promise.resolve();
    },
  };
  return transport;
}

const streamFailed: StreamAnswer = { kind: "failed", reason: "the device cloud refused the connection" };

function refusalOf(asked: TransportRequest, reachable: boolean): TransportAnswer | null {
  if (asked.signal?.aborted === true)
    return { kind: "not-sent", why: "aborted", reason: "the call was given up before it was sent" };
  if (!reachable) return { kind: "not-sent", why: "unreachable", reason: "the device cloud refused the connection" };
  if (asked.mayStart?.() !== false) return null;
  return { kind: "not-sent", why: "not-allowed", reason: "the request was withdrawn before it was sent" };
}

function exchange(
  options: { cloud: CloudInProcess; clock: Clock },
  asked: TransportRequest,
  closing: AbortSignal,
): Promise<TransportAnswer> {
  asked.onSent?.();
  return new Promise((resolve) => {
    const caller = new Caller();
    let status = 0;
    let headers: Readonly<Record<string, string>> = {};
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const signal = asked.signal === undefined ? closing : AbortSignal.any([asked.signal, closing]);
    const settle = (answer: TransportAnswer) => {
      stopTimer();
      signal.removeEventListener("abort", abort);
      if (answer.kind !== "answered") caller.leave();
      resolve(answer);
    };
    const broken = (why: Extract<TransportAnswer, { kind: "broken" }>["why"], reason: string) =>
      settle({ kind: "broken", why, reason });
    const abort = () => broken("aborted", "the call was given up before an answer came");
    const stopTimer = options.clock.after(asked.deadlineMs, () => broken("timeout", "no answer came in time"));
    signal.addEventListener("abort", abort, { once: true });
    const take = (chunk: string | Uint8Array | undefined) => {
      if (chunk === undefined) return;
      chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
      bytes += chunks.at(-1)?.byteLength ?? 0;
      if (bytes > longestAnswerBytes) broken("too-large", "the answer was longer than 1 MiB");
    };
    options.cloud.handle(requestOf(asked), {
      head: (givenStatus, givenHeaders) => {
        status = givenStatus;
        headers = lowerCased(givenHeaders);
      },
      write: take,
      end: (chunk) => {
        take(chunk);
        settle({ kind: "answered", status, headers, body: Buffer.concat(chunks) });
      },
      cut: () => broken("cut", "the connection broke before the answer was complete"),
      onClose: (fn) => caller.onLeave(fn),
    });
  });
}

function openStream(
  options: { cloud: CloudInProcess; clock: Clock },
  asked: { path: string; headers: Readonly<Record<string, string>>; headWithinMs: number; signal: AbortSignal },
): Promise<StreamAnswer> {
  return new Promise((resolve) => {
    const caller = new Caller();
    const chunks = new ChunkQueue();
    const leave = () => {
      stopTimer();
      caller.leave();
      chunks.fail();
      resolve(streamFailed);
    };
    const stopTimer = options.clock.after(asked.headWithinMs, leave);
    asked.signal.addEventListener("abort", leave, { once: true });
    options.cloud.handle(requestOf({ ...asked, method: "GET" }), {
      head: (status, headers) => {
        stopTimer();
        resolve({ kind: "open", status, headers: lowerCased(headers), chunks });
      },
      write: (chunk) => chunks.push(chunk),
      end: (chunk) => {
        if (chunk !== undefined) chunks.push(chunk);
        chunks.end();
      },
      cut: leave,
      onClose: (fn) => caller.onLeave(fn),
    });
  });
}

/** Tells the cloud once that its caller has gone. */
class Caller {
  #listeners = new Set<() => void>();

  onLeave(fn: () => void): Disposer {
    this.#listeners.add(fn);
    return () => {
      this.#listeners.delete(fn);
    };
  }

  leave(): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}

function requestOf(asked: {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}): CloudRequest {
  return { method: asked.method, path: asked.path, headers: asked.headers, body: Buffer.from(asked.body ?? "") };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
