/**
 * The one place where a call leaves: token gate and budget right before the bytes, the record of the call behind them.
 *
 * Both are asked twice, early so that a hopeless call does not wait for a connection, and at the moment of leaving, which
 * is what counts. Nothing is ever repeated. [CM-3, CM-4, C14]
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import { errorTextOf, parseJson } from "./answer-text.ts";
import type { Budget, CallClass } from "./budget.ts";
import { meaningOf, type Meaning } from "./classify.ts";
import type { Endpoint } from "./endpoints.ts";
import { Lanes, type LaneEntry } from "./lanes.ts";

import type { TokenGate } from "./token-gate.ts";
import type { Transport, TransportAnswer } from "./transport.ts";

export interface CloudCall {
  readonly endpoint: Endpoint;
  readonly class: CallClass;
  readonly body?: string;
  readonly startWithinMs: number;
  readonly deadlineMs: number;
  /** The caller's own condition, asked right before the bytes leave. */
  readonly mayStart?: () => boolean;
  readonly onSent?: () => void;
  readonly signal?: AbortSignal | undefined;
  /** A plain 404 says that there is none, which is an answer and no failure. */
  readonly mayBeAbsent?: boolean;
}

export type CloudAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly meaning: Meaning;
      /** Undefined when the body is not JSON. */
      readonly json: unknown;
      readonly retryAfterSeconds: number | undefined;
      /** Epoch ms at which the bytes left. */
      readonly startedAt: number;
    }
  /** We did not call. */
  | {
      readonly kind: "withheld";
      readonly why: "token" | "budget" | "expired";
      readonly reason: string;
      readonly retryAfterSeconds?: number;
    }
  | Exclude<TransportAnswer, { kind: "answered" }>;

type Withheld = Extract<CloudAnswer, { kind: "withheld" }>;

export interface CloudDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: string;
  readonly budget: Budget;
  readonly gate: TokenGate;
  readonly onCall: (record: ApiCallRecord) => void;
  readonly log: Log;
}

/** Of the transport's connections these are for reads; the rest is for commands. */
const readLanes = { atOnce: 60, waitingAtMost: 1_000 };

const notEntered: Readonly<Record<Exclude<LaneEntry, "entered">, CloudAnswer>> = {
  full: { kind: "not-sent", why: "too-many", reason: "too many reads wait for their turn" },
  "too-late": { kind: "not-sent", why: "too-late", reason: "the read did not get its turn in time" },
  aborted: { kind: "not-sent", why: "aborted", reason: "the read was given up before it was sent" },
};

export class Cloud {
  readonly #deps: CloudDeps;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #lanes: Lanes;

  constructor(deps: CloudDeps) {
    this.#deps = deps;
    this.#lanes = new Lanes(deps.clock, readLanes);
    this.#headers = { authorization: `Bearer ${deps.token}`, accept: "application/json", "user-agent": "relaydeck" };
  }

  get budget(): Budget {
    return this.#deps.budget;
  }

  async call(call: CloudCall): Promise<CloudAnswer> {
    const early = this.#objection(call);
    if (early !== null) return early;
    if (call.class === "command") return this.#send(call);
    const entry = await this.#lanes.enter(call.startWithinMs, call.signal);
    if (entry !== "entered") return notEntered[entry];
    try {
      return await this.#send(call);
    } finally {
      this.#lanes.leave();
    }
  }

