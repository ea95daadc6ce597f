/**
 * How calls travel: over HTTP only, never over the socket. A mutation waiting in a disconnected socket client was
 * measured to run 20 s late, which on a relay is dangerous. [C2]
 *
 * Reads and ordinary writes of one turn share a request; a command always travels alone, so that a slow device delays
 * nobody else's answer.
 */
import { httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import type { RestTarget } from "./rest.ts";
import { callOptions, typedErrors } from "./single-calls.ts";

/** Paths that are never batched. */
const unbatchedPaths: ReadonlySet<string> = new Set(["relays.switch", "relays.cancel"]);

/** The server reads at most 10 calls and 4 KiB of address in one batch. [IN-1, IN-8] */
const batchLimits = { maxItems: 10, maxURLLength: 3_500 };

/** Terminating links for a tRPC client; every error they give is a `RelaydeckError`. */
export function httpLinks(target: RestTarget): TRPCLink<AnyTRPCRouter>[] {
  const shared = callOptions(target);
  return [
    typedErrors,
    splitLink({
      condition: (op) => unbatchedPaths.has(op.path),
      true: httpLink(shared),
      false: httpBatchLink({ ...shared, ...batchLimits }),
    }),
  ];
}
