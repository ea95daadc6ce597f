/** The coarse limits at the HTTP door, before anything expensive. [checklist 5] */
import type { DoorLimits } from "@relaydeck/api/limits/door-limits";
import type { Caller } from "@relaydeck/api/caller";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendRefusal } from "./build-http.ts";
import { pathOf } from "./request-path.ts";

const commandPaths = new Set(["/api/powerone-relay-command", "/api/relay-command"]);

/** Static files, health, metrics, webhook and demo are not counted. Calls of a batch count singly. [IN-8] */
export function limitRequests(
  app: FastifyInstance,
  deps: { limits: DoorLimits; callerOf: (request: FastifyRequest) => Promise<Caller | null> },
): void {
  app.addHook("preParsing", async (request, reply) => {
    if (!/^\/(api|trpc)(\/|$)/.test(pathOf(request))) return;
    const caller = await deps.callerOf(request);
    const from = { userId: caller?.userId ?? null, address: request.ip };
    for (const isCommand of callsOf(request)) {
      const allowed = isCommand && caller !== null ? deps.limits.countCommandRequest(caller.userId) : deps.limits.countRead(from);
      if (!allowed.ok) return sendRefusal(reply, allowed.error);
    }
  });
}

/** For each call in the request: is it a relay command? */
function callsOf(request: FastifyRequest): boolean[] {
  // As the router read it: an encoded name is the same name.
  const { path: batch } = request.params as { path?: string };
  const path = pathOf(request);
  if (!path.startsWith("/trpc/") || batch === undefined) return [commandPaths.has(path)];
  return batch.split(",").map((name) => name === "relays.switch");
}
