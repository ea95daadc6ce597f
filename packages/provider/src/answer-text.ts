/**
 * Reads an answer's body without believing anything of it. [dialect section 3]
 *
 * The cloud has four shapes of error body, a fifth in diagnostics, and none at all on server faults.
 */
export type JsonObject = { readonly [key: string]: unknown };

/** Undefined when the body is not JSON: HTML, empty, cut, or not UTF-8. */
export function parseJson(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the cloud says went wrong, for our own eyes and for classification; "" when it says nothing. */
export function errorTextOf(json: unknown): string {
  if (!isObject(json)) return "";
  const said = [json["error_description"], json["error"], ...listOf(json["errors"]), json["info"], json["description"]];
  return said.map(textOf).find((text) => text !== "") ?? "";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Items of `errors` are texts, `["text", 404]` pairs or `{error: "text"}` objects. */
function textOf(item: unknown): string {
  if (typeof item === "string") return item;
  if (Array.isArray(item)) return typeof item[0] === "string" ? item[0] : "";
  return isObject(item) && typeof item["error"] === "string" ? item["error"] : "";
}
