import type { Caller } from "@relaydeck/api/caller";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendRefusal } from "./build-http.ts";
import { bringsBearer, takesTokens } from "./token-call.ts";
import { pathOf } from "./request-path.ts";

/** Whoever brings a token that does not hold gets no further, on any call: so nothing passes as a token call but one. [XS-1] */
export function refuseDeadTokens(
  app: FastifyInstance,
  { callerOf }: { callerOf: (request: FastifyRequest) => Promise<Caller | null> },
): void {
  app.addHook("preParsing", async (request, reply) => {
    if (!takesTokens(pathOf(request)) || !bringsBearer(request.headers)) return;
    if ((await callerOf(request)) === null) return sendRefusal(reply, { code: "SESSION_REQUIRED" });
  });
}
