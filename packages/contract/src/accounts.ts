/** Accounts at the doors: who a user is, and what register, sign-in and verification take. [rest-shapes section 4] */
import * as z from "zod/mini";
import { idOf } from "./ids.ts";
import { Instant } from "./instant-schemas.ts";
import { line } from "./text.ts";

/** A person with an account, as shown to that person. Never carries a hash or a token. [D17] */
export const User = z.strictObject({
  id: idOf("user"),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  authProvider: z.enum(["email", "google"]),
  emailVerified: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type User = z.infer<typeof User>;

/** Lower-cased, without outer blanks, at most 254 characters, one plain address and nothing else. [AC-1, ML-8] */
export function emailOrElse(message: string) {
  return z
    .string(message)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(254, message),
      z.regex(
        /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/,
        message,
      ),
    );
}

/** `emailOrElse` in the words of the sign-in pages. */
export const Email = emailOrElse("Please enter a valid email address");

/** Half a character, which has no bytes of its own: two of them would be one password. [PW-1] */
const halfCharacter = /\p{Cs}/u;

/** Code points, not UTF-16 units; kept byte for byte. [PW-1, D18] */
export const NewPassword = z.string().check(
  z.refine((text) => !halfCharacter.test(text), "Password holds half a character"),
  z.refine((text) => [...text].length >= 8, "Password must be at least 8 characters long"),
  z.refine((text) => [...text].length <= 128, "Password must be at most 128 characters long"),
);

/** A password that somebody proves to know: any text. Its length says nothing about being right; what a body may hold bounds it. [D18] */
export const PresentedPassword = z.string();

/** Body of a registration. Names 1 to 100 characters, password 8 to 128 code points. [D18] */
export const Register = z.strictObject({
  email: Email,
  password: NewPassword,
  firstName: line({ max: 100, required: "First name is required" }),
  lastName: line({ max: 100, required: "Last name is required" }),
});
export type Register = z.infer<typeof Register>;

/** Body of a sign-in; `otp` is the code of the second step. */
export const Login = z.strictObject({
  email: Email,
  password: PresentedPassword,
  otp: z.optional(z.string().check(z.maxLength(32))),
});
export type Login = z.infer<typeof Login>;

/** Body of the wish for a new verification link. */
export const ResendVerification = z.strictObject({ email: Email });

/** The token of a verification link. */
export const VerifyEmail = z.strictObject({
  token: z
    .string("No verification token provided")
    .check(z.minLength(1, "No verification token provided"), z.maxLength(256, "Too long")),
});

/** Body of the wish for a reset link. */
export const ForgotPassword = z.strictObject({ email: Email });

/** Body of a reset: the token alone says whose password it is. [ML-3] */
export const ResetPassword = z.strictObject({
  token: z
    .string("This password reset link is invalid or expired.")
    .check(z.minLength(1, "This password reset link is invalid or expired."), z.maxLength(256, "Too long")),
  newPassword: NewPassword,
});
export type ResetPassword = z.infer<typeof ResetPassword>;

/** An answer that is only a sentence. */
export const WithMessage = z.strictObject({ message: z.string() });
/** A user, and the sentence of a successful write. */
export const UserWithMessage = z.extend(User, { message: z.string() });
/** Answer of a verification; repeated within the link's life it says so. [ML-6] */
export const Verified = z.strictObject({ message: z.string(), alreadyVerified: z.boolean() });
