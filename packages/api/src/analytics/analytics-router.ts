/** Numbers: one's own, and for administrators those of the installation. Names as in rest-shapes section 9, and ours. */
import { MyNumbersQuery } from "@relaydeck/contract/analytics";
import { CallsQuery, EndpointsQuery, RelayHistoryQuery, SystemQuery, ZoneQuery } from "@relaydeck/contract/analytics-admin";
import { DeviceNumbersQuery, FleetQuery, OverviewQuery, UptimeQuery } from "@relaydeck/contract/analytics-overview";
import { adminProcedure } from "../admin/admin-procedure.ts";
import { answer, router, userProcedure } from "../procedures.ts";
import { dashboard, relayHistory } from "./dashboard.ts";
import { deviceNumbers } from "./device-numbers.ts";
import { fleet } from "./fleet.ts";
import { myNumbers } from "./my-numbers.ts";
import { overview } from "./overview.ts";
import { providerCalls, providerEndpoints, providerOverview, providerUse } from "./provider-calls.ts";
import { systemDays } from "./system-days.ts";
import { uptimes } from "./uptime.ts";

export const analyticsRouter = router({
  mine: userProcedure
    .input(MyNumbersQuery)
    .query(({ ctx, input }) => myNumbers(ctx.deps, { userId: ctx.caller.userId, timeZone: input.timeZone })),

  dashboard: adminProcedure.input(ZoneQuery).query(({ ctx, input }) => dashboard(ctx.deps, input)),
  relayHistory: adminProcedure.input(RelayHistoryQuery).query(({ ctx, input }) => relayHistory(ctx.deps, input)),
  system: adminProcedure.input(SystemQuery).query(({ ctx, input }) => systemDays(ctx.deps, input)),
  providerCalls: adminProcedure.input(CallsQuery).query(({ ctx, input }) => providerCalls(ctx.deps, input)),
  providerOverview: adminProcedure.input(ZoneQuery).query(({ ctx, input }) => providerOverview(ctx.deps, input)),
  providerEndpoints: adminProcedure.input(EndpointsQuery).query(({ ctx, input }) => providerEndpoints(ctx.deps, input)),

  overview: adminProcedure.input(OverviewQuery).query(({ ctx, input }) => overview(ctx.deps, input)),
  uptime: adminProcedure.input(UptimeQuery).query(({ ctx, input }) => uptimes(ctx.deps, input)),
  providerUse: adminProcedure.input(CallsQuery).query(({ ctx, input }) => providerUse(ctx.deps, input)),
  device: adminProcedure.input(DeviceNumbersQuery).query(async ({ ctx, input }) => answer(await deviceNumbers(ctx.deps, input))),
  fleet: adminProcedure.input(FleetQuery).query(({ ctx, input }) => fleet(ctx.deps, input)),

  syncMetrics: adminProcedure.mutation(async ({ ctx }) =>
    answer(await ctx.deps.metricSync.run({ admin: ctx.admin, request: ctx.request })),
  ),
});
