/** Requests that fit the OpenAPI document, made from it: every call with parameters and a body by their schemas, and who asks it. */
import type { OpenApi, Operation, Parameter } from "@relaydeck/contract/openapi/document-shape";
import fc, { type Arbitrary } from "fast-check";
import { thingsFor } from "./named-things.ts";
import { absent, valueFor } from "./schema-values.ts";

export const askers = [
  "nobody",
  "owner",
  "viewer",
  "controller",
  "stranger",
  "guest",
  "administrator",
  "reading program",
  "switching program",
  "somebody signed out",
] as const;
export type Asker = (typeof askers)[number];

export interface Wish {
  /** As in `GET /api/devices/{id}/shares`. */
  readonly call: string;
  readonly asker: Asker;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where the call takes none. */
  readonly body?: unknown;
}

export interface Call {
  /** Method and path, as the document names them. */
  readonly call: string;
  readonly operation: Operation;
}

export function callsOf({ paths }: OpenApi): readonly Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );
}

/** The more a call can be asked for, the more often it is. */
export function wishes(document: OpenApi): Arbitrary<Wish> {
  return fc.oneof(...callsOf(document).map((call) => ({ weight: weightOf(call), arbitrary: wishesFor(call, document) })));
}

function weightOf({ operation: { parameters, requestBody } }: Call): number {
  return 2 + Math.min(parameters.length, 2) + (requestBody === undefined ? 0 : 3);
}

export function wishesFor({ call, operation }: Call, document: OpenApi): Arbitrary<Wish> {
  const { operationId, parameters, requestBody } = operation;
  const source = {
    schemas: document.components.schemas,
    known: (field: string) => thingsFor(operationId, field),
  };
  const partsIn = (place: Parameter["in"]) =>
    textsFor(
      parameters.filter((parameter) => parameter.in === place),
      ({ schema, name }) => valueFor(schema, name, source).map(String),
    );
  const schema = requestBody?.content["application/json"]?.schema;
  return fc.record(
    {
      call: fc.constant(call),
      asker: fc.constantFrom(...likelyAskers(operation)),
      path: partsIn("path"),
      query: partsIn("query"),
      headers: partsIn("header"),
      ...(schema === undefined ? {} : { body: valueFor(schema, "body", source) }),
    },
    { noNullPrototype: true },
  );
}

function textsFor(
  parameters: readonly Parameter[],
  textFor: (parameter: Parameter) => Arbitrary<string>,
): Arbitrary<Record<string, string>> {
  const texts = parameters.map((parameter) => {
    const text = textFor(parameter);
    return parameter.required ? text : fc.option(text, { freq: 2, nil: absent });
  });
  return fc.tuple(...texts).map((values) =>
    Object.fromEntries(
      parameters.flatMap(({ name }, at) => {
        const value = values[at];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    ),
  );
}

/** Who may ask, as the document says it; of people mostly the owner, because most is hers. */
function likelyAskers({ operationId, security }: Operation): readonly Asker[] {
  if (operationId === "sharesAccept") return ["guest"];
  if (security.length === 0) return ["nobody", "owner", "stranger", "somebody signed out"];
  if (security.some((way) => "admin" in way)) return ["administrator"];
  const programs: readonly Asker[] = security.some((way) => "token" in way) ? ["reading program", "switching program"] : [];
  return [...Array<Asker>(10).fill("owner"), "controller", "viewer", "stranger", ...programs];
}
