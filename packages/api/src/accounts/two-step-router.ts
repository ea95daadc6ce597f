/** The door of two-step sign-in, as procedures of `auth`: parse, ask one story, answer. [rest-shapes section 9] */
import { ConfirmTwoStep, ProvedByCode, SecondStep, StartTwoStep, type RecoveryCodes } from "@relaydeck/contract/two-step";
import { answer, publicProcedure, userProcedure } from "../procedures.ts";
import { finishSignIn } from "./sign-in-challenge.ts";
import { confirmTwoStep, newRecoveryCodesFor, startTwoStep, switchOffTwoStep, twoStepState } from "./two-step-of-user.ts";

export const twoStepProcedures = {
  twoStep: userProcedure.query(({ ctx }) => twoStepState(ctx.deps, ctx.caller)),

  startTwoStep: userProcedure
    .input(StartTwoStep)
    .mutation(async ({ ctx, input }) => answer(await startTwoStep(ctx.deps, { ...ctx, input }))),

  confirmTwoStep: userProcedure.input(ConfirmTwoStep).mutation(async ({ ctx, input }): Promise<RecoveryCodes> => {
    const recoveryCodes = answer(await confirmTwoStep(ctx.deps, { ...ctx, input }));
    return { recoveryCodes, message: "Two-step sign-in is on" };
  }),

  endTwoStep: userProcedure.input(ProvedByCode).mutation(async ({ ctx, input }) => {
    answer(await switchOffTwoStep(ctx.deps, { ...ctx, input }));
    return { message: "Two-step sign-in is off" };
  }),

  newRecoveryCodes: userProcedure.input(ProvedByCode).mutation(async ({ ctx, input }): Promise<RecoveryCodes> => {
    const recoveryCodes = answer(await newRecoveryCodesFor(ctx.deps, { ...ctx, input }));
    return { recoveryCodes, message: "The old recovery codes no longer work" };
  }),

  /** The code of a sign-in that was begun elsewhere; sign-in by password takes it as `otp` itself. */
  secondStep: publicProcedure.input(SecondStep).mutation(async ({ ctx, input }) => {
    const { request, presentedToken, presentedChallenge: challengeToken, presentedKnownToken: knownToken } = ctx;
    const finishing = { request, presentedToken, challengeToken, knownToken, otp: input.otp };
    const signedIn = answer(await finishSignIn(ctx.deps, finishing));
    ctx.setSession({ token: signedIn.session.token, expiresAt: signedIn.session.expiresAt });
    ctx.setKnownToken(signedIn.knownToken);
    ctx.setChallenge(null);
    return { ...signedIn.user, message: "Login successful" };
  }),
};
