/** The door of an administrator's two-step sign-in, as procedures of `admin`: parse, ask one story, answer. */
import { ConfirmTwoStep, ProvedByCode, StartTwoStep, type RecoveryCodes } from "@relaydeck/contract/two-step";
import { answer } from "../procedures.ts";
import { adminProcedure } from "./admin-procedure.ts";
import {
  adminTwoStepState,
  confirmAdminTwoStep,
  endAdminTwoStep,
  newAdminRecoveryCodes,
  startAdminTwoStep,
} from "./admin-two-step.ts";

export const adminTwoStepProcedures = {
  twoStep: adminProcedure.query(({ ctx }) => adminTwoStepState(ctx.deps, ctx.admin)),

  startTwoStep: adminProcedure
    .input(StartTwoStep)
    .mutation(async ({ ctx, input }) => answer(await startAdminTwoStep(ctx.deps, { ...ctx, input }))),

  confirmTwoStep: adminProcedure.input(ConfirmTwoStep).mutation(async ({ ctx, input }): Promise<RecoveryCodes> => {
    const recoveryCodes = answer(await confirmAdminTwoStep(ctx.deps, { ...ctx, input }));
    return { recoveryCodes, message: "Two-step sign-in is on" };
  }),

  endTwoStep: adminProcedure.input(ProvedByCode).mutation(async ({ ctx, input }) => {
    answer(await endAdminTwoStep(ctx.deps, { ...ctx, input }));
    return { message: "Two-step sign-in is off" };
  }),

  newRecoveryCodes: adminProcedure.input(ProvedByCode).mutation(async ({ ctx, input }): Promise<RecoveryCodes> => {
    const recoveryCodes = answer(await newAdminRecoveryCodes(ctx.deps, { ...ctx, input }));
    return { recoveryCodes, message: "The old recovery codes no longer work" };
  }),
};
