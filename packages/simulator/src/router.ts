import type { Route } from "./route.ts";

export interface RouteFound {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** First match in the order of the table. A trailing slash is tolerated; every segment is decoded. */
export function findRoute(routes: readonly Route[], method: string, pathname: string): RouteFound | undefined {
  const segments = decodedSegments(pathname);
  if (segments === undefined) return undefined;
  for (const route of routes) {
    const params = route.method === method ? matchPattern(patternSegments(route.pattern), segments) : undefined;
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

const patternsSplit = new Map<string, string[]>();

function patternSegments(pattern: string): string[] {
  let segments = patternsSplit.get(pattern);
  if (segments === undefined) patternsSplit.set(pattern, (segments = pattern.split("/").slice(1)));
  return segments;
}

function decodedSegments(pathname: string): string[] | undefined {
  const trimmed = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  try {
    return trimmed.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return undefined; // malformed percent-encoding names no route
  }
}

function matchPattern(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (part.startsWith("*")) {
      params[part.slice(1)] = segments.slice(index).join("/");
      return params;
    }
    const segment = segments[index];
    if (segment === undefined || segment === "") return undefined;
    if (part.startsWith(":")) params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return pattern.length === segments.length ? params : undefined;
}
