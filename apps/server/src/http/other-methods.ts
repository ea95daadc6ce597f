/** A known path asked with a method that it does not have: 405 with `Allow`, never 404. [rest-shapes section 2] */
import { METHODS } from "node:http";
import type { FastifyInstance } from "fastify";
import { sendRefusal } from "./build-http.ts";

/** Answers itself to every method that HTTP knows, reading no body of those it has no use for; CONNECT never reaches a route. */
export function knowAllMethods(app: FastifyInstance): void {
  const readsBody = new Set(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
  for (const method of METHODS) {
    if (method === "CONNECT" || readsBody.has(method)) continue;
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
}

/** `url` is the route's pattern, `allowed` the methods that it has routes for. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    handler: (_request, reply) => sendRefusal(reply.header("Allow", allowed.join(", ")), { code: "METHOD_NOT_ALLOWED" }),
  });
}
