/** The OpenAPI document: valid, complete, true to its own schemas, and frozen. [C13, D51] */
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { restRows } from "../rest.ts";
import { DocumentCheck } from "../testing/document-check.ts";
import { callsOfDocuments, documentedCalls, type ShapeField } from "../testing/documented-calls.ts";
import { callWords } from "./call-words.ts";
import type { Json } from "./document-shape.ts";
import { openApiDocument } from "./document.ts";
import { otherCalls } from "./other-calls.ts";

const document = openApiDocument({ session: "relaydeck_session", admin: "relaydeck_admin" });
const check = new DocumentCheck(document);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("[C13] a validator of others finds the document to be OpenAPI 3.1, and sees where one is not", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(asGiven(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
  const broken = { ...document, paths: { "/api/devices": { get: { responses: { 200: {} } } } } };
  expect((await validator.validate(asGiven(broken))).valid).toBe(false);
});

/** As it arrives elsewhere. */
function asGiven(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}

test("[C13] every row and every other call is in the document once, and nothing else", () => {
  const calls = [
    ...restRows.map(({ method, path }) => `${method} ${path}`),
    ...otherCalls.map(({ path }) => `GET ${path}`),
  ].toSorted();
  expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(calls);
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  const lost = Object.keys(callWords).filter((call) => !restRows.some(({ method, path }) => call === `${method} ${path}`));
  expect(lost, "These words are of a call that is gone: take them out of openapi").toEqual([]);
});

test("[C13] every reference leads somewhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(500);
  const lost = references.filter(([, kind = "", name = ""]) => {
    const { schemas, responses } = document.components;
    return (kind === "schemas" ? schemas : responses)[name] === undefined;
  });
  expect(lost).toEqual([]);
});

