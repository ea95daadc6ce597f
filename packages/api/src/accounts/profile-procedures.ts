/** The own account's part of the `auth` router: parse, ask one story, answer. None of it is for a program's token. [rest-shapes section 9] */
import { ChangeEmail, ChangePassword, ConfirmEmail, DeleteAccount, EndSession, UpdateProfile } from "@relaydeck/contract/profile";
import { answer, userProcedure } from "../procedures.ts";
import { confirmEmail } from "./change-email-confirm.ts";
import { changeEmail } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import { deleteAccount } from "./delete-account.ts";
import { signInMethods } from "./profile-sign-in-methods.ts";
import { updateProfile } from "./profile-update.ts";
import { endSession, endSessions, listSessions } from "./session-list.ts";

export const profileProcedures = {
  updateProfile: userProcedure.input(UpdateProfile).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    return { ...answer(await updateProfile(deps, { caller, request, input })), message: "Profile updated" };
  }),

  changeEmail: userProcedure.input(ChangeEmail).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    answer(await changeEmail(deps, { caller, request, input }));
    return { message: `We sent a link to ${input.email}. Your address changes when you open it.` };
  }),

  confirmEmail: userProcedure.input(ConfirmEmail).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    const user = answer(await confirmEmail(deps, { caller, request, token: input.token }));
    return { ...user, message: "Email address changed" };
  }),

  changePassword: userProcedure.input(ChangePassword).mutation(async ({ ctx, input }) => {
    const { deps, caller, request, presentedKnownToken: knownToken } = ctx;
    const opened = answer(await changePassword(deps, { caller, request, knownToken, input }));
    ctx.setSession({ token: opened.session.token, expiresAt: opened.session.expiresAt });
    ctx.setKnownToken(opened.knownToken);
    return { message: "Password updated" };
  }),

  deleteAccount: userProcedure.input(DeleteAccount).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    const id = answer(await deleteAccount(deps, { caller, request, input }));
    ctx.setSession(null);
    return { id, message: "Account deleted" };
  }),

  signInMethods: userProcedure.query(async ({ ctx }) => answer(await signInMethods(ctx.deps, ctx.caller))),

  sessions: userProcedure.query(({ ctx }) => listSessions(ctx.deps, ctx.caller)),

  endSession: userProcedure.input(EndSession).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    const { id } = answer(await endSession(deps, { caller, request, sessionId: input.sessionId }));
    if (id === caller.sessionId) ctx.setSession(null);
    return { id, message: "Signed out there" };
  }),

  endOtherSessions: userProcedure.mutation(async ({ ctx }) => {
    const { deps, caller, request, presentedKnownToken: knownToken } = ctx;
    const ended = await endSessions(deps, { caller, request, knownToken, keepThis: true });
    return { message: "Signed out everywhere else", ended };
  }),

  /** This session too. */
  endAllSessions: userProcedure.mutation(async ({ ctx }) => {
    const { deps, caller, request, presentedKnownToken: knownToken } = ctx;
    const ended = await endSessions(deps, { caller, request, knownToken, keepThis: false });
    ctx.setSession(null);
    return { message: "Signed out everywhere", ended };
  }),
};
