/**
 * How requests reach the cloud: http-transport.ts over sockets, testing/simulator-transport.ts in process.
 *
 * A transport knows one thing nobody else can: whether a byte of a request may have left. It never repeats a request,
 * never follows a redirect, and asks `mayStart` right before the first byte, also after waiting for a connection. [CM-3, CM-4]
 */
export interface TransportRequest {
  readonly method: "GET" | "POST" | "PUT";
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Longest wait for a connection, milliseconds from the call; then `not-sent`. */
  readonly startWithinMs: number;
  /** Longest wait for the whole answer, milliseconds from the first byte sent; then `broken`. */
  readonly deadlineMs: number;
  /** Asked once, synchronously, right before bytes leave; false ends the request as `not-sent`, `not-allowed`. */
  readonly mayStart?: () => boolean;
  /** Said once, when the bytes leave. */
  readonly onSent?: () => void;
  readonly signal?: AbortSignal;
}

export type TransportAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly headers: AnswerHeaders; readonly body: Uint8Array }
  /** Proved: no byte left. */
  | { readonly kind: "not-sent"; readonly why: NotSentCause; readonly reason: string }
  /** Bytes may have left, and no whole answer came. */
  | { readonly kind: "broken"; readonly why: "timeout" | "cut" | "too-large" | "aborted"; readonly reason: string };

/**
 * `not-allowed`: `mayStart` said no · `unreachable`: no connection · `too-late`: none was free within `startWithinMs` ·
 * `too-many`: more requests wait than the transport holds · `aborted`: by the signal.
 */
export type NotSentCause = "not-allowed" | "unreachable" | "too-late" | "too-many" | "aborted";

/** Lower-case names. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

export interface StreamRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Longest wait for the head of the answer, milliseconds. */
  readonly headWithinMs: number;
  /** Ends the stream, before or after its head came. */
  readonly signal: AbortSignal;
}

export type StreamAnswer =
  /** `chunks` ends when the other side does, and throws when the connection breaks. Of a refusal it is the error's body. */
  | {
      readonly kind: "open";
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly chunks: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: "failed"; readonly reason: string };

export interface Transport {
  /** Never rejects. */
  request(request: TransportRequest): Promise<TransportAnswer>;
  /** Never rejects. */
  stream(request: StreamRequest): Promise<StreamAnswer>;
  /** Ends every connection; requests in flight end as `broken`. */
  close(): Promise<void>;
}

/** Longest answer that is read; a longer one is cut and counts as unreadable. [checklist 17] */
export const longestAnswerBytes = 1024 * 1024;