  async #send(call: CloudCall): Promise<CloudAnswer> {
    const { clock } = this.#deps;
    const begun = { at: clock.now(), monotonic: clock.monotonic() };
    let objection: Withheld | null = null;
    let left: typeof begun | null = null;
    const answer = await this.#deps.transport.request({
      method: call.endpoint.method,
      path: call.endpoint.path,
      headers: call.body === undefined ? this.#headers : { ...this.#headers, "content-type": "application/json" },
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
      startWithinMs: call.startWithinMs,
      deadlineMs: call.deadlineMs,
      mayStart: () => {
        objection = this.#objection(call);
        if (objection === null && !this.#deps.gate.take()) objection = this.#tokenObjection();
        if (objection === null) this.#deps.budget.count();
        return objection === null;
      },
      onSent: () => {
        left = { at: clock.now(), monotonic: clock.monotonic() };
        call.onSent?.();
      },
    });
    if (objection !== null) return objection;
    return this.#digest(call, answer, left ?? begun);
  }

  #objection(call: CloudCall): Withheld | null {
    if (call.mayStart?.() === false)
      return { kind: "withheld", why: "expired", reason: "the deadline passed before the call was sent" };
    if (this.#deps.gate.waitMs() > 0) return this.#tokenObjection();
    const room = this.#deps.budget.ask(call.class);
    return room.ok ? null : { kind: "withheld", why: "budget", ...room.error };
  }

  #tokenObjection(): Withheld {
    const retryAfterSeconds = Math.max(1, Math.ceil(this.#deps.gate.waitMs() / 1_000));
    return { kind: "withheld", why: "token", reason: "the device cloud refused our token", retryAfterSeconds };
  }

  #digest(call: CloudCall, answer: TransportAnswer, left: { at: number; monotonic: number }): CloudAnswer {
    const responseTimeMs = this.#deps.clock.monotonic() - left.monotonic;
    if (answer.kind !== "answered") {
      const wasTried = answer.kind === "broken" || answer.why === "unreachable";
      if (wasTried)
        this.#record(call, { at: left.at, responseTimeMs, status: null, errorMessage: answer.reason, responseBytes: 0 });
      return answer;
    }
    const { status } = answer;
    const json = parseJson(answer.body);
    const retryAfterSeconds = retryAfterOf(answer.headers["retry-after"]);
    const meaning = meaningOf({ status, json });
    if (meaning === "token-refused") this.#deps.gate.refuse();
    else if (meaning !== "busy" && meaning !== "server-fault" && meaning !== "unreadable") this.#deps.gate.accept(left.monotonic);
    if (meaning === "busy") this.#deps.budget.slowDown(retryAfterSeconds);
    const isAnswer = meaning === "success" || (call.mayBeAbsent === true && isAbsent({ status, meaning }));
    const errorMessage = isAnswer ? null : this.#wordsOf(json) || meaning;
    this.#record(call, { at: left.at, responseTimeMs, status, errorMessage, responseBytes: answer.body.byteLength });
    return { kind: "answered", status, meaning, json, retryAfterSeconds, startedAt: left.at };
  }

  /** What the cloud said, for the records: bounded, and never with our token in it. [LG-2] */
  #wordsOf(json: unknown): string {
    return errorTextOf(json).replaceAll(this.#deps.token, "…").replaceAll("\0", "").slice(0, longestErrorText);
  }

  #record(
    call: CloudCall,
    seen: Pick<ApiCallRecord, "at" | "responseTimeMs" | "status" | "errorMessage" | "responseBytes">,
  ): void {
    const { method, pattern, providerId } = call.endpoint;
    const requestBytes = call.body === undefined ? 0 : Buffer.byteLength(call.body);
    this.#deps.onCall({ endpoint: pattern, method, providerId, requestBytes, success: seen.errorMessage === null, ...seen });
    if (seen.errorMessage === null) return;
    this.#deps.log.warn("provider.call-failed", {
      endpoint: pattern,
      method,
      providerId,
      status: seen.status,
      said: seen.errorMessage,
    });
  }
}

/** The cloud knows the path and has nothing there. */
export function isAbsent({ status, meaning }: { readonly status: number; readonly meaning: Meaning }): boolean {
  return status === 404 && meaning === "refused";
}

/** The cloud's own error texts are kept to this length in records and logs. */
const longestErrorText = 200;

/** Whole seconds from 1 to an hour; the date form of the header is not used by the cloud. */
function retryAfterOf(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,6}$/.test(header)) return undefined;
  return Math.min(3_600, Math.max(1, Number(header)));
}

/** One call as it is kept for analytics (`particle_api_calls`). A refused connection is told too, without status; a call that we withheld is none. */
export interface ApiCallRecord {
  /** With placeholders: `/v1/devices/:id/:function`. */
  readonly endpoint: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly providerId: string | null;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly responseTimeMs: number;
  readonly success: boolean;
  readonly errorMessage: string | null;
  /** Bytes of the bodies. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Epoch ms at which the call began. */
  readonly at: number;
}
