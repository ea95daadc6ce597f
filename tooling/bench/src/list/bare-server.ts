/** Fastify with the least that lists devices behind a session: cached bytes, text made per request, and stock tRPC. */
import { fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import { initTRPC } from "@trpc/server";
import Database from "better-sqlite3";
import Fastify, { type FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { listening } from "../live/trigger.ts";
import { answerCalls } from "../process/calls.ts";
import { usageCalls } from "../process/usage.ts";

export interface ListToServe {
  /** Of the database with the session. */
  readonly folder: string;
  /** What the product answers. */
  readonly body: string;
}

async function open({ folder, body }: ListToServe): Promise<{ port: number }> {
  const connection = new Database(join(folder, "relaydeck.db"), { readonly: true });
  const session = connection.prepare<[string, number], { user_id: string }>(
    "select user_id from sessions where sid = ? and expire > ?",
  );
  const userOf = (request: FastifyRequest): string | undefined => {
    const token = request.headers.cookie?.split("=").at(-1) ?? "";
    return session.get(createHash("sha256").update(token).digest("hex"), 0)?.user_id;
  };
  const bytes = Buffer.from(body);
  const devices: unknown = JSON.parse(body);
  const app = Fastify();
  const json = "application/json; charset=utf-8";
  app.get("/cached", (request, reply) => (userOf(request) === undefined ? reply.code(401).send() : reply.type(json).send(bytes)));
  app.get("/made", (request, reply) =>
    userOf(request) === undefined ? reply.code(401).send() : reply.type(json).send(JSON.stringify(devices)),
  );
  const trpc = initTRPC.context<{ userId: string | undefined }>().create();
  const router = trpc.router({
    list: trpc.procedure.query(({ ctx }) => {
      if (ctx.userId === undefined) throw new Error("No session");
      return devices;
    }),
  });
  await app.register(fastifyTRPCPlugin, {
    prefix: "/trpc",
    trpcOptions: { router, createContext: ({ req }: { req: FastifyRequest }) => ({ userId: userOf(req) }) },
  });
  await app.ready();
  return { port: await listening(app.server) };
}

const handlers = { open, ...usageCalls };
export type BareList = typeof handlers;
answerCalls(handlers);
