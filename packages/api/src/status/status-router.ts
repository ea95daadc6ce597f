import { visibleDevices } from "@relaydeck/db/devices/access";
import { router, userProcedure } from "../procedures.ts";

export const statusRouter = router({
  get: userProcedure.query(async ({ ctx }) => {
    const { store, clock, link } = ctx.deps;
    const visible = await visibleDevices(store.read, { userId: ctx.caller.userId, now: clock.now() });
    return link.statusFor(visible.map(({ device }) => device));
  }),
});
