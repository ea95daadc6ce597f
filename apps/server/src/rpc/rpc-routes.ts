/** tRPC over HTTP: the product's own door. Batches are small and hold one relay command at most. [IN-8, D0.2] */
import { maxBatchCalls, maxBatchCommands } from "@relaydeck/contract/limits";
import type { Context } from "@relaydeck/api/context";
import { refusalOf, validationRefusal } from "@relaydeck/api/procedures";
import { appRouter } from "@relaydeck/api/router";
import type { Log } from "@relaydeck/kit/log";
import type { TRPCError } from "@trpc/server";
import { fastifyRequestHandler } from "@trpc/server/adapters/fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpRefusal } from "../http/build-http.ts";
import { noteRefusal } from "../http/refusal-log.ts";

export interface RpcDeps {
  readonly log: Log;
  makeContext(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
}

export function addRpcRoutes(app: FastifyInstance, deps: RpcDeps): void {
  app.route({
    method: ["GET", "POST"],
    url: "/trpc/:path",
    exposeHeadRoute: false,
    handler(request, reply) {
      const { path } = request.params as { path: string };
      checkBatch(path, request);
      checkInput(request);
      checkType(request);
      return fastifyRequestHandler({
        router: appRouter,
        req: request,
        res: reply,
        path,
        createContext: () => deps.makeContext(request, reply),
        responseMeta: ({ errors }) => headersFor(errors),
        // Subscriptions travel over the socket, where their limits are.
        allowMethodOverride: false,
        onError: ({ error, path: procedure }) => {
          noteRefusal(request, refusalOf(error).code, procedure);
          if (error.code !== "INTERNAL_SERVER_ERROR") return;
          deps.log.error("procedure.failed", { requestId: request.id, path, error: error.cause?.stack ?? error.message });
        },
      });
    },
  });
}

/** What REST sends too: the type with its charset [HD-2], and how long to wait, of a batch the longest. [checklist section 5] */
function headersFor(errors: readonly TRPCError[]): { headers: Record<string, string> } {
  const waits = errors.flatMap((error) => refusalOf(error).retryAfterSeconds ?? []);
  const retry = waits.length === 0 ? {} : { "Retry-After": String(Math.max(...waits)) };
  return { headers: { "Content-Type": "application/json; charset=utf-8", ...retry } };
}

function checkBatch(path: string, request: FastifyRequest): void {
  const names = path.split(",");
  const commands = names.filter((name) => name === "relays.switch").length;
  const isSubscription = names.includes("live.stream");
  const tooMany = names.length > maxBatchCalls || commands > maxBatchCommands;
  if (isSubscription)
    throw new HttpRefusal({ code: "METHOD_NOT_ALLOWED", message: "live.stream is a subscription of the socket" });
  if (tooMany) {
    const message = `At most ${maxBatchCalls} calls and ${maxBatchCommands} relay command in one batch`;
    throw new HttpRefusal(validationRefusal([{ path: "", message }]));
  }
  if (request.method === "GET" && commands > 0) throw new HttpRefusal({ code: "METHOD_NOT_ALLOWED" });
}

/** Asked here, because tRPC answers a POST without a type as plain text. [XS-2, HD-2] */
function checkType(request: FastifyRequest): void {
  if (request.method === "POST" && request.headers["content-type"] === undefined)
    throw new HttpRefusal({ code: "UNSUPPORTED_MEDIA_TYPE" });
}

/** A query's input is read only by procedures that take one; what is no JSON is refused for all. [IN-5] */
function checkInput(request: FastifyRequest): void {
  const { input } = request.query as { input?: unknown };
  if (input === undefined) return;
  const message = typeof input === "string" ? (isJson(input) ? null : "Not valid JSON") : "Given more than once";
  if (message !== null) throw new HttpRefusal(validationRefusal([{ path: "input", message }]));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The question was whether it is.
  }
}
