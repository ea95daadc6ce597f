/**
 * What an answer of the cloud means, as a table: the first row that fits decides. [CM-5, checklist 17, dialect 3 and 6.1]
 *
 * Rows stand in order of caution. Whatever may have reached a device without a readable word about it is unknown, never
 * failed; only a readable refusal proves that nothing ran.
 */
import { isObject, errorTextOf, type JsonObject } from "./answer-text.ts";

/** An answer with its body read once; `json` is undefined when the body is not JSON. */
interface ReadAnswer {
  readonly status: number;
  readonly json: unknown;
}

export type Meaning =
  | "success"
  /** The device did not answer the cloud; it may have acted. */
  | "timed-out"
  | "server-fault"
  | "unreadable"
  | "token-refused"
  /** The token is good, but not for this call. */
  | "scope-missing"
  | "busy"
  | "not-connected"
  /** The cloud does not let us see this device. */
  | "device-unknown"
  /** A function or variable that the device has not, or any other readable refusal. */
  | "refused";

interface Row {
  readonly meaning: Meaning;
  readonly fits: (answer: { readonly status: number; readonly json: unknown; readonly text: string }) => boolean;
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const isRefusal = (status: number, json: unknown) => (status >= 400 && status < 500) || (isObject(json) && json["ok"] === false);

const meanings: readonly Row[] = [
  { meaning: "timed-out", fits: ({ status, text }) => status === 408 || /\btimed out\b/i.test(text) },
  { meaning: "server-fault", fits: ({ status }) => status >= 500 },
  { meaning: "token-refused", fits: ({ status }) => status === 401 },
  { meaning: "busy", fits: ({ status }) => status === 429 },
  { meaning: "success", fits: ({ status }) => status === 204 },
  // Redirects are not followed, and their bodies mean nothing.
  { meaning: "unreadable", fits: ({ status, json }) => status < 200 || (status >= 300 && status < 400) || !isJsonBody(json) },
  {
    meaning: "token-refused",
    fits: ({ status, json, text }) => isOAuthError(json, status) && /access token|invalid_token/i.test(text),
  },
  { meaning: "scope-missing", fits: ({ status, json }) => isOAuthError(json, status) },
  { meaning: "not-connected", fits: ({ status, json, text }) => isRefusal(status, json) && saysNotConnected(text) },
  { meaning: "device-unknown", fits: ({ status, json }) => status === 403 && isObject(json) && typeof json["info"] === "string" },
  { meaning: "token-refused", fits: ({ status }) => status === 403 },
  // A number that a function returned outweighs the flag beside it.
  { meaning: "refused", fits: ({ status, json }) => isRefusal(status, json) && !(isSuccess(status) && hasReturnValue(json)) },
  { meaning: "success", fits: ({ status }) => isSuccess(status) },
];

export function meaningOf(answer: ReadAnswer): Meaning {
  const seen = { ...answer, text: errorTextOf(answer.json) };
  return meanings.find((row) => row.fits(seen))?.meaning ?? "unreadable";
}

/** Firmware returns a signed 32-bit number; anything else is not an answer of a device. */
export function returnValueOf(json: unknown): number | null {
  const value = isObject(json) ? json["return_value"] : undefined;
  return typeof value === "number" && value === (value | 0) ? value : null;
}

function hasReturnValue(json: unknown): boolean {
  return returnValueOf(json) !== null;
}

function isJsonBody(json: unknown): boolean {
  return isObject(json) || Array.isArray(json);
}

/** Shape 1: `{error: "code", error_description}`, used for tokens only. */
function isOAuthError(json: unknown, status: number): json is JsonObject {
  return status >= 400 && isObject(json) && typeof json["error_description"] === "string";
}

function saysNotConnected(text: string): boolean {
  return /\b(not connected|not online|isn't online|is offline)\b/i.test(text);
}
