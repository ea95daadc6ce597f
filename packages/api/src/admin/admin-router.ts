/** The door of administration: parse, ask one story, answer. Names and messages are those of rest-shapes sections 7 and 9. */
import { AdminLogin, ChangeAdminPassword, type AdminAuth, type AdminSignedIn } from "@relaydeck/contract/admin";
import { toInstant } from "@relaydeck/contract/instants";
import { answer, anyProcedure, publicProcedure, router } from "../procedures.ts";
import { changeAdminPassword } from "./admin-password.ts";
import { adminBeforeChangeProcedure } from "./admin-procedure.ts";
import { adminSignIn } from "./admin-sign-in.ts";
import { adminSignOut } from "./admin-sign-out.ts";
import { adminTwoStepProcedures } from "./admin-two-step-router.ts";
import { consoleProcedures } from "./console/console-procedures.ts";
import { operationsProcedures } from "./operations/operations-procedures.ts";

export const adminRouter = router({
  auth: anyProcedure.query(async ({ ctx }): Promise<AdminAuth> => {
    const admin = await ctx.adminSession();
    return {
      isAuthenticated: admin !== null,
      username: admin?.username ?? null,
      mustChangePassword: admin?.mustChangePassword ?? false,
    };
  }),

  /** What ages and instants of these pages are counted by, which have no live stream to hear it from. No use of a session. [D53] */
  clock: anyProcedure.query(({ ctx }) => ({ serverTime: toInstant(ctx.deps.clock.now()) })),

  login: publicProcedure.input(AdminLogin).mutation(async ({ ctx, input }): Promise<AdminSignedIn> => {
    const { request, presentedAdminToken: presentedToken } = ctx;
    const { session, mustChangePassword } = answer(await adminSignIn(ctx.deps, { request, presentedToken, input }));
    ctx.setAdminSession(session);
    return { message: "Admin login successful", isAuthenticated: true, mustChangePassword };
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    await adminSignOut(ctx.deps, { request: ctx.request, presentedToken: ctx.presentedAdminToken });
    ctx.setAdminSession(null);
    return { message: "Logged out successfully" };
  }),

  changePassword: adminBeforeChangeProcedure.input(ChangeAdminPassword).mutation(async ({ ctx, input }) => {
    ctx.setAdminSession(answer(await changeAdminPassword(ctx.deps, { ...ctx, input })));
    return { message: "Password updated" };
  }),

  ...adminTwoStepProcedures,
  ...consoleProcedures,
  ...operationsProcedures,
});
