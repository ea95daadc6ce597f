/** Holds answers and requests against an OpenAPI document: is this status foreseen, and does the body have the form that it says? */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { present } from "@relaydeck/kit/assert";
import type { Json, OpenApi, Operation, Reference, Response } from "../openapi/document-shape.ts";

/** What was answered. */
export interface Answered {
  readonly status: number;
  /** By their names in small letters; a list where one came more than once. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>> & { readonly "content-type"?: string | undefined };
  /** The body as JSON, where it is JSON. */
  readonly json: unknown;
}

const components = "#/components/schemas/";
const named = "relaydeck:";

/** One document, each of its schemas compiled once, when it is first asked for. */
export class DocumentCheck {
  readonly document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.document = document;
    addFormats.default(this.#ajv);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      this.#ajv.addSchema(JSON.parse(apart(schema)) as object, `${named}${name}`);
    }
  }

  /** The call of a method and a path with its `{names}`; undefined where the document has none. */
  operation(method: string, path: string): Operation | undefined {
    return this.document.paths[path]?.[method.toLowerCase()];
  }

  /** The response with its reference followed. */
  response(given: Response | Reference): Response {
    if (!("$ref" in given)) return given;
    const name = given.$ref.replace("#/components/responses/", "");
    return present(this.document.components.responses[name], `The document has the response ${name}`);
  }

  /** What is wrong with an answer; empty where the document foresees it. `call`: such as `GET /api/devices/{id}/shares`. */
  wrongIn(call: string, answered: Answered): readonly string[] {
    const [method = "", path = ""] = call.split(" ");
    const operation = this.operation(method, path);
    if (operation === undefined) return [`${call} is not in the document`];
    const status = String(answered.status);
    const response = operation.responses[status];
    if (response === undefined) return [`${call} is not said to answer ${status}`];
    const { content, headers } = this.response(response);
    const wrong = [...this.#wrongHeaders(headers, answered), ...this.#wrongBody(content, answered)];
    return wrong.map((why) => `${call} ${status} ${why}`);
  }

  #wrongHeaders(headers: Response["headers"], answered: Answered): readonly string[] {
    return Object.entries(headers ?? {}).flatMap(([name, { required, schema }]) => {
      const values = [answered.headers[name.toLowerCase()] ?? []].flat();
      if (values.length === 0 && required === true) return [`is said to have the header ${name}`];
      const read = (value: string) => (schema["type"] === "integer" && /^-?\d+$/.test(value) ? Number(value) : value);
      return values.flatMap((value) => this.misfits(schema, read(value))).map((why) => `${name} ${why}`);
    });
  }

  #wrongBody(content: Response["content"], { headers, json }: Answered): readonly string[] {
    const given = headers["content-type"];
    if (content === undefined) return given === undefined ? [] : ["is said to have no body"];
    const [type = "no type"] = (given ?? "").split(";");
    const body = content[type];
    if (body === undefined) return [`is not said to be ${type}`];
    return type === "application/json" ? this.misfits(body.schema, json) : [];
  }

  /** In which ways the value does not fit the schema. */
  misfits(schema: Json, value: unknown): readonly string[] {
    const validate = this.#validatorOf(apart(schema));
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message ?? "", JSON.stringify(params)].join(" "),
    );
  }

  #validatorOf(text: string): ValidateFunction {
    const known = this.#compiled.get(text);
    if (known !== undefined) return known;
    const compiled = this.#ajv.compile(JSON.parse(text) as object);
    this.#compiled.set(text, compiled);
    return compiled;
  }
}

/** The schema as text, with references that do not need the document around it. */
function apart(schema: Json): string {
  return JSON.stringify(schema).replaceAll(`"$ref":"${components}`, `"$ref":"${named}`);
}
