/** The door of alerts: parse, ask one story, answer. Messages are those of rest-shapes section 6. */
import { AlertId, CreateAlert, ListAlerts, ListNotices, NoticeId, PauseAlert, UpdateAlert } from "@relaydeck/contract/alerts";
import { answer, publicProcedure, router, userProcedure } from "../procedures.ts";
import { removeAlert, restoreAlert, updateAlert } from "./change-alert.ts";
import { createAlert } from "./create-alert.ts";
import { listAlerts, listNotices } from "./list-alerts.ts";
import { acknowledgeNotice, resolveNotice } from "./mark-notice.ts";
import { pauseAlert } from "./pause-alert.ts";

const reading = userProcedure.meta({ program: "read" });
const changing = userProcedure.meta({ program: "control" });

export const alertsRouter = router({
  list: reading
    .input(ListAlerts)
    .query(async ({ ctx, input }) => answer(await listAlerts(ctx.deps, { caller: ctx.caller, deviceId: input.deviceId }))),

  history: reading
    .input(ListNotices)
    .query(async ({ ctx, input }) =>
      answer(await listNotices(ctx.deps, { caller: ctx.caller, deviceId: input.deviceId, ...input })),
    ),

  create: changing.input(CreateAlert).mutation(async ({ ctx: { deps, caller, request }, input }) => {
    return { ...answer(await createAlert(deps, { caller, request, input })), message: "Email alert created" };
  }),

  update: changing.input(UpdateAlert).mutation(async ({ ctx: { deps, caller, request }, input }) => {
    return { ...answer(await updateAlert(deps, { caller, request, ...input })), message: "Email alert updated" };
  }),

  remove: changing.input(AlertId).mutation(async ({ ctx: { deps, caller, request }, input }) => {
    return { ...answer(await removeAlert(deps, { caller, request, ...input })), message: "Email alert deleted" };
  }),

  restore: changing.input(AlertId).mutation(async ({ ctx: { deps, caller, request }, input }) => {
    return { ...answer(await restoreAlert(deps, { caller, request, ...input })), message: "Email alert restored" };
  }),

  acknowledge: changing.input(NoticeId).mutation(async ({ ctx: { deps, caller, request }, input }) => {
    return { ...answer(await acknowledgeNotice(deps, { caller, request, ...input })), message: "Alert acknowledged" };
  }),

  resolve: changing.input(NoticeId).mutation(async ({ ctx: { deps, caller, request }, input }) => {
    return { ...answer(await resolveNotice(deps, { caller, request, ...input })), message: "Alert resolved" };
  }),

  /** Without a session: the token of the mail alone says which alert. */
  pause: publicProcedure.input(PauseAlert).mutation(async ({ ctx: { deps, request }, input }) => {
    answer(await pauseAlert(deps, { request, token: input.token }));
    return { message: "Alert paused" };
  }),
});
