/**
 * The coarse limits at the HTTP door, before anything expensive. [checklist 5]
 *
 * Sign-in and its like have limits of their own behind the door, which let a known browser pass: the count of an
 * address's reads never stands before them, or one guest of a network could keep everybody there from signing in.
 */
import type { DoorLimits } from "@relaydeck/api/limits/door-limits";
import type { Caller } from "@relaydeck/api/caller";
import type { AdminCaller } from "@relaydeck/api/admin/admin-session";
import { googleCallbackPath, googleStartPath } from "@relaydeck/contract/google-sign-in";
import { restRows } from "@relaydeck/contract/rest";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendRefusal } from "./build-http.ts";
import { pathOf } from "./request-path.ts";

type Kind = "command" | "own-limit" | "read";

const commandPaths = new Set(["/api/powerone-relay-command", "/api/relay-command"]);

/** Procedures that count whoever calls them without a session, each try in the database. */
const withOwnLimit = new Set([
  "auth.register",
  "auth.login",
  "auth.secondStep",
  "auth.verifyEmail",
  "auth.resendVerification",
  "auth.forgotPassword",
  "auth.resetPassword",
  "alerts.pause",
  "admin.login",
]);
const restWithOwnLimit = new Set([
  `GET ${googleStartPath}`,
  `GET ${googleCallbackPath}`,
  ...restRows.filter(({ procedure }) => withOwnLimit.has(procedure)).map(({ method, path }) => `${method} ${path}`),
]);

/** Static files, health, metrics, webhook and demo are not counted. Calls of a batch count singly. [IN-8] */
export function limitRequests(
  app: FastifyInstance,
  deps: {
    limits: DoorLimits;
    callerOf: (request: FastifyRequest) => Promise<Caller | null>;
    adminOf: (request: FastifyRequest) => Promise<AdminCaller | null>;
  },
): void {
  app.addHook("preParsing", async (request, reply) => {
    if (!/^\/(api|trpc)(\/|$)/.test(pathOf(request))) return;
    const caller = await deps.callerOf(request);
    const admin = caller === null ? await deps.adminOf(request) : null;
    const from = { userId: caller?.userId ?? admin?.adminId ?? null, address: request.ip };
    for (const kind of callsOf(request)) {
      if (kind === "own-limit" && caller === null) continue;
      const isCommand = kind === "command" && caller !== null;
      const allowed = await (isCommand ? deps.limits.countCommandRequest(caller.userId) : deps.limits.countRead(from));
      if (!allowed.ok) return sendRefusal(reply, allowed.error);
    }
  });
}

/** What each call in the request is counted as. */
function callsOf(request: FastifyRequest): Kind[] {
  // As the router read it: an encoded name is the same name.
  const { path: batch } = request.params as { path?: string };
  const path = pathOf(request);
  if (!path.startsWith("/trpc/") || batch === undefined) return [restKind(request.method, path)];
  return batch.split(",").map((name) => rpcKind(request.method, name));
}

function restKind(method: string, path: string): Kind {
  if (commandPaths.has(path)) return "command";
  return restWithOwnLimit.has(`${method} ${path}`) ? "own-limit" : "read";
}

function rpcKind(method: string, name: string): Kind {
  if (name === "relays.switch") return "command";
  return method === "POST" && withOwnLimit.has(name) ? "own-limit" : "read";
}
