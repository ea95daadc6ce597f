/**
 * The OpenAPI document of `/api`, made from the same rows and schemas that the REST adapter serves. [C13, D51]
 *
 * It describes this very version: objects hold the listed keys and no others. Later versions only add to it.
 */
import type * as z from "zod/mini";
import { present } from "@relaydeck/kit/assert";
import { productName } from "../product.ts";
import type { RefusalCode } from "../refusals.ts";
import { accessOf, type Access } from "../rest-access.ts";
import { restRows, type RestRow } from "../rest.ts";
import { IdempotencyKey } from "../relays.ts";
import { callWords, type CallWords } from "./call-words.ts";
import type { Header, Json, OpenApi, Operation, Parameter, Response } from "./document-shape.ts";
import { Components } from "./json-schema.ts";
import { otherCalls, type OtherCall } from "./other-calls.ts";
import { refusalAnswers, refusingOf } from "./refusal-answers.ts";
import { RefusalAnswer, RefusedCommand } from "./refusal-schemas.ts";
import { introduction, tags } from "./introduction.ts";

/** Cookies by which the server knows who asks; over https their names have a prefix. */
export interface CookieNames {
  readonly session: string;
  readonly admin: string;
}

/** The whole document. */
export function openApiDocument(cookies: CookieNames): OpenApi {
  const components = new Components();
  for (const schema of [RefusalAnswer, RefusedCommand]) components.write(schema, "output");
  const paths: Record<string, Record<string, Operation>> = {};
  for (const row of restRows) {
    const words = present(
      callWords[`${row.method} ${row.path}`],
      `Say in openapi/call-words.ts what ${row.method} ${row.path} is`,
    );
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operationOf(row, { words, components });
  }
  for (const call of otherCalls) (paths[call.path] ??= {})["get"] = otherOperation(call, components);
  return {
    openapi: "3.1.0",
    info: { title: productName, version: "1", description: introduction },
    servers: [{ url: "/", description: "Where this document came from." }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: { ...components.all(), securitySchemes: securitySchemes(cookies) },
  };
}

interface Making {
  readonly words: CallWords;
  readonly components: Components;
}

function operationOf(row: RestRow, { words, components }: Making): Operation {
  const access = accessOf(row);
  const own: readonly RefusalCode[] = words.refusals ?? [];
  const parameters = [
    ...pathParameters(row.path, words),
    ...(row.query === "none"
      ? []
      : queryParameters({ query: row.query, words: words.query ?? {}, asks: words.asks }, components)),
    ...(row.isCommand === true ? [keyParameter(components)] : []),
  ];
  const body = row.body === "none" ? null : components.write(row.body, "input");
  return {
    operationId: operationId(row),
    tags: [tagOf(row.path)],
    summary: words.summary,
    description: words.description,
    "x-who-may": whoMay(access, words),
    security: securityOf(access, words.token),
    parameters,
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body, example: words.body } } } }),
    responses: {
      ...successes(row, { words, components }),
      ...refusalAnswers(refusingOf(row, own), components),
    },
  };
}

/** `devices.list` becomes `devicesList`; of two rows of one procedure the one for a model has the model's name behind. */
function operationId({ procedure, model }: RestRow): string {
  const name = procedure.replace(/\.(\w)/, (_whole, letter: string) => letter.toUpperCase());
  return model === undefined ? name : `${name}${model[0]?.toUpperCase()}${model.slice(1)}`;
}

function tagOf(path: string): string {
  return present(
    tags.find(({ paths }) => paths.test(path)),
    `openapi/introduction.ts has a group for ${path}`,
  ).name;
}

const accessWords: Readonly<Record<Access, string>> = {
  everybody: "Everybody",
  user: "Who is signed in",
  admin: "Administrators",
};

function whoMay(access: Access, { who, token }: CallWords): string {
  const programs = token === undefined ? "" : `; programs with a token to ${token === "read" ? "read" : "control"}`;
  return `${who ?? accessWords[access]}${programs}`;
}

