/** The coarse limits at the HTTP door, before anything expensive. [checklist 5] */
import type { DoorLimits } from "@relaydeck/api/limits/door-limits";
import type { Caller } from "@relaydeck/api/caller";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { pathOf, sendRefusal } from "./build-http.ts";

const commandPaths = new Set(["/api/powerone-relay-command", "/api/relay-command"]);

/** Static files, health, metrics, webhook and demo are not counted. */
export function limitRequests(
  app: FastifyInstance,
  deps: { limits: DoorLimits; callerOf: (request: FastifyRequest) => Promise<Caller | null> },
): void {
  app.addHook("preParsing", async (request, reply) => {
    const path = pathOf(request);
    if (!/^\/(api|trpc)(\/|$)/.test(path)) return;
    const caller = await deps.callerOf(request);
    const isCommand = commandPaths.has(path) || path.slice("/trpc/".length).split(",").includes("relays.switch");
    const from = { userId: caller?.userId ?? null, address: request.ip };
    const allowed = isCommand && caller !== null ? deps.limits.countCommandRequest(caller.userId) : deps.limits.countRead(from);
    if (!allowed.ok) sendRefusal(reply, allowed.error);
  });
}
