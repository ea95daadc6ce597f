/** The documented `/api` paths on Fastify: rows in, the same procedures as tRPC behind. No rule lives here. [D0.2] */
import type { ActivityFound, Listed } from "@relaydeck/contract/console";
import { accessOf } from "@relaydeck/contract/rest-access";
import { restRows, RestFieldIssue, type RestRow } from "@relaydeck/contract/rest";
import { refusals, type Refusal } from "@relaydeck/contract/refusals";
import { CommandAnswer } from "@relaydeck/contract/relays";
import { adminRefusal } from "@relaydeck/api/admin/admin-procedure";
import type { Context } from "@relaydeck/api/context";
import { issuesOf } from "@relaydeck/api/issues";
import { refusalOf, validationRefusal } from "@relaydeck/api/procedures";
import { answerForRefusal } from "@relaydeck/api/relays/answer";
import { noteUnbegun } from "@relaydeck/api/admin/unbegun-act";
import { createCaller } from "@relaydeck/api/router";
import { getTRPCErrorFromUnknown } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpRefusal, sendRefusal } from "../http/build-http.ts";
import { refuseOtherMethods, usualMethods } from "../http/other-methods.ts";
import { noteRefusal } from "../http/refusal-log.ts";

export interface RestDeps {
  makeContext(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
}

export function addRestRoutes(app: FastifyInstance, deps: RestDeps): void {
  for (const row of restRows) {
    app.route({
      method: row.method,
      url: urlOf(row.path),
      exposeHeadRoute: false,
      handler: (request, reply) => answerRow(row, { request, reply, deps }),
    });
  }
  for (const path of new Set(restRows.map((row) => row.path))) {
    refuseOtherMethods(
      app,
      urlOf(path),
      restRows.filter((row) => row.path === path).map((row) => row.method),
    );
  }
  const nothing = {
    method: [...usualMethods],
    handler: (_request: FastifyRequest, reply: FastifyReply) => sendRefusal(reply, { code: "NOT_FOUND" }),
  };
  app.route({ ...nothing, url: "/api/*" });
  app.route({ ...nothing, url: "/api" });
}

/** The row's path as the router writes it. */
export function urlOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly deps: RestDeps;
}

async function answerRow(row: RestRow, exchange: Exchange): Promise<FastifyReply> {
  const { reply } = exchange;
  try {
    let status: number = row.status;
    const noteUpdate = () => {
      status = 200;
    };
    const context = { ...contextFor(row, await exchange.deps.makeContext(exchange.request, reply)), noteUpdate };
    // Who may not ask at all is told so before what they asked is looked at.
    const input = (await mayAsk(row, context)) ? await inputOrNote(row, exchange.request, context) : undefined;
    const result: unknown = await procedureOf(row, context)(input);
    if (row.isCommand === true) return sendAnswer(reply, CommandAnswer.parse(result));
    return row.isPage === true ? sendPage(reply, result as Listed<unknown> | ActivityFound) : reply.code(status).send(result);
  } catch (error) {
    const refusal = error instanceof HttpRefusal ? error.refusal : namedAsSent(refusalOf(getTRPCErrorFromUnknown(error)));
    if (refusal.code === "INTERNAL") throw error;
    return row.isCommand === true && refusal.code !== "SESSION_REQUIRED"
      ? sendRefusedCommand(reply, refusal)
      : sendRefusal(reply, refusal, row.procedure);
  }
}

async function mayAsk(row: RestRow, context: Context): Promise<boolean> {
  const access = accessOf(row);
  if (access === "everybody") return true;
  if (access === "user") return context.caller !== null;
  const admin = await context.adminSession();
  return row.procedure === "admin.changePassword" ? admin !== null : adminRefusal(admin) === null;
}

/** An act of an administrator that ends here is told as one that the procedure refuses. [AD-8] */
async function inputOrNote(row: RestRow, request: FastifyRequest, context: Context): Promise<unknown> {
  try {
    return inputOf(row, request);
  } catch (error) {
    const isAct = error instanceof HttpRefusal && row.method !== "GET" && accessOf(row) === "admin";
    const admin = isAct ? await context.adminSession() : null;
    if (isAct && admin !== null) {
      const tried = { procedure: row.procedure, code: error.refusal.code };
      await noteUnbegun(context.deps, { admin, request: context.request, tried });
    }
    throw error;
  }
}

function contextFor({ model }: RestRow, context: Context): Context {
  return model === undefined ? context : { ...context, request: { ...context.request, model } };
}