test("[C13] every example fits the schema that it is an example of", () => {
  const wrong: string[] = [];
  let count = 0;
  const hold = (schema: Json, value: unknown, where: string) => {
    count += 1;
    wrong.push(...check.misfits(schema, value).map((problem) => `${where} ${problem}`));
  };
  for (const { operation } of operations) {
    const { operationId, requestBody, responses } = operation;
    const body = requestBody?.content["application/json"];
    if (body !== undefined) hold(body.schema, body.example, `${operationId}, body`);
    for (const [status, given] of Object.entries(responses)) {
      const content = check.response(given).content?.["application/json"];
      if (content === undefined) continue;
      const examples = Object.values(content.examples ?? { only: { value: content.example } });
      for (const { value } of examples) hold(content.schema, value, `${operationId}, ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(600);
});

/** Everything in it that is a command, or a relay with its newest one. */
function found(value: unknown, named: "commandId" | "unproved"): Json[] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.values(value).flatMap((part) => found(part, named));
  return named in value && "state" in value && !("success" in value) ? [value as Json, ...within] : within;
}

test("[C13, C1] the commands of the examples tell nothing that their states do not allow", () => {
  const commands = found(document, "commandId").filter((command) => typeof command["commandId"] === "string");
  const states = new Set(commands.map(({ state }) => state));
  expect(states).toEqual(new Set(["acknowledged", "confirmed", "unconfirmed", "failed", "expired", "cancelled"]));
  const hasLeft = ({ state }: Json) => state !== "cancelled" && state !== "expired";
  const isOver = ({ state }: Json) => state !== "acknowledged" && state !== "unconfirmed";
  expect(commands.filter((command) => (command["sentAt"] !== null) !== hasLeft(command))).toEqual([]);
  expect(commands.filter((command) => (command["endedAt"] !== null) !== isOver(command))).toEqual([]);
  const relays = found(document, "unproved").filter(({ state }) => state === "on" || state === "off");
  expect(relays.length).toBeGreaterThan(3);
  for (const { state, command } of relays) expect(command).toMatchObject({ state: "confirmed", target: state });
});

test("[C13, IN-5] every number of a query has its bounds and its default", () => {
  const numbers = operations.flatMap(({ operation }) =>
    operation.parameters.filter(({ schema }) => schema["type"] === "integer"),
  );
  expect(numbers.length).toBeGreaterThan(7);
  for (const { schema } of numbers) expect(schema).toMatchObject({ minimum: expect.any(Number), default: expect.any(Number) });
  const texts = operations.flatMap(({ operation }) =>
    operation.parameters.filter(({ schema }) => schema["pattern"] === "^\\d{1,9}$"),
  );
  expect(texts, "Name in the call's words, as `asks`, the schema by which its procedure reads the query").toEqual([]);
});

test("[C13, D51] the contract is frozen", async () => {
  const text = `${JSON.stringify(document, null, 1)}\n`;
  await expect(
    text,
    "The contract is not what docs/api/openapi.json says. Others build on it: a later version may add, and takes nothing away. If the change is meant and only adds, write the file anew (npx vitest run --project unit packages/contract/src/openapi/document.test.ts -u) and commit it with the change. Else undo the change of the schema, row or words that the difference names.",
  ).toMatchFileSnapshot("../../../../docs/api/openapi.json");
});

test("[C13] 57 calls are held as data", () => {
  expect(documentedCalls.length).toBe(57);
});

const now = callsOfDocuments();
test.each(now === null ? [] : [{ now }])(
  "[C13] the calls that are held as data are those of the product documents",
  (documents) => {
    expect(
      documentedCalls,
      "Bring testing/documented-calls.json up to date with the list of the documents; testing/documented-calls.ts says how it is condensed",
    ).toEqual(documents.now);
  },
);

test("[C13] every call of the product documents is there, with its answers, their fields and its refusals", () => {
  const wrong = documentedCalls.flatMap(({ call, success, shape, refusals }) => {
    const [method = "", path = ""] = call.split(" ");
    const operation = operations.find(
      (other) => other.method === method.toLowerCase() && nameless(other.path) === nameless(path),
    );
    if (operation === undefined) return [`${call} is missing`];
    const { responses } = operation.operation;
    const said = Object.keys(responses).filter((status) => Number(status) < 400);
    const codes = JSON.stringify(Object.values(responses).map((response) => check.response(response).content));
    const answers = success.flatMap((status) => {
      const response = responses[status];
      return response === undefined ? [] : [check.response(response).content?.["application/json"]?.schema ?? {}];
    });
    return [
      ...(said.join() === success.toSorted((a, b) => a - b).join()
        ? []
        : [`${call} answers ${said.join()}, not ${success.join()}`]),
      ...answers.flatMap((schema) => missingFrom(schema, shape.fields)).map((field) => `${call} does not answer ${field}`),
      ...refusals.filter((code) => !codes.includes(`"${code}"`)).map((code) => `${call} lacks ${code}`),
    ];
  });
  expect(wrong).toEqual([]);
});

/** The product documents call the same part of a path by other names. */
function nameless(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "{}");
}

/** Fields that the schema does not have, or its items do not where it is a list. */
function missingFrom(schema: Json, fields: readonly ShapeField[]): string[] {
  const properties = propertiesOf(schema);
  return fields.flatMap((field) => {
    if (typeof field === "string") return properties[field] === undefined ? [field] : [];
    return Object.entries(field).flatMap(([name, within]) =>
      missingFrom(properties[name] ?? {}, within).map((inner) => `${name}.${inner}`),
    );
  });
}

function propertiesOf(schema: Json): Readonly<Record<string, Json>> {
  const { $ref, anyOf = [], allOf = [], items, properties = {} } = schema as Composed;
  const named = $ref === undefined ? undefined : document.components.schemas[$ref.replace("#/components/schemas/", "")];
  const parts = [named, items, ...anyOf, ...allOf].filter((part) => part !== undefined);
  return Object.assign({}, ...parts.map(propertiesOf), properties) as Readonly<Record<string, Json>>;
}

interface Composed {
  readonly $ref?: string;
  readonly anyOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
}
