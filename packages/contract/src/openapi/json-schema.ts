/** zod's JSON Schema as the document needs it: named schemas once, under `components`. */
import * as z from "zod/mini";
import { assert } from "@relaydeck/kit/assert";
import type { Json, Reference, Response } from "./document-shape.ts";
import { fieldWords, schemaWords } from "./named-schemas.ts";

/** Collects what is referred to by name, while the document is written. */
export class Components {
  readonly #schemas = new Map<string, Json>();
  readonly #responses = new Map<string, Response>();

  /** The schema as JSON; `input`: as a request brings it, `output`: as an answer holds it. */
  write(schema: z.ZodMiniType, io: "input" | "output"): Json {
    const written = z.toJSONSchema(schema, { metadata: schemaWords, io, override: tidy }) as Json;
    const { $schema: _dialect, $defs = {}, ...rest } = inComponents(written) as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs)) this.#add(name, withFieldWords(name, definition));
    return rest;
  }

  /** Keeps an answer under its name, and refers to it. */
  response(name: string, response: Response): Reference {
    this.#responses.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  /** Both by name, in the order of the alphabet. */
  all(): { readonly schemas: Readonly<Record<string, Json>>; readonly responses: Readonly<Record<string, Response>> } {
    return { schemas: byName(this.#schemas), responses: byName(this.#responses) };
  }

  #add(name: string, schema: Json): void {
    const known = this.#schemas.get(name);
    assert(
      known === undefined || JSON.stringify(known) === JSON.stringify(schema),
      `${name} looks different in a request and in an answer: give it two names in openapi/named-schemas.ts`,
    );
    this.#schemas.set(name, schema);
  }
}

function byName<Item>(map: ReadonlyMap<string, Item>): Readonly<Record<string, Item>> {
  return Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function inComponents(schema: Json): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function withFieldWords(name: string, schema: Json): Json {
  const properties: Record<string, unknown> = { ...(schema["properties"] as Json | undefined) };
  for (const [field, description] of Object.entries(fieldWords[name] ?? {})) {
    const property = properties[field];
    assert(typeof property === "object", `${name} has no field ${field}: say so in openapi/named-schemas.ts`);
    properties[field] = { ...property, description };
  }
  return schema["properties"] === undefined ? schema : { ...schema, properties };
}

interface Written {
  readonly jsonSchema: Record<string, unknown>;
}

/** Bounds that only say "an integer", a pattern that only says "a date", and names of keys that are texts anyway are left out. */
function tidy({ jsonSchema }: Written): void {
  if (jsonSchema["minimum"] === Number.MIN_SAFE_INTEGER) delete jsonSchema["minimum"];
  if (jsonSchema["maximum"] === Number.MAX_SAFE_INTEGER) delete jsonSchema["maximum"];
  if (jsonSchema["format"] === "date-time") {
    const isOurs = String(jsonSchema["pattern"]).includes("\\.\\d{3}");
    if (isOurs) jsonSchema["pattern"] = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$";
    else delete jsonSchema["pattern"];
  }
  if (JSON.stringify(jsonSchema["propertyNames"]) === '{"type":"string"}') delete jsonSchema["propertyNames"];
}