type Procedure = (input: unknown) => Promise<unknown>;

function procedureOf(row: RestRow, context: Context): Procedure {
  let found: unknown = createCaller(context);
  for (const name of row.procedure.split(".")) found = (found as Record<string, unknown>)[name];
  return found as Procedure;
}

function inputOf(row: RestRow, request: FastifyRequest): unknown {
  const query = row.query === "none" ? strictEmptyQuery(request) : parse(row.query, oneOfEach(request.query));
  if (row.body === "none" && request.body !== undefined && !isEmptyObject(request.body)) {
    throw new HttpRefusal(validationRefusal([{ path: "", message: "This call takes no body" }]));
  }
  const body = row.body === "none" ? undefined : bodyOf(row.body, request);
  try {
    return row.input({ params: request.params as Record<string, string>, query, body, key: keyOf(request) });
  } catch (error) {
    if (error instanceof RestFieldIssue) throw new HttpRefusal(validationRefusal([{ path: error.path, message: error.message }]));
    throw error;
  }
}

/** What is missing of a body that is not there is said field by field; where nothing is, there has to be one all the same. [XS-2] */
function bodyOf(schema: Exclude<RestRow["body"], "none">, request: FastifyRequest): Record<string, unknown> {
  const body = parse(schema, request.body);
  if (request.body === undefined) throw new HttpRefusal(validationRefusal([{ path: "", message: "This call needs a body" }]));
  return body;
}

function parse(schema: Exclude<RestRow["body"], "none">, value: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(value === undefined ? {} : value);
  if (!parsed.success) throw new HttpRefusal(validationRefusal(issuesOf(parsed.error)));
  return parsed.data as Record<string, unknown>;
}

/** A key given twice is refused, never joined or picked from. [IN-5] */
function oneOfEach(query: unknown): Record<string, unknown> {
  const entries = Object.entries(query as Record<string, unknown>);
  const doubled = entries.find(([, value]) => Array.isArray(value));
  if (doubled !== undefined) throw new HttpRefusal(validationRefusal([{ path: doubled[0], message: "Given more than once" }]));
  return Object.fromEntries(entries);
}

function strictEmptyQuery(request: FastifyRequest): Record<string, never> {
  const [name] = Object.keys(request.query as object);
  if (name === undefined) return {};
  throw new HttpRefusal(validationRefusal([{ path: name, message: `Unknown field "${name}"` }]));
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** What a procedure calls its key came in the header. */
function namedAsSent(refusal: Refusal): Refusal {
  const issues = refusal.issues?.map((issue) => (issue.path === "key" ? { ...issue, path: "Idempotency-Key" } : issue));
  return issues === undefined ? refusal : { ...refusal, issues };
}

function keyOf(request: FastifyRequest): string | undefined {
  const count = request.raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === "idempotency-key",
  ).length;
  if (count > 1) throw new HttpRefusal(validationRefusal([{ path: "Idempotency-Key", message: "Given more than once" }]));
  const value = request.headers["idempotency-key"];
  return typeof value === "string" ? value : undefined;
}

/** How many there are stands beside the list, not in it. [D0.12] */
function sendPage(reply: FastifyReply, page: Listed<unknown> | ActivityFound): FastifyReply {
  const { rows, total } = page;
  if ("lookedTo" in page && page.lookedTo !== null) reply.header("X-Looked-To", page.lookedTo);
  return reply.header("X-Total-Count", String(total)).send(rows);
}

function sendAnswer(reply: FastifyReply, answer: CommandAnswer): FastifyReply {
  const status =
    answer.code !== undefined && Object.hasOwn(refusals, answer.code)
      ? refusals[answer.code as keyof typeof refusals].status
      : 200;
  return sayRetry(reply, answer).code(status).send(answer);
}

function sendRefusedCommand(reply: FastifyReply, refusal: Refusal): FastifyReply {
  noteRefusal(reply.request, refusal.code);
  const { status, answer } = answerForRefusal(refusal);
  const more = { ...(refusal.issues === undefined ? {} : { issues: refusal.issues }) };
  return sayRetry(reply, answer)
    .code(status)
    .send({ ...answer, ...more });
}

function sayRetry(reply: FastifyReply, { retryAfterSeconds }: CommandAnswer): FastifyReply {
  return retryAfterSeconds === undefined ? reply : reply.header("Retry-After", String(retryAfterSeconds));
}
