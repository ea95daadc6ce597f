import { ActivityQuery, RestoreActivity } from "@relaydeck/contract/activity";
import { fromInstant } from "@relaydeck/contract/instants";
import { router, userProcedure } from "../procedures.ts";
import { activityView, clearActivity, restoreActivity } from "./clear-activity.ts";
import { listActivity } from "./list-activity.ts";

export const activityRouter = router({
  list: userProcedure
    .meta({ program: "read" })
    .input(ActivityQuery)
    .query(({ ctx, input }) => listActivity(ctx.deps, { caller: ctx.caller, query: input })),
  view: userProcedure.query(({ ctx }) => activityView(ctx.deps, ctx.caller)),
  clear: userProcedure.mutation(({ ctx }) => clearActivity(ctx.deps, { caller: ctx.caller, request: ctx.request })),
  restore: userProcedure.input(RestoreActivity).mutation(({ ctx, input }) => {
    const clearedAt = input.clearedAt === null ? null : fromInstant(input.clearedAt);
    return restoreActivity(ctx.deps, { caller: ctx.caller, request: ctx.request, clearedAt });
  }),
});
