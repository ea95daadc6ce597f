/** What a client of the socket says, parsed; everything but subscribing to `live.stream` is refused by name. [WS-2] */
import { refusals, sentenceOf, type Refusal, type RefusalCode } from "@relaydeck/contract/refusals";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { parseJsonBody } from "../http/json-body.ts";
import type { RequestId } from "./wire.ts";

export type ClientMessage =
  | { readonly kind: "subscribe"; readonly requestId: RequestId; readonly input: unknown }
  | { readonly kind: "stop"; readonly requestId: RequestId }
  | { readonly kind: "connection-params" }
  | { readonly kind: "refused"; readonly requestId: RequestId | null; readonly refusal: Refusal };

/** The messages of one frame (clients batch them in a list), or null when it is not JSON of that form. */
export function parseMessages(text: string): readonly ClientMessage[] | null {
  const json = parseJsonBody(text);
  if (!json.ok || json.value === undefined) return null;
  const list: readonly unknown[] = Array.isArray(json.value) ? json.value : [json.value];
  return list.map(toMessage);
}

function toMessage(json: unknown): ClientMessage {
  if (!isRecord(json)) return refused(null, "VALIDATION", "A message is an object");
  if (json["method"] === "connectionParams") return { kind: "connection-params" };
  const requestId = idOf(json["id"]);
  if (requestId === null) return refused(null, "VALIDATION", "`id` is required: a number or a short text");
  if (json["method"] === "subscription.stop") return { kind: "stop", requestId };
  if (json["method"] === "query" || json["method"] === "mutation") {
    return refused(requestId, "METHOD_NOT_ALLOWED", "The socket only subscribes. Send queries and commands over HTTP.");
  }
  const params = json["params"];
  if (json["method"] !== "subscription" || !isRecord(params)) return refused(requestId, "VALIDATION", "Unknown method");
  if (params["path"] !== "live.stream") return { kind: "refused", requestId, refusal: { code: "NOT_FOUND" } };
  return { kind: "subscribe", requestId, input: withLastEventId(params) };
}

/** The stock client puts the id beside the input when it reconnects; the stock server merges it in. */
function withLastEventId(params: Record<string, unknown>): unknown {
  const { input, lastEventId } = params;
  if (lastEventId === undefined) return input;
  return isRecord(input) ? { ...input, lastEventId } : { lastEventId };
}

function idOf(id: unknown): RequestId | null {
  if (typeof id === "number" && Number.isSafeInteger(id)) return String(id);
  return typeof id === "string" && id.length <= 64 ? JSON.stringify(id) : null;
}

function refused(requestId: RequestId | null, code: RefusalCode, message: string): ClientMessage {
  return { kind: "refused", requestId, refusal: { code, message } };
}

/** tRPC's error message with our codes in `data`, as the procedures' own formatter writes it. */
export function refusalText(requestId: RequestId | null, refusal: Refusal): string {
  const row = refusals[refusal.code];
  const error = {
    code: TRPC_ERROR_CODES_BY_KEY[row.rpc],
    message: sentenceOf(refusal),
    data: { code: refusal.code, httpStatus: row.status, ...(refusal.issues === undefined ? {} : { issues: refusal.issues }) },
  };
  return `{"id":${requestId ?? "null"},"error":${JSON.stringify(error)}}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
