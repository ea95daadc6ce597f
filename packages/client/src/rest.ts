/**
 * The documented REST paths for programs that prefer them. Errors read `status: body`. [D0.3]
 */
import { factsOf, isRecord, RelaydeckError } from "./relaydeck-error.ts";

/** One documented call. */
export interface RestRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with query, such as `/api/devices`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as `Idempotency-Key`: the same command under the same key is given once, however often it is sent. [CM-1] */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Where REST calls go. */
export interface RestTarget {
  /** Origin without a trailing slash; empty for the page's own. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * The parsed body of a successful answer. Throws `RelaydeckError` otherwise: with the server's code and a message such as
 * `409: {"message":"…"}`; with status 0 and code `NO_ANSWER` when no answer came, or not all of it; with code `UNKNOWN` when
 * what came with success is not JSON.
 */
export async function restCall(target: RestTarget, request: RestRequest): Promise<unknown> {
  const { ok, status, statusText, text } = await send(target, request);
  const json = text === "" ? null : parsed(text);
  if (!ok || json === undefined) throw restError(status, statusText, text);
  return json;
}

/** Status, colon, space, body text; the status text where the body is empty. */
export function restError(status: number, statusText: string, body: string): RelaydeckError {
  const json = parsed(body);
  const facts = factsOf(isRecord(json) ? json : {}, status);
  return new RelaydeckError({ ...facts, message: `${status}: ${body === "" ? statusText : body}` });
}

/** An answer that came to its end. */
interface Answer extends Pick<Response, "ok" | "status" | "statusText"> {
  readonly text: string;
}

async function send(target: RestTarget, request: RestRequest): Promise<Answer> {
  const hasBody = request.body !== undefined;
  try {
    const response = await target.fetch(`${target.baseUrl}${request.path}`, {
      method: request.method,
      headers: {
        ...target.headers,
        accept: "application/json",
        ...(hasBody ? { "content-type": "application/json" } : {}),
        ...(request.idempotencyKey === undefined ? {} : { "idempotency-key": request.idempotencyKey }),
      },
      ...(hasBody ? { body: JSON.stringify(request.body) } : {}),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    const { ok, status, statusText } = response;
    return { ok, status, statusText, text: await response.text() };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error("The request failed");
    throw new RelaydeckError({
      status: 0,
      code: "NO_ANSWER",
      message: error.message,
      issues: [],
      retryAfterSeconds: null,
      errorId: null,
      cause: error,
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy in between is not JSON; the text itself is the message then.
    return undefined;
  }
}
