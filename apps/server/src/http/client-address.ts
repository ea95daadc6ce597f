import type { IncomingHttpHeaders } from "node:http";

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Who is asking, for limits and logs: the socket's address, or the one that the outermost of `hops` trusted proxies saw.
 * What a client itself put into the header lies further out and does not count.
 */
export function clientAddress(request: Asked, hops: number): string {
  const header = request.headers["x-forwarded-for"];
  const forwarded = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",").map((part) => part.trim());
  const seen = [request.socket.remoteAddress ?? "", ...forwarded.filter((part) => part !== "").toReversed()];
  return seen[Math.min(hops, seen.length - 1)] ?? "";
}
