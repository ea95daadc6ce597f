/** Values that fit a JSON Schema of the OpenAPI document, bounds and odd writing included. */
import type { Json } from "@relaydeck/contract/openapi/document-shape";
import { present } from "@relaydeck/kit/assert";
import fc, { type Arbitrary } from "fast-check";

/** JSON Schema as far as the document's requests use it. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Json[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Json;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

export interface Source {
  /** Those that are referred to by name. */
  readonly schemas: Readonly<Record<string, Json>>;
  /** Values that mean something to the product, by the name of a field; most of the time one of them is taken. */
  known(field: string): readonly unknown[];
}

/** `field`: the name under which the value is sent. */
export function valueFor(schema: Json, field: string, source: Source): Arbitrary<unknown> {
  const known = source.known(field);
  const any = anyFor(schema as Schema, field, source);
  return known.length === 0 ? any : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any });
}

function anyFor(schema: Schema, field: string, source: Source): Arbitrary<unknown> {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace("#/components/schemas/", "");
    return anyFor(present(source.schemas[name], `The document has the schema ${name}`) as Schema, field, source);
  }
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => anyFor(one as Schema, field, source)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case "object":
      return objectFor(schema, source);
    case "array": {
      const items = valueFor(schema.items ?? {}, field, source);
      const maxLength = schema.maxItems ?? 10;
      return fc.oneof(
        { weight: 4, arbitrary: fc.array(items, { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.array(items, { maxLength }) },
      );
    }
    case "string":
      return textFor(schema);
    case "integer":
    case "number":
      return wholeFor(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectFor({ properties = {}, required = [] }: Schema, source: Source): Arbitrary<unknown> {
  const names = Object.keys(properties);
  // Settings of a layout's component: whatever a client keeps there.
  if (names.length === 0)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const fields = names.map((name) => {
    const value = valueFor(properties[name] ?? {}, name, source);
    return required.includes(name) ? value : fc.option(value, { freq: 2, nil: absent });
  });
  return fc
    .tuple(...fields)
    .map((values) => Object.fromEntries(names.flatMap((name, at) => (values[at] === absent ? [] : [[name, values[at]]]))));
}

/** Stands for a field that is left out. */
export const absent = Symbol("absent");

function wholeFor({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema): Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: maximum }),
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 3) }),
  );
}

const longest = 300;
const from = Date.parse("1970-01-02T00:00:00Z");
const until = Date.parse("2999-12-31T00:00:00Z");

function textFor({ format, pattern, minLength = 0, maxLength = longest }: Schema): Arbitrary<string> {
  if (format === "date-time")
    return fc.date({ min: new Date(from), max: new Date(until), noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
  const short = { minLength, maxLength: Math.min(maxLength, minLength + 12) };
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ ...short, unit: "grapheme-ascii" }) },
    { weight: 1, arbitrary: fc.string({ ...short, unit: "grapheme" }) },
    { weight: 1, arbitrary: fc.string({ ...short, unit: "binary" }) },
    { weight: 1, arbitrary: fc.constantFrom("x".repeat(Math.max(minLength, 1)), "é".repeat(maxLength)) },
  );
}
