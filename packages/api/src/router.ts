/** The product's own door: every procedure there is. Names as in rest-shapes section 9; later nouns add their routers here. */
import { authRouter } from "./accounts/accounts-router.ts";
import { adminRouter } from "./admin/admin-router.ts";
import { activityRouter } from "./activity/activity-router.ts";
import { analyticsRouter } from "./analytics/analytics-router.ts";
import { alertsRouter } from "./alerts/alerts-router.ts";
import { devicesRouter } from "./devices/devices-router.ts";
import { layoutsRouter } from "./layouts/layouts-router.ts";
import { liveRouter } from "./live/live-router.ts";
import { createCallerFactory, router } from "./procedures.ts";
import { relaysRouter } from "./relays/relays-router.ts";
import { sharesRouter } from "./shares/shares-router.ts";
import { statusRouter } from "./status/status-router.ts";

export const appRouter = router({
  auth: authRouter,
  devices: devicesRouter,
  relays: relaysRouter,
  shares: sharesRouter,
  alerts: alertsRouter,
  layouts: layoutsRouter,
  activity: activityRouter,
  status: statusRouter,
  analytics: analyticsRouter,
  admin: adminRouter,
  live: liveRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, as the REST rows do. */
export const createCaller = createCallerFactory(appRouter);
