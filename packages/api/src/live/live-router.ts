/**
 * `live.stream` as a stock tRPC subscription: one tracked item after the other. [C3]
 *
 * The product's socket serves the same procedure by shared frames (apps/server/src/live); this is its meaning, the
 * path of in-process callers, and what the equivalence suite compares with.
 */
import { StreamInput, type LiveItem } from "@relaydeck/contract/live";
import { tracked } from "@trpc/server";
import { router, userProcedure } from "../procedures.ts";
import { QueueSink } from "./queue-sink.ts";

export const liveRouter = router({
  stream: userProcedure
    .meta({ program: "read" })
    .input(StreamInput)
    .subscription(async function* ({ ctx, input, signal }) {
      const sink = new QueueSink();
      const { feed } = ctx.deps;
      const viewer = await feed.open(ctx.caller, input.lastEventId ?? null, sink);
      if (viewer === null) return;
      try {
        for await (const message of sink.messages(signal ?? ctx.signal)) {
          const seen = feed.seenNow(viewer, message);
          if (seen !== null) yield tracked<LiveItem>(seen.id, seen.item);
        }
      } finally {
        feed.leave(viewer);
      }
    }),
});
