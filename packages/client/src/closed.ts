/** What begins after `close()` is refused here and leaves this machine no more; what began before goes on. */
import type { TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import { outcomeMessages } from "./commands/outcome.ts";
import { factsOf, RelaydeckError } from "./relaydeck-error.ts";

/** What every call after `close()` rejects with. */
export function closedError(): RelaydeckError {
  return new RelaydeckError({ ...factsOf({ code: "NO_ANSWER" }), message: outcomeMessages.closed });
}

/** Stands before the links that send. */
export function untilClosed(closed: AbortSignal): TRPCLink<AnyTRPCRouter> {
  return () =>
    ({ next, op }) =>
      closed.aborted ? observable((observer) => observer.error(closedError())) : next(op);
}
