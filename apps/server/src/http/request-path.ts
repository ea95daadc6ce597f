/** What a request asks for, and of whom: one reading of it for every rule. */
import type { FastifyRequest } from "fastify";

/**
 * Path without query; queries may hold tokens and are never logged. [ML-10, SE-8] As the router reads it: what only looks
 * like another path, by percent signs or an address written out in full, passes the rules of the path that it reaches.
 */
export function pathOf(request: FastifyRequest): string {
  const path = writtenPathOf(request);
  try {
    return decodeURI(path);
  } catch {
    return path; // The router refuses it.
  }
}

/** The path as it was sent, without query. */
export function writtenPathOf(request: FastifyRequest): string {
  return targetOf(request).split("?", 1)[0] ?? "/";
}

const fullAddress = /^https?:\/\/(.*?)\//;

/** Path and query; of an address written out in full, as a client may send it to a proxy, what follows the host. */
export function targetOf(request: FastifyRequest): string {
  return request.url.replace(fullAddress, "/");
}

/** Whom the request is for; in an address written out in full that counts, whatever the header says. [XS-7] */
export function askedHostOf(request: FastifyRequest): string | undefined {
  return fullAddress.exec(request.url)?.[1] ?? request.headers.host;
}
