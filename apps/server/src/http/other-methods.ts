/**
 * A known path asked with a method that it does not have: 405 with `Allow`, never 404. [rest-shapes section 2]
 *
 * Of the methods that HTTP knows a handful has routes here. The router keeps a tree of all paths for each method, so the thirty
 * others share one route, which looks the path up by itself.
 */
import { METHODS } from "node:http";
import type { FastifyInstance, FastifyReply, HTTPMethods } from "fastify";
import { maxPartLength, sendRefusal } from "./build-http.ts";
import { pathOf } from "./request-path.ts";

/** Those that routes have, and OPTIONS, which may have a body. */
export const usualMethods: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

interface KnownPath {
  readonly url: string;
  readonly pattern: RegExp;
  readonly allowed: readonly string[];
}

const knownPaths = new WeakMap<object, KnownPath[]>();

/** Answers itself to every method that HTTP knows, reading no body of those it has no use for; CONNECT never reaches a route. */
export function knowAllMethods(app: FastifyInstance): void {
  const unusual = METHODS.filter((method) => method !== "CONNECT" && !usualMethods.includes(method));
  for (const method of ["GET", "HEAD", ...unusual]) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  const known: KnownPath[] = [];
  knownPaths.set(app.server, known);
  app.route({
    method: unusual,
    url: "*",
    handler(request, reply) {
      const path = pathOf(request);
      // As for the router, what is written out goes before what a parameter stands for.
      const found = known.find(({ url }) => url === path) ?? known.find((one) => isOf(one, path));
      return found === undefined ? sendRefusal(reply, { code: "NOT_FOUND" }) : refuseMethod(reply, found.allowed);
    },
  });
}

/** `url` is the route's pattern, `allowed` the methods that it has routes for. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  knownPaths.get(app.server)?.push({ url, pattern: patternOf(url), allowed });
  app.route({
    method: usualMethods.filter((method) => !allowed.includes(method)),
    url,
    handler: (_request, reply) => refuseMethod(reply, allowed),
  });
}

function refuseMethod(reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  return sendRefusal(reply.header("Allow", allowed.join(", ")), { code: "METHOD_NOT_ALLOWED" });
}

function isOf({ pattern }: KnownPath, path: string): boolean {
  const [, ...parts] = pattern.exec(path) ?? [];
  return parts.length > 0 && parts.every((part) => part.length <= maxPartLength);
}

/** As the router reads it: a parameter is what stands between two slashes. */
function patternOf(url: string): RegExp {
  const parts = url.split("/").map((part) => (part.startsWith(":") ? "([^/]*)" : part.replaceAll(".", "\\.")));
  return new RegExp(`^${parts.join("/")}$`, "u");
}
