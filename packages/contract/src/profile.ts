/** The own account at the doors: what its profile page takes and shows. [rest-shapes sections 4 and 9] */
import * as z from "zod/mini";
import { Email, NewPassword, PresentedPassword } from "./accounts.ts";
import { idGiven, idOf } from "./ids.ts";
import { Instant } from "./instant-schemas.ts";
import { line } from "./text.ts";

/** Body of a change of names. Whatever else an account has is refused by name, never ignored. [AC-7, D16] */
export const UpdateProfile = z.strictObject({
  firstName: z.optional(line({ max: 100, required: "First name is required" })),
  lastName: z.optional(line({ max: 100, required: "Last name is required" })),
});
export type UpdateProfile = z.infer<typeof UpdateProfile>;

/** Proof for a change of how somebody signs in; may be absent while the sign-in is young. [AC-8] */
const currentPassword = z.optional(PresentedPassword);

/** The wish for another address; it counts from the moment its own link is opened. [AC-9] */
export const ChangeEmail = z.strictObject({ email: Email, currentPassword });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

/** The token of the link in the mail to the new address. */
export const ConfirmEmail = z.strictObject({
  token: z
    .string("This link is not valid any more.")
    .check(z.minLength(1, "This link is not valid any more."), z.maxLength(256, "Too long")),
});

/** Also the first password of somebody who signed in with Google so far. */
export const ChangePassword = z.strictObject({ currentPassword, newPassword: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;

/** The end of the own account. */
export const DeleteAccount = z.strictObject({ currentPassword });
export type DeleteAccount = z.infer<typeof DeleteAccount>;

/** One place where somebody is signed in. [SE-6] */
export const Session = z.strictObject({
  id: idOf("session"),
  /** In rough words, such as `Firefox on Linux`. */
  client: z.string(),
  address: z.string(),
  createdAt: Instant,
  /** Exact to the minute. */
  lastUsedAt: Instant,
  /** The session that asks. */
  isThis: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** Names the session to end. */
export const EndSession = z.strictObject({ sessionId: idGiven("session") });

/** How the person signs in, as far as the profile page needs it. */
export const SignInMethods = z.strictObject({
  hasPassword: z.boolean(),
  google: z.boolean(),
  twoStep: z.boolean(),
  /** Until then no password is asked for: the sign-in is proof by itself. Null: ask. [AC-8] */
  provenUntil: z.nullable(Instant),
});
export type SignInMethods = z.infer<typeof SignInMethods>;
