/** Two-step sign-in at the doors: setting it up, its codes, switching it off. [AD-2, rest-shapes section 9] */
import * as z from "zod/mini";
import { PresentedPassword } from "./accounts.ts";
import { Instant } from "./instant-schemas.ts";

/** Digits of a one-time code. */
export const codeDigits = 6;
/** Recovery codes handed out at once; each works once. */
export const recoveryCodeCount = 10;

/** A code as somebody typed it, blanks and hyphens included: of the app, or a recovery code. */
const TypedCode = z
  .string("Enter the code from your authenticator app")
  .check(z.minLength(1, "Enter the code from your authenticator app"), z.maxLength(32, "Too long"));

/** Needed unless the sign-in is younger than five minutes; wrong when given wrongly. [AC-8] */
const CurrentPassword = z.optional(PresentedPassword);

/** Body of the wish to set it up. */
export const StartTwoStep = z.strictObject({ currentPassword: CurrentPassword });
export type StartTwoStep = z.infer<typeof StartTwoStep>;

/** Body of the first code, which switches it on. */
export const ConfirmTwoStep = z.strictObject({ otp: TypedCode });
/** Body of the second step of a sign-in that was begun elsewhere, such as at Google. */
export const SecondStep = z.strictObject({ otp: TypedCode });

/** Body of switching it off, and of asking for new recovery codes. */
export const ProvedByCode = z.strictObject({ currentPassword: CurrentPassword, otp: TypedCode });
export type ProvedByCode = z.infer<typeof ProvedByCode>;

/** How things are. */
export const TwoStepState = z.strictObject({
  isOn: z.boolean(),
  /** Null while it is off. */
  onSince: z.nullable(Instant),
  recoveryCodesLeft: z.number(),
});
export type TwoStepState = z.infer<typeof TwoStepState>;

/** What an authenticator app needs; shown once, and worth nothing until it is confirmed by a code. */
export const TwoStepSetUp = z.strictObject({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a picture. */
  uri: z.string(),
  expiresAt: Instant,
});
export type TwoStepSetUp = z.infer<typeof TwoStepSetUp>;

/** New recovery codes, shown once. All earlier ones are void. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()), message: z.string() });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
