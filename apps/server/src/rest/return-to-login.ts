/** `GET /api/login`: to the sign-in page, keeping a return path of our own site and none of another's. [D8, XS-6] */
import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "../http/other-methods.ts";

const longest = 512;

export function addReturnToLogin(app: FastifyInstance): void {
  app.get("/api/login", { exposeHeadRoute: false }, (request, reply) => {
    const { returnTo } = request.query as { returnTo?: unknown };
    return reply.redirect(`/login?returnTo=${encodeURIComponent(safeReturnPath(returnTo))}`, 302);
  });
  refuseOtherMethods(app, "/api/login", ["GET"]);
}

/** A path of this site, or `/`: the final address is resolved, and its origin compared. */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== "string" || value.length > longest || !/^\/(?![/\\])/.test(value)) return "/";
  const base = "http://relaydeck.invalid";
  const decoded = safeDecode(value);
  for (const candidate of [value, decoded]) {
    if (!URL.canParse(candidate, base)) return "/";
    const url = new URL(candidate, base);
    if (url.origin !== base || url.pathname.startsWith("//") || url.pathname.startsWith("/\\")) return "/";
  }
  const url = new URL(value, base);
  return `${url.pathname}${url.search}${url.hash}`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "//"; // Not decodable: treated like an address that leads away.
  }
}
