/** An administrator's sign-in at the doors: apart from users in everything. [D22, AD-2, rest-shapes section 7] */
import * as z from "zod/mini";
import { NewPassword, PresentedPassword } from "./accounts.ts";
import { adminPasswordMin } from "./admin-bounds.ts";
import { line } from "./text.ts";

/** Kept and compared as given, but for outer blanks. [D18] */
export const AdminUsername = line({ max: 64, required: "Username is required" });

/** Code points; other bounds as of every new password. [PW-1, D18] */
export const NewAdminPassword = NewPassword.check(
  z.refine(
    (text) => [...text].length >= adminPasswordMin,
    `Password must be at least ${adminPasswordMin} characters long for administrators`,
  ),
);

/** Body of a sign-in; `otp` is the code of the second step. */
export const AdminLogin = z.strictObject({
  username: AdminUsername,
  password: PresentedPassword,
  otp: z.optional(z.string().check(z.maxLength(32))),
});
export type AdminLogin = z.infer<typeof AdminLogin>;

/** Answer of a sign-in. */
export const AdminSignedIn = z.strictObject({
  message: z.string(),
  isAuthenticated: z.literal(true),
  /** The password was generated: nothing else opens before it is changed. */
  mustChangePassword: z.boolean(),
});
export type AdminSignedIn = z.infer<typeof AdminSignedIn>;

/** Who administers in this browser, if anybody. */
export const AdminAuth = z.strictObject({
  isAuthenticated: z.boolean(),
  username: z.nullable(z.string()),
  mustChangePassword: z.boolean(),
});
export type AdminAuth = z.infer<typeof AdminAuth>;

/** Body of a change of the own password. */
export const ChangeAdminPassword = z.strictObject({ currentPassword: PresentedPassword, newPassword: NewAdminPassword });
export type ChangeAdminPassword = z.infer<typeof ChangeAdminPassword>;
