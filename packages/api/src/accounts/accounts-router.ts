/** The door of accounts: parse, ask one story, answer. Messages are those of rest-shapes section 4. */
import { ForgotPassword, Login, Register, ResendVerification, ResetPassword, VerifyEmail } from "@relaydeck/contract/accounts";
import { refuse } from "@relaydeck/contract/refusals";
import { findUserById } from "@relaydeck/db/accounts/store";
import { tokenProcedures } from "../tokens/tokens-router.ts";
import { answer, publicProcedure, RefusalError, router, userProcedure } from "../procedures.ts";
import { spoken } from "../spoken.ts";
import { forgotPassword } from "./forgot-password.ts";
import { googleProcedures } from "./google-procedures.ts";
import { profileProcedures } from "./profile-procedures.ts";
import { registerUser } from "./register-user.ts";
import { resendVerification } from "./resend-verification.ts";
import { resetPassword } from "./reset-password.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { twoStepProcedures } from "./two-step-router.ts";
import { toUser } from "./user-view.ts";
import { verifyEmail } from "./verify-email.ts";

export const authRouter = router({
  ...tokenProcedures,

  ...profileProcedures,

  me: userProcedure.meta({ program: "read" }).query(async ({ ctx }) => {
    const user = await findUserById(ctx.deps.store.read, ctx.caller.userId);
    if (user === null) throw new RefusalError(refuse("SESSION_REQUIRED").error);
    return toUser(user);
  }),

  register: publicProcedure.input(Register).mutation(async ({ ctx, input }) => {
    const user = answer(await registerUser(ctx.deps, { request: ctx.request, input }));
    return { ...user, message: "Registration successful. Please check your email to verify your account." };
  }),

  login: publicProcedure.input(Login).mutation(async ({ ctx, input }) => {
    const { request, presentedToken, presentedKnownToken: knownToken, presentedGoogleSecret: googleSecret } = ctx;
    const signedIn = answer(await signIn(ctx.deps, { request, presentedToken, knownToken, googleSecret, input }));
    ctx.setSession({ token: signedIn.session.token, expiresAt: signedIn.session.expiresAt });
    ctx.setKnownToken(signedIn.knownToken);
    if (signedIn.googleLinked) ctx.setGoogleSecret(null);
    return { ...signedIn.user, message: "Login successful" };
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    await signOut(ctx.deps, { request: ctx.request, presentedToken: ctx.presentedToken });
    ctx.setSession(null);
    return { message: "Logged out" };
  }),

  verifyEmail: publicProcedure.input(VerifyEmail).mutation(async ({ ctx, input }) => {
    const { alreadyVerified } = answer(await verifyEmail(ctx.deps, { request: ctx.request, token: input.token }));
    return { message: spoken("Email verified successfully", ctx.request), alreadyVerified };
  }),

  resendVerification: publicProcedure.input(ResendVerification).mutation(async ({ ctx, input }) => {
    answer(await resendVerification(ctx.deps, { request: ctx.request, email: input.email }));
    return { message: spoken("If an account with that email needs verification, we've sent a new link.", ctx.request) };
  }),

  forgotPassword: publicProcedure.input(ForgotPassword).mutation(async ({ ctx, input }) => {
    const { request, presentedKnownToken: knownToken } = ctx;
    answer(await forgotPassword(ctx.deps, { request, knownToken, email: input.email }));
    return { message: "If an account with that email exists, we've sent a password reset link." };
  }),

  resetPassword: publicProcedure.input(ResetPassword).mutation(async ({ ctx, input }) => {
    answer(await resetPassword(ctx.deps, { request: ctx.request, input }));
    return { message: "Password updated" };
  }),

  ...twoStepProcedures,

  ...googleProcedures,
});
