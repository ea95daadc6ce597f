/** What the cloud answers, as a value; exchange.ts puts it on the wire. */
import type { JsonValue } from "./json.ts";

export interface Answer {
  readonly status: number;
  /** Text as it goes out; empty for 204. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function json(status: number, body: JsonValue, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, text: JSON.stringify(body), headers: { "content-type": "application/json; charset=utf-8", ...headers } };
}

export function empty(status: number): Answer {
  return { status, text: "", headers: {} };
}
