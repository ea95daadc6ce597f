/** `/demo/sim/*`: the simulator's control door, for people of the demo. [operator-interface] */
import type { CloudReply } from "@relaydeck/simulator/cloud-call";
import type { Simulator } from "@relaydeck/simulator/simulator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendRefusal } from "../http/build-http.ts";

export function addSimulatorDoor(
  app: FastifyInstance,
  deps: { simulator: Simulator; hasSession: (request: FastifyRequest) => Promise<boolean> },
): void {
  app.route({
    method: ["GET", "POST", "PATCH", "DELETE"],
    url: "/demo/sim/*",
    exposeHeadRoute: false,
    async handler(request, reply) {
      if (!(await deps.hasSession(request))) return sendRefusal(reply, { code: "SESSION_REQUIRED" });
      return pass(deps.simulator, request, reply);
    },
  });
}

/** Hands the call to the simulator inside, with the host it expects; our own origin rule has been asked already. */
function pass(simulator: Simulator, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = request.body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(request.body));
  const headers = { host: "localhost", ...(body.length > 0 ? { "content-type": "application/json" } : {}) };
  const path = request.url.replace(/^\/demo\/sim/, "/_sim");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const sink: CloudReply = {
      head: (status, given) => {
        const type = Object.entries(given).find(([name]) => name.toLowerCase() === "content-type")?.[1];
        reply.code(status);
        if (type !== undefined) reply.type(String(type));
      },
      write: (chunk) => void chunks.push(Buffer.from(chunk)),
      end: (chunk) => {
        if (chunk !== undefined) chunks.push(Buffer.from(chunk));
        resolve(reply.send(Buffer.concat(chunks)));
      },
      cut: () => resolve(sendRefusal(reply, { code: "PROVIDER_UNAVAILABLE", message: "The simulator did not answer." })),
      onClose: () => () => {},
    };
    simulator.handle({ method: request.method, path, headers, body }, sink);
  });
}
