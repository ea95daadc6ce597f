/** A good request of a documented call, made wrong in every way that the product documents' rules about its fields give. [C13, IN-5] */
import type { DocumentedCall, FieldRule } from "@relaydeck/contract/testing/documented-calls";
import type { RestRequest } from "./authorisation-requests.ts";

export interface WrongRequest {
  readonly why: string;
  /** The field that the answer has to name; null where the request is wrong as a whole. */
  readonly field: string | null;
  /** What the answer has to say of it, where the documents give the words. */
  readonly message?: string;
  readonly asked: RestRequest;
}

/** Each with one field of query or body that is there and wrong, unknown, or given twice. */
export function badRequests({ query, body }: DocumentedCall, good: RestRequest): readonly WrongRequest[] {
  return [
    ...Object.entries(query).flatMap(([field, rule]) => [
      ...wrongTexts(rule).map((value) => ({ why: `${field}=${value}`, field, asked: withQuery(good, { [field]: value }) })),
      { why: `${field} twice`, field, asked: { ...good, path: `${withQuery(good, { [field]: "1" }).path}&${field}=2` } },
    ]),
    { why: "an unknown key in the query", field: "nothing", asked: withQuery(good, { nothing: "1" }) },
    ...Object.entries(body).flatMap(([field, rule]) =>
      wrongValues(rule).map((value) => ({
        why: `${field}: ${JSON.stringify(value).slice(0, 40)}`,
        field,
        ...(isEmptyOfItsKind(rule, value) && rule.message !== undefined ? { message: rule.message } : {}),
        asked: withBody(good, { [field]: value }),
      })),
    ),
    ...(good.method === "GET" ? [] : wrongBodies(takesBody(body), good)),
  ];
}

function wrongBodies(takesOne: boolean, good: RestRequest): readonly WrongRequest[] {
  const wholes = takesOne ? [null, 7, "text", [], [{}]] : [7, "text", [{}]];
  return [
    { why: "an unknown field", field: takesOne ? "nothing" : null, asked: withBody(good, { nothing: 1 }) },
    ...wholes.map((body) => ({ why: `${JSON.stringify(body)} as the body`, field: null, asked: { ...good, body } })),
  ];
}

/** Each without one thing that the call needs, and one without all of them. */
export function bareRequests({ query, body }: DocumentedCall, good: RestRequest): readonly WrongRequest[] {
  const needed = (rules: DocumentedCall["body"]) => Object.keys(rules).filter((field) => rules[field]?.required === true);
  const [anyField = null] = needed(body);
  return [
    ...needed(query).map((field) => ({ why: `no ${field}`, field, asked: withQuery(good, { [field]: null }) })),
    ...needed(body).map((field) => ({ why: `no ${field}`, field, asked: withBody(good, { [field]: undefined }) })),
    ...(takesBody(body) ? [{ why: "no body", field: anyField, asked: { ...good, body: undefined } }] : []),
  ];
}

/** Good ones with each value of a query's field that the documents name: both bounds, and every word of a list. */
export function boundaryRequests({ query }: DocumentedCall, good: RestRequest): readonly RestRequest[] {
  return Object.entries(query).flatMap(([field, { min, max, values = [] }]) =>
    [min, max, ...values].flatMap((value) => (value === undefined ? [] : [withQuery(good, { [field]: String(value) })])),
  );
}

const takesBody = (rules: DocumentedCall["body"]) => Object.keys(rules).length > 0;

function withQuery(asked: RestRequest, given: Readonly<Record<string, string | null>>): RestRequest {
  const [path = "", text = ""] = asked.path.split("?");
  const query = new URLSearchParams(text);
  for (const [field, value] of Object.entries(given)) {
    if (value === null) query.delete(field);
    else query.set(field, value);
  }
  return { ...asked, path: query.size === 0 ? path : `${path}?${query.toString()}` };
}

function withBody(asked: RestRequest, given: Readonly<Record<string, unknown>>): RestRequest {
  return { ...asked, body: { ...(asked.body as object | undefined), ...given } };
}

/** In a query, where everything is a text. */
function wrongTexts({ type, required, min, max }: FieldRule): readonly string[] {
  if (type === "enum") return ["nothing", ""];
  if (type !== "integer") return required ? [""] : [];
  return ["x", "1.5", "-1", "", "1e3", "0x1", "9".repeat(10), ...outside(min, max).map(String)];
}

function wrongValues(rule: FieldRule): readonly unknown[] {
  return [...wrongOfKind(rule), ...(rule.required && rule.nullable !== true ? [null] : [])];
}

function wrongOfKind({ type, min, max, pattern, message }: FieldRule): readonly unknown[] {
  switch (type) {
    case "string":
      return [
        7,
        ["text"],
        ...(min === undefined && message === undefined ? [] : [""]),
        ...(max === undefined ? [] : ["x".repeat(max + 1)]),
        ...(pattern === undefined ? [] : ["nothing"]),
      ];
    case "email":
      return [7, "", "nobody", "no body@relaydeck.test", `${"x".repeat(max ?? 0)}@relaydeck.test`];
    case "integer":
      return ["1", 1.5, true, ...outside(min, max)];
    case "boolean":
      return ["true", 1];
    case "enum":
      return ["nothing", "", 7];
    case "ISO date-time with offset":
      return ["soon", "2030-01-01T00:00:00.000", 1_900_000_000_000];
    case "object":
      return ["{}", []];
    case "array":
      return ["[]", {}];
  }
}

function outside(min: number | undefined, max: number | undefined): readonly number[] {
  return [...(min === undefined ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])];
}

/** Such as an empty name, or a text where an address belongs: what the documents' words are about. */
function isEmptyOfItsKind({ type }: FieldRule, value: unknown): boolean {
  return value === "" || (type === "email" && value === "nobody");
}
