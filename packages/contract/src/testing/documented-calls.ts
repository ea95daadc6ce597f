/**
 * The calls of the product documents, as data: section 7 of both, and the rows of our own that `rest-shapes` adds. [C13, D51]
 *
 * documented-calls.json holds them, condensed from the documents' own list; a test compares the two where that one is at hand.
 */
import { readFileSync } from "node:fs";
import { productDocument } from "./product-documents.ts";

/** What the documents say of one field of a query or body. */
export interface FieldRule {
  readonly type: "string" | "email" | "integer" | "boolean" | "enum" | "object" | "array" | "ISO date-time with offset";
  readonly required: boolean;
  /** Of a text: its length in characters. */
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
  readonly pattern?: string;
  /** The exact sentence where it is empty, too short or no address. */
  readonly message?: string;
  readonly nullable?: boolean;
}

/** A field of an answer by its name, or an object or list within it with the fields that it has. */
export type ShapeField = string | Readonly<Record<string, readonly ShapeField[]>>;

/** One of the calls. */
export interface DocumentedCall {
  /** Method and path. */
  readonly call: string;
  /** Who may ask at all. */
  readonly auth: "public" | "user" | "admin";
  /** What each `{name}` of the path names, such as `device id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, FieldRule>>;
  readonly body: Readonly<Record<string, FieldRule>>;
  /** Statuses of a good answer. */
  readonly success: readonly number[];
  /** The exact sentence of a good answer, where there is one. */
  readonly message: string | null;
  /** A good answer; of an `array` the fields are its items'. */
  readonly shape: { readonly type: "object" | "array" | "redirect"; readonly fields: readonly ShapeField[] };
  /** Codes of refusals that it has to know. */
  readonly refusals: readonly string[];
}

/** All of them; calls outside `/api` are not. */
export const documentedCalls = JSON.parse(
  readFileSync(new URL("documented-calls.json", import.meta.url), "utf8"),
) as readonly DocumentedCall[];

interface CallOfDocument extends Pick<DocumentedCall, "auth" | "query" | "body"> {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, { readonly what?: string }>>;
  readonly success: {
    readonly status: number | readonly number[];
    readonly message?: string;
    readonly shape: Pick<DocumentedCall["shape"], "type"> & {
      readonly fields?: readonly ShapeField[];
      readonly items?: readonly ShapeField[];
    };
  };
  readonly refusals: readonly { readonly code: string | null }[];
}

/** The same by the documents' own list; null where it is not at hand. */
export function callsOfDocuments(): readonly DocumentedCall[] | null {
  const all = productDocument("calls.json") as readonly CallOfDocument[] | null;
  if (all === null) return null;
  return all.filter(({ path }) => path.startsWith("/api/")).map(condensed);
}

function condensed({ method, path, auth, params, query, body, success, refusals }: CallOfDocument): DocumentedCall {
  const { status, message = null, shape } = success;
  const codes = refusals.flatMap(({ code }) => (code === null ? [] : [code]));
  return {
    call: `${method} ${path}`,
    auth,
    params: mapped(params, ({ what }, name) => what ?? name),
    query: mapped(query, bare),
    body: mapped(body, bare),
    success: typeof status === "number" ? [status] : status,
    message,
    shape: { type: shape.type, fields: shape.fields ?? shape.items ?? [] },
    refusals: [...new Set(codes)].toSorted(),
  };
}

const kept: readonly string[] = ["type", "required", "min", "max", "values", "pattern", "message", "nullable"];

/** Without the remarks of the documents. */
function bare(rule: FieldRule): FieldRule {
  return Object.fromEntries(Object.entries(rule).filter(([key]) => kept.includes(key))) as unknown as FieldRule;
}

function mapped<From, To>(record: Readonly<Record<string, From>>, to: (value: From, name: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value, name)]));
}
