import { ActivityQuery } from "@relaydeck/contract/activity";
import { router, userProcedure } from "../procedures.ts";
import { listActivity } from "./list-activity.ts";

export const activityRouter = router({
  list: userProcedure
    .meta({ program: "read" })
    .input(ActivityQuery)
    .query(({ ctx, input }) => listActivity(ctx.deps, { caller: ctx.caller, query: input })),
});