function securityOf(access: Access, token: CallWords["token"]): Operation["security"] {
  if (access === "everybody") return [];
  if (access === "admin") return [{ admin: [] }];
  return token === undefined ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

function pathParameters(path: string, { params = {} }: CallWords): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: present(params[name], `Say in the words of ${path} what ${name} is`),
    schema: { type: "string", minLength: 1, maxLength: 200 },
  }));
}

interface Queried {
  readonly query: z.ZodMiniType;
  readonly words: Readonly<Record<string, string>>;
  /** By which schema the procedure reads it: there are the bounds that a text alone does not have. */
  readonly asks?: z.ZodMiniObject | undefined;
}

function queryParameters({ query, words, asks }: Queried, components: Components): Parameter[] {
  const written = components.write(query, "input") as { properties?: Record<string, Json>; required?: string[] };
  const bounds = asks === undefined ? {} : (components.write(asks, "input") as { properties?: Record<string, Json> });
  return Object.entries(written.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: written.required?.includes(name) ?? false,
    description: present(words[name], `Say what ${name} in the query is, in openapi`),
    schema: bounds.properties?.[name] ?? schema,
  }));
}

function keyParameter(components: Components): Parameter {
  return {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "One key is one intention: the same key again answers what became of the first, and sends nothing.",
    schema: components.write(IdempotencyKey, "input"),
  };
}

function successes(row: RestRow, { words, components }: Making): Record<string, Response> {
  const content = { "application/json": { schema: components.write(row.result, "output"), example: words.answer } };
  const headers = {
    ...(row.isPage === true
      ? { "X-Total-Count": always("How many rows there are in all.", { type: "integer", minimum: 0 }) }
      : {}),
    ...(row.looksTo === true ? { "X-Looked-To": lookedTo } : {}),
    ...(words.signsIn === undefined ? {} : { "Set-Cookie": always("The session's cookie.", { type: "string" }) }),
  };
  const shown = Object.keys(headers).length === 0 ? { content } : { headers, content };
  const first = { [row.status]: { description: row.status === 201 ? "Made." : "Done.", ...shown } };
  return words.updates === undefined ? first : { 200: { description: words.updates, content }, ...first };
}

const lookedTo: Header = {
  description:
    "The time of the last entry that was looked at or counted, where there are more behind it: `X-Total-Count`, and the rows of a search, are of the entries up to it.",
  schema: { type: "string", format: "date-time" },
};

function always(description: string, schema: Json): Header {
  return { description, required: true, schema };
}

function otherOperation(call: OtherCall, components: Components): Operation {
  const refusing = { method: "GET", access: call.access, own: [], isCommand: false };
  const leads = always("Where to.", { type: "string" });
  const named = always("The file's name.", { type: "string" });
  return {
    operationId: call.operationId,
    tags: [tagOf(call.path)],
    summary: call.summary,
    description: call.description,
    "x-who-may": accessWords[call.access],
    security: securityOf(call.access, undefined),
    parameters: queryParameters({ query: call.query, words: call.words }, components),
    responses: {
      ...(call.answers === "redirect"
        ? { 302: { description: "Leads on.", headers: { Location: leads } } }
        : {
            200: {
              description: "The file.",
              headers: { "Content-Disposition": named },
              content: { "text/csv": { schema: { type: "string" } } },
            },
          }),
      ...refusalAnswers(refusing, components),
    },
  };
}

function securitySchemes({ session, admin }: CookieNames): Json {
  return {
    session: {
      type: "apiKey",
      in: "cookie",
      name: session,
      description: "A person's session, opened by `POST /api/auth/login`.",
    },
    admin: { type: "apiKey", in: "cookie", name: admin, description: "An administrator's, opened by `POST /api/admin/login`." },
    token: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "rd_…",
      description: "A program's token, made on the profile page to read, or to read and control. Never beside a cookie.",
    },
  };
}
