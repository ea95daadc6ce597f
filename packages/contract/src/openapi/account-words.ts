/** Accounts: register, verify, sign in and out, the own profile. [rest-shapes section 4] */
import type { CallWords } from "./call-words.ts";
import { user } from "./examples.ts";

const email = user.email;
const password = "three blue boats sail";
const token = "k3V0d1JmT2xhS2VxYnpQd0x1c1ZyWmF0";

/** By method and path. */
export const accountWords: Readonly<Record<string, CallWords>> = {
  "POST /api/auth/register": {
    summary: "Register an account",
    description:
      "Makes an unverified account and mails the link that verifies it. Opens no session. An address that was registered but never verified is answered like a new one.",
    refusals: ["EMAIL_TAKEN", "PASSWORD_BLOCKED"],
    body: { email, password, firstName: "Maria", lastName: "Lind" },
    answer: {
      ...user,
      emailVerified: false,
      message: "Registration successful. Please check your email to verify your account.",
    },
  },
  "POST /api/auth/login": {
    summary: "Sign in",
    description:
      "Where two-step sign-in is on, the answer is 401 SECOND_FACTOR_REQUIRED: send the same again with the code of the authenticator app, or a recovery code, as `otp`.",
    refusals: ["INVALID_CREDENTIALS", "SECOND_FACTOR_REQUIRED", "EMAIL_NOT_VERIFIED"],
    body: { email, password },
    answer: { ...user, message: "Login successful" },
    signsIn: "session",
  },
  "POST /api/auth/logout": {
    summary: "Sign out",
    description: "Ends the session and its live streams. Answers the same without a session.",
    answer: { message: "Logged out" },
  },
  "GET /api/auth/user": {
    summary: "Who is signed in",
    description: "The person of the session, or of the token's maker.",
    token: "read",
    answer: user,
  },
  "PATCH /api/auth/user": {
    summary: "Change the own names",
    description: "Nothing else of an account changes here: any other field is refused by name.",
    body: { firstName: "Maria" },
    answer: { ...user, message: "Profile updated" },
  },
  "POST /api/resend-verification": {
    summary: "Mail the verification link again",
    description: "Answers the same whether there is such an account or not.",
    body: { email },
    answer: { message: "If an account with that email needs verification, we've sent a new link." },
  },
  "POST /api/forgot-password": {
    summary: "Mail a link to set a new password",
    description: "Answers the same whether there is such an account or not. The link holds for an hour and works once.",
    body: { email },
    answer: { message: "If an account with that email exists, we've sent a password reset link." },
  },
  "POST /api/reset-password": {
    summary: "Set a new password by the mailed link",
    description: "Ends all sessions of the account and opens none.",
    refusals: ["TOKEN_INVALID", "PASSWORD_BLOCKED"],
    body: { token, newPassword: password },
    answer: { message: "Password updated" },
  },
  "GET /api/verify-email": {
    summary: "Verify an address by the mailed link",
    description: "The link holds for 24 hours; used again within them it answers 200 with `alreadyVerified: true`.",
    refusals: ["TOKEN_INVALID"],
    query: { token: "The token of the link." },
    answer: { message: "Email verified successfully", alreadyVerified: false },
  },
};
