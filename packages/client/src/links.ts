/**
 * How calls travel: over HTTP only, never over the socket. A mutation waiting in a disconnected socket client was
 * measured to run 20 s late, which on a relay is dangerous. [C2]
 *
 * Reads and ordinary writes of one turn share a request; a command always travels alone, so that a slow device delays
 * nobody else's answer.
 */
import { httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import { toRelaydeckError } from "./relaydeck-error.ts";
import { restError, type RestTarget } from "./rest.ts";

/** Paths that are never batched. */
export const unbatchedPaths: ReadonlySet<string> = new Set(["relays.switch", "relays.cancel"]);

/** The server reads at most 10 calls and 4 KiB of address in one batch. [IN-1, IN-8] */
const batchLimits = { maxItems: 10, maxURLLength: 3_500 };

/** Terminating links for a tRPC client; every error they give is a `RelaydeckError`. */
export function httpLinks(target: RestTarget): TRPCLink<AnyTRPCRouter>[] {
  const shared = { url: `${target.baseUrl}/trpc`, fetch: fetchOf(target), headers: () => ({ ...target.headers }) };
  return [
    typedErrors,
    splitLink({
      condition: (op) => unbatchedPaths.has(op.path),
      true: httpLink(shared),
      false: httpBatchLink({ ...shared, ...batchLimits }),
    }),
  ];
}

/**
 * A page of a proxy in between keeps its status: tRPC would only say that it could not be parsed.
 * tRPC's idea of a request differs from the platform's in nothing but how an absent signal is typed.
 */
function fetchOf(target: RestTarget): NonNullable<Parameters<typeof httpLink>[0]["fetch"]> {
  return async (url, init) => {
    const response = await target.fetch(url, init as RequestInit);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    if (!response.ok && !isJson) throw restError(response.status, response.statusText, "");
    return response;
  };
}

const typedErrors: TRPCLink<AnyTRPCRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => observer.error(toRelaydeckError(error)),
        complete: () => observer.complete(),
      }),
    );
