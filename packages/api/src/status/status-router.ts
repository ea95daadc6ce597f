import { visibleTo } from "../devices/access.ts";
import { router, userProcedure } from "../procedures.ts";

import { linkHistory } from "./link-history.ts";

export const statusRouter = router({
  get: userProcedure.meta({ program: "read" }).query(async ({ ctx }) => {
    const { store, clock, link } = ctx.deps;
    const visible = await visibleTo(store.read, { ...ctx.caller, now: clock.now() });
    return link.statusFor(visible.map(({ device }) => device));
  }),
  linkHistory: userProcedure.meta({ program: "read" }).query(({ ctx }) => linkHistory(ctx.deps)),
});
