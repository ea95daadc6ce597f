/** A schema of the document in words, for the page that people read. */
import type { Json } from "@relaydeck/contract/openapi/document-shape";
import { escape } from "../http/html-text.ts";

/** What the value is, as HTML: its type, its bounds, and links to schemas that have a name. */
export function typeText(schema: Json): string {
  const { $ref, anyOf, allOf, oneOf, type } = schema;
  if (typeof $ref === "string") return linkTo($ref);
  const choices = listOf(anyOf) ?? listOf(oneOf);
  if (choices !== null) return [...new Set(choices.map(typeText))].join(" or ");
  const both = listOf(allOf);
  if (both !== null)
    return both
      .map(typeText)
      .filter((text) => text !== "object")
      .join(" with ");
  if (schema["const"] !== undefined) return code(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map(code).join(" ");
  if (type === "array") return `list of ${typeText(objectOf(schema["items"]))}${bounds(schema)}`;
  if (type === "object" && schema["properties"] !== undefined)
    return `object (${Object.keys(objectOf(schema["properties"])).map(escape).join(", ")})`;
  return `${escape(typeof type === "string" ? type : "anything")}${bounds(schema)}`;
}

const limits = [
  ["minimum", "at least"],
  ["maximum", "at most"],
  ["minLength", "at least"],
  ["maxLength", "at most"],
  ["maxItems", "at most"],
] as const;

function bounds(schema: Json): string {
  const said = limits.flatMap(([key, words]) => (typeof schema[key] === "number" ? [`${words} ${schema[key]}`] : []));
  const unit = schema["type"] === "string" && said.length > 0 ? " characters" : "";
  const format = typeof schema["format"] === "string" ? [`as ${schema["format"]}`] : [];
  const usual =
    schema["default"] === undefined || typeof schema["default"] === "object" ? [] : [`else ${JSON.stringify(schema["default"])}`];
  const all = [...format, ...(said.length === 0 ? [] : [said.join(", ") + unit]), ...usual];
  return all.length === 0 ? "" : `, ${escape(all.join(", "))}`;
}

function linkTo(reference: string): string {
  const name = escape(reference.slice(reference.lastIndexOf("/") + 1));
  return `<a href="#schema-${name}">${name}</a>`;
}

function code(value: unknown): string {
  return `<code>${escape(typeof value === "string" ? value : JSON.stringify(value))}</code>`;
}

function listOf(value: unknown): readonly Json[] | null {
  return Array.isArray(value) ? value.map(objectOf) : null;
}

/** A JSON object, or an empty one in place of anything else. */
export function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
