import { MyNumbersQuery } from "@relaydeck/contract/analytics";
import { router, userProcedure } from "../procedures.ts";
import { myNumbers } from "./my-numbers.ts";

export const analyticsRouter = router({
  mine: userProcedure
    .input(MyNumbersQuery)
    .query(({ ctx, input }) => myNumbers(ctx.deps, { userId: ctx.caller.userId, timeZone: input.timeZone })),
});
