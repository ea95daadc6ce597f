/**
 * One request in the hands of undici, from the queue to its answer.
 *
 * `waiting` → `sent` → `settled`, or straight to `settled`. Only `waiting` can end as `not-sent`; whatever goes wrong after
 * the permission was given is `broken`, because bytes may have left. [CM-5]
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Dispatcher } from "undici";
import {
  longestAnswerBytes,
  type AnswerHeaders,
  type NotSentCause,
  type TransportAnswer,
  type TransportRequest,
} from "./transport.ts";

interface ExchangeDeps {
  readonly clock: Clock;
  readonly settle: (answer: TransportAnswer) => void;
  /** Called once, when the request no longer waits for a connection. */
  readonly leftQueue: () => void;
}

/** Thrown into undici to withdraw a request at the moment it would be written; its connection stays usable. */
class Withdrawn extends Error {}

export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #deps: ExchangeDeps;
  #state: "waiting" | "sent" | "settled" = "waiting";
  #isQueued = true;
  #controller: Dispatcher.DispatchController | undefined;
  #stopTimer: Disposer;
  #status = 0;
  #headers: AnswerHeaders = {};
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(request: TransportRequest, deps: ExchangeDeps) {
    this.#request = request;
    this.#deps = deps;
    this.#stopTimer = deps.clock.after(request.startWithinMs, () => this.#giveUpWaiting());
    if (request.signal?.aborted === true) this.#onAbort();
    request.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#leaveQueue();
    // Being asked again would mean that undici repeats the request: it must not. [CM-4]
    if (this.#state !== "waiting") throw new Withdrawn();
    if (this.#request.mayStart?.() === false) {
      this.#notSent("not-allowed", "the request was withdrawn before it was sent");
      throw new Withdrawn();
    }
    this.#state = "sent";
    this.#controller = controller;
    this.#stopTimer();
    this.#stopTimer = this.#deps.clock.after(this.#request.deadlineMs, () => this.#broken("timeout", "no answer came in time"));
    this.#request.onSent?.();
  }

  /** Interim answers (1xx) come here too; the last one counts. */
  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = flatten(headers);
    this.#chunks = [];
    this.#bytes = 0;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > longestAnswerBytes) return this.#broken("too-large", "the answer was longer than 1 MiB");
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle({ kind: "answered", status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#leaveQueue();
    if (this.#state === "waiting") this.#notSent("unreachable", reasonOf(error));
    else this.#broken("cut", "the connection broke before the answer was complete");
  }

  #onAbort = (): void => {
    if (this.#state === "waiting") this.#notSent("aborted", "the call was given up before it was sent");
    else this.#broken("aborted", "the call was given up before an answer came");
  };

  #giveUpWaiting(): void {
    this.#notSent("too-late", "no connection to the device cloud was free in time");
  }

  #notSent(why: NotSentCause, reason: string): void {
    this.#settle({ kind: "not-sent", why, reason });
  }

  #broken(why: Extract<TransportAnswer, { kind: "broken" }>["why"], reason: string): void {
    const isOpen = this.#state === "sent";
    this.#settle({ kind: "broken", why, reason });
    if (isOpen) this.#controller?.abort(new Withdrawn());
  }

  #settle(answer: TransportAnswer): void {
    if (this.#state === "settled") return;
    this.#state = "settled";
    this.#stopTimer();
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
    this.#chunks = [];
    this.#deps.settle(answer);
  }

  #leaveQueue(): void {
    if (!this.#isQueued) return;
    this.#isQueued = false;
    this.#deps.leftQueue();
  }
}

export function flatten(headers: Record<string, string | string[] | undefined>): AnswerHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

/** Why there is no connection, in our words: texts of libraries are not shown. [LG-1] */
export function reasonOf(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "ECONNREFUSED") return "the device cloud refused the connection";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the name of the device cloud could not be resolved";
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "the device cloud could not be reached in time";
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code)) return "the certificate of the device cloud is not trusted";
  return "no connection to the device cloud";
}
