import { statusOf } from "@relaydeck/core/devices/presence";
import { visibleTo } from "../devices/access.ts";
import { router, userProcedure } from "../procedures.ts";
import { linkHistory } from "./link-history.ts";

export const statusRouter = router({
  get: userProcedure.meta({ program: "read" }).query(async ({ ctx }) => {
    const { store, clock, link } = ctx.deps;
    const now = clock.now();
    const visible = await visibleTo(store.read, { ...ctx.caller, now });
    // As the list tells it, whatever an administrator has put into the row. [D32, AD-4]
    return link.statusFor(visible.map(({ device }) => ({ isConnected: statusOf(device, now) === "online" })));
  }),
  linkHistory: userProcedure.meta({ program: "read" }).query(({ ctx }) => linkHistory(ctx.deps)),
});
