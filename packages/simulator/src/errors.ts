/** The provider's four shapes of error body, with its texts. [dialect sections 2, 3, 5, 6] */
import { type Answer, json } from "./answer.ts";
import type { JsonValue } from "./json.ts";

const noStore = { "cache-control": "no-store", pragma: "no-cache" };

/** Shape 1: anything about tokens. */
export function oauthError(status: number, error: string, description: string): Answer {
  return json(status, { error, error_description: description }, noStore);
}

/** Shape 2: device, function, product and webhook routes. */
export function plainError(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return json(status, { ok: false, error }, headers);
}

/** Shape 4: lists of errors, claims above all. */
export function listError(status: number, errors: readonly JsonValue[], code?: number): Answer {
  return json(status, { ok: false, ...(code === undefined ? {} : { code }), errors });
}

/** Shape 3: a device the caller may not see, or that does not exist. */
export function deviceDenied(): Answer {
  const info = "I didn't recognize that device name or ID, try opening https://api.particle.io/v1/devices?access_token=undefined";
  return json(403, { error: "Permission Denied", info });
}

export const tokenMissing = (): Answer => oauthError(400, "invalid_request", "The access token was not found");
export const tokenInvalid = (): Answer => oauthError(401, "invalid_token", "The access token provided is invalid.");
export const tokenExpired = (): Answer => oauthError(401, "invalid_token", "The access token provided has expired.");
export const scopeMissing = (): Answer => oauthError(400, "unauthorized", "API users are not allowed to call this endpoint");

export function tooManyRequests(retryAfterSeconds: number): Answer {
  return plainError(429, "Too many requests", { "retry-after": String(retryAfterSeconds) });
}

export const routeUnknown = (): Answer => json(404, { ok: false, error: "Not Found" });
export const productDenied = (): Answer => plainError(403, "Permission denied");
export const productUnknown = (): Answer => plainError(404, "Product not found.");
export const productDeviceUnknown = (): Answer => plainError(404, "Device not found for this product");
export const timedOut = (status: number): Answer => plainError(status, "Timed out.");

const faultTexts: Readonly<Record<number, string>> = {
  400: "Bad request",
  403: "Permission denied",
  404: "Not found",
  408: "Timed out.",
  500: "Internal server error",
  502: "Bad gateway",
  503: "Service unavailable",
  504: "Gateway timeout",
  529: "Site is overloaded",
};

/** The answer of a `status` fault: the given body (text goes out as HTML), or the provider's own for that status. */
export function faultAnswer(status: number, body?: JsonValue, headers: Readonly<Record<string, string>> = {}): Answer {
  if (typeof body === "string")
    return { status, text: body, headers: { "content-type": "text/html; charset=utf-8", ...headers } };
  if (body !== undefined) return json(status, body, headers);
  if (status === 401) return tokenInvalid();
  if (status === 429) return { ...tooManyRequests(30), headers: { ...tooManyRequests(30).headers, ...headers } };
  if (status >= 300 && status < 400) return { status, text: "", headers: { location: "/v1/devices", ...headers } };
  return plainError(status, faultTexts[status] ?? "Error", headers);
}
