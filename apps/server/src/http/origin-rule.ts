/** Which requests may change something: never those that another site made. [XS-1, XS-7] */
import type { IncomingHttpHeaders } from "node:http";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

export function isUnsafe(method: string): boolean {
  return !safeMethods.has(method);
}

export interface OriginFacts {
  readonly publicOrigin: string;
  /** Refuse callers that say neither `Origin` nor `Sec-Fetch-Site`. */
  readonly strict: boolean;
}

/** True when a browser on another site may have made this request. */
export function isForeign(headers: IncomingHttpHeaders, facts: OriginFacts): boolean {
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  if (site === undefined && origin === undefined) return facts.strict;
  if (site !== undefined && site !== "same-origin") return true;
  return origin !== undefined && origin !== facts.publicOrigin;
}

/**
 * True for a call of administration by whoever brings an administrator's cookie: it has to say where it comes from, also
 * where others need not. [XS-1] A batch is one where one of its calls is.
 */
export function isAdminCall(path: string, hasAdminCookie: boolean): boolean {
  return hasAdminCookie && /^\/api\/(?:admin|analytics)(?:\/|$)|^\/trpc\/(?:.*,)?(?:admin|analytics)\./.test(decoded(path));
}

/** As the router reads it: an encoded name is the same name. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // Not encoded at all: no route has that name.
  }
}

/** `own`: the public host. `alias`: a loopback name of it. `foreign`: somebody else's name. */
export function hostKind(host: string | undefined, publicOrigin: string): "own" | "alias" | "foreign" {
  const url = new URL(publicOrigin);
  const port = url.port === "" ? "" : `:${url.port}`;
  if (host?.toLowerCase() === url.host) return "own";
  const isAlias = url.hostname === "localhost" && (host === `127.0.0.1${port}` || host === `[::1]${port}`);
  return isAlias ? "alias" : "foreign";
}
