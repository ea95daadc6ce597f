/**
 * The fixed texts of the product document for the pages without a session, as data: what, where, in which state, as what.
 * Ids are those of the document's own list. Below them the things it only describes, in the words chosen here. [A18]
 */
import type { StateName } from "./public-states.ts";

/** As what a person meets it; `toast`: its title, then its text; `field`: the sentence under a field; `part`: within a sentence. */
export type Shape = "button" | "heading" | "toast" | "page" | "part" | "field" | "label" | "placeholder";

export interface PublicText {
  readonly id: string;
  readonly text: string;
  readonly as: Shape;
  readonly in: readonly StateName[];
}

/** Where the server says nothing, whether because no answer came or because something else answered. */
const wordless = (on: "login" | "register" | "forgot" | "reset") =>
  ({ as: "toast", in: [`${on}, no answer`, `${on}, answer without a word`] }) as const;

export const fixedTexts: readonly PublicText[] = [
  { id: "landing-sign-in", text: "Sign In", as: "button", in: ["landing"] },
  { id: "landing-get-started", text: "Get Started", as: "button", in: ["landing"] },
  { id: "landing-card-real-time-control", text: "Real-time Control", as: "heading", in: ["landing"] },
  { id: "landing-card-secure-access", text: "Secure Access", as: "heading", in: ["landing"] },
  { id: "landing-card-easy-setup", text: "Easy Setup", as: "heading", in: ["landing"] },
  { id: "landing-how-it-works", text: "How it Works", as: "heading", in: ["landing"] },
  { id: "landing-open-demo", text: "Try the demo, no account", as: "button", in: ["landing"] },
  { id: "login-google", text: "Continue with Google", as: "button", in: ["login", "register"] },
  { id: "login-success-title", text: "Login Successful", as: "toast", in: ["login, signed in"] },
  { id: "login-success-body", text: "Welcome back to Relaydeck!", as: "toast", in: ["login, signed in"] },
  { id: "login-invalid-title", text: "Invalid Credentials", as: "toast", in: ["login, wrong password"] },
  { id: "login-invalid-body", text: "Please check your email and password.", as: "toast", in: ["login, wrong password"] },
  { id: "login-failed-title", text: "Login Failed", ...wordless("login") },
  { id: "login-failed-body", text: "Please try again.", ...wordless("login") },
  { id: "login-resend-failed-title", text: "Failed to Send Email", as: "toast", in: ["login, resend fails"] },
  { id: "login-resend-failed-body", text: "Please try again.", as: "toast", in: ["login, resend fails"] },
  { id: "register-failed-title", text: "Registration Failed", ...wordless("register") },
  { id: "register-failed-body", text: "Please try again.", ...wordless("register") },
  { id: "verify-continue", text: "Continue to Login", as: "button", in: ["verify, done", "verify, once more"] },
  { id: "verify-failed", text: "Verification failed", as: "page", in: ["verify, answer without a word"] },
  { id: "verify-failed-request", text: "Failed to verify email. Please try again.", as: "page", in: ["verify, no answer"] },
  { id: "verify-resend", text: "Resend Verification Email", as: "button", in: ["verify, refused", "verify, no token"] },
  { id: "verify-register-again", text: "Register Again", as: "button", in: ["verify, refused", "verify, no token"] },
  { id: "verify-back-home", text: "Back to Home", as: "button", in: ["verify, refused", "verify, no token"] },
  { id: "verify-no-token", text: "No verification token provided", as: "page", in: ["verify, no token"] },
  { id: "verify-no-email", text: "No email address found. Please register again.", as: "page", in: ["verify, nobody known"] },
  { id: "verify-resend-failed", text: "Failed to resend verification email", as: "page", in: ["verify, resend fails"] },
  { id: "forgot-email-invalid", text: "Please enter a valid email address", as: "field", in: ["forgot, no address"] },
  { id: "forgot-check-email", text: "Check Your Email", as: "heading", in: ["forgot, sent"] },
  { id: "forgot-success-title", text: "Reset link sent", as: "toast", in: ["forgot, sent"] },
  {
    id: "forgot-success-body",
    text: "If an account with that email exists, we've sent a password reset link.",
    as: "toast",
    in: ["forgot, sent"],
  },
  { id: "forgot-failed-title", text: "Error", ...wordless("forgot") },
  { id: "forgot-failed-body", text: "Failed to send password reset email", ...wordless("forgot") },
  { id: "reset-too-short", text: "Password must be at least 8 characters long", as: "field", in: ["reset, too short"] },
  { id: "reset-mismatch", text: "Passwords don't match", as: "field", in: ["reset, typed differently"] },
  { id: "reset-invalid-link-title", text: "Invalid Link", as: "toast", in: ["reset, no token"] },
  {
    id: "reset-invalid-link-body",
    text: "This password reset link is invalid or expired.",
    as: "toast",
    in: ["reset, no token"],
  },
  { id: "reset-failed-title", text: "Reset Failed", ...wordless("reset") },
  { id: "reset-failed-body", text: "Failed to reset password. The link may be expired.", ...wordless("reset") },
  { id: "reset-success-title", text: "Password Updated", as: "toast", in: ["reset, done"] },
  { id: "reset-complete", text: "Password Reset Complete", as: "heading", in: ["reset, done"] },
  { id: "not-found", text: "404 Page Not Found", as: "heading", in: ["404"] },
];

