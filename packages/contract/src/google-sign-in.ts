/** Sign-in with Google at the doors: how the browser comes back to the sign-in page, and what its pages ask. [D13] */
import * as z from "zod/mini";
import { PresentedPassword } from "./accounts.ts";

/** Where sign-in with Google starts; takes `returnTo`. Both only redirect. */
export const googleStartPath = "/api/auth/google";
/** Where Google sends the browser back to. */
export const googleCallbackPath = "/api/auth/google/callback";

/**
 * Every value of `message` that the server puts into `/login?message=…` after Google. The page has words for each and
 * shows none of the address itself. [GO-1 … GO-5]
 */
export const googleReturns = [
  /** There are no credentials for Google here. */
  "google-not-configured",
  /** The person said no at Google. */
  "google-cancelled",
  /** Too late, a second time, or in a browser that did not ask. */
  "google-expired",
  /** No usable answer from Google. */
  "google-unreachable",
  /** Google does not vouch for the address. */
  "google-unverified",
  /** The address belongs to an account that is linked to somebody else at Google. */
  "google-other-account",
  /** Too many tries from this network address. */
  "google-too-many",
  /** Google's answer is not to be believed. */
  "google-failed",
  /** A local account has this address: its password is asked for once. [GO-4] */
  "link-google",
  /** The account has two-step sign-in on: its code is asked for. [AD-2] */
  "second-step",
] as const;

/** One of `googleReturns`. */
export type GoogleReturn = (typeof googleReturns)[number];

/** Removal of Google sign-in; without the password the sign-in has to be younger than five minutes. [AC-8] */
export const UnlinkGoogle = z.strictObject({ currentPassword: z.optional(PresentedPassword) });
/** Removal of Google sign-in. */
export type UnlinkGoogle = z.infer<typeof UnlinkGoogle>;
