/**
 * Calls that travel one by one: what a page without a session needs, whose forms ask one thing at a time. links.ts adds
 * batches to it; they would be a part of every first load.
 */
import { httpLink, type TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import { toRelaydeckError } from "./relaydeck-error.ts";
import { restError, type RestTarget } from "./rest.ts";

/** Terminating links for a tRPC client; every error they give is a `RelaydeckError`. */
export function singleCallLinks(target: RestTarget): TRPCLink<AnyTRPCRouter>[] {
  return [typedErrors, httpLink(callOptions(target))];
}

type Fetch = NonNullable<Parameters<typeof httpLink>[0]["fetch"]>;

/** What every HTTP link of ours is made with. */
export function callOptions(target: RestTarget): { url: string; fetch: Fetch; headers: () => Record<string, string> } {
  return { url: `${target.baseUrl}/trpc`, fetch: fetchOf(target), headers: () => ({ ...target.headers }) };
}

/**
 * A page of a proxy in between keeps its status: tRPC would only say that it could not be parsed.
 * tRPC's idea of a request differs from the platform's in nothing but how an absent signal is typed.
 */
function fetchOf(target: RestTarget): Fetch {
  return async (url, init) => {
    const response = await target.fetch(url, init as RequestInit);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    if (!response.ok && !isJson) throw restError(response.status, response.statusText, "");
    return response;
  };
}

/** Turns whatever a link fails with into a `RelaydeckError`. */
export const typedErrors: TRPCLink<AnyTRPCRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => observer.error(toRelaydeckError(error)),
        complete: () => observer.complete(),
      }),
    );