/** What the document describes without giving words; and sentences of the server, where it says that these are shown. */
export const describedTexts: readonly PublicText[] = [
  { id: "landing-three-steps", text: "Sign in", as: "heading", in: ["landing"] },
  { id: "landing-three-steps", text: "Register a device serial number", as: "heading", in: ["landing"] },
  { id: "landing-three-steps", text: "Control relays", as: "heading", in: ["landing"] },
  {
    id: "landing-own-devices",
    text: "You can only access and control your own registered devices.",
    as: "page",
    in: ["landing"],
  },
  { id: "login-links", text: "Forgot your password?", as: "button", in: ["login"] },
  { id: "login-links", text: "Create an account", as: "button", in: ["login"] },
  { id: "login-fields", text: "Email", as: "label", in: ["login"] },
  { id: "login-fields", text: "Password", as: "label", in: ["login"] },
  { id: "login-fields", text: "Sign in", as: "button", in: ["login"] },
  {
    id: "login-verify-notice",
    text: "Please verify your email. We sent a link to {email}.",
    as: "page",
    in: ["login, not verified", "login, after registration"],
  },
  { id: "login-verify-notice", text: "Resend email", as: "button", in: ["login, not verified", "login, after registration"] },
  { id: "login-verify-server-message", text: "verify your email", as: "part", in: ["login, not verified"] },
  { id: "login-resend-success", text: "Sent. You can resend in ", as: "part", in: ["login, resent"] },
  { id: "google-not-configured", text: "Google sign-in is not available here.", as: "page", in: ["login, no Google"] },
  { id: "register-password-placeholder", text: "Minimum 8 characters", as: "placeholder", in: ["register"] },
  { id: "register-external", text: "Continue with Google", as: "button", in: ["register"] },
  { id: "register-sign-in-link", text: "Sign in", as: "button", in: ["register"] },
  { id: "register-fields", text: "First name", as: "label", in: ["register"] },
  { id: "register-fields", text: "Last name", as: "label", in: ["register"] },
  { id: "register-fields", text: "Email", as: "label", in: ["register"] },
  { id: "register-fields", text: "Password", as: "label", in: ["register"] },
  {
    id: "register-success",
    text: "Please verify your email. We sent a link to {email}.",
    as: "page",
    in: ["login, after registration"],
  },
  { id: "verify-loading", text: "Verifying your email…", as: "page", in: ["verify, loading"] },
  { id: "verify-already", text: "Already verified.", as: "page", in: ["verify, once more"] },
  { id: "forgot-send-another", text: "Send another link", as: "button", in: ["forgot, sent"] },
  { id: "reset-expires", text: "This link expires 1 hour after it was sent.", as: "page", in: ["reset"] },
];

const mostCommon = "This password is one of the most common ones. Choose another one.";

/** What the server says where its own sentence is to be shown. */
export const serverTexts: readonly PublicText[] = [
  { id: "register-taken", text: "Registration Failed", as: "toast", in: ["register, address taken"] },
  { id: "register-taken", text: "An account with this email already exists", as: "toast", in: ["register, address taken"] },
  { id: "register-blocked", text: "Registration Failed", as: "toast", in: ["register, known password"] },
  { id: "register-blocked", text: mostCommon, as: "toast", in: ["register, known password"] },
  { id: "register-blocked", text: mostCommon, as: "field", in: ["register, known password"] },
  { id: "verify-done", text: "Email verified successfully", as: "page", in: ["verify, done", "verify, after no answer"] },
  { id: "verify-refused", text: "This verification link is invalid or expired.", as: "page", in: ["verify, refused"] },
  { id: "reset-refused", text: "Reset Failed", as: "toast", in: ["reset, refused"] },
  { id: "reset-refused", text: "This password reset link is invalid or expired.", as: "toast", in: ["reset, refused"] },
];
