/**
 * The current password, in the place where it is needed. Somebody without one proves themselves by a young sign-in, and
 * is told so here. [AC-8] Takes all props of `input`, so that a form library can register it as `currentPassword`.
 * Tells password managers whose password it is, and whose a new one in the same form will be. [PW-6]
 */
import type { ComponentProps } from "react";
import { useLive } from "../app/client.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useProfileWords } from "./profile-words.tsx";
import { useSignInMethods } from "./use-sign-in-methods.ts";

export function ProofField(props: Omit<ComponentProps<"input">, "type"> & { error?: string | undefined }) {
  const words = useProfileWords().proof;
  const methods = useSignInMethods();
  const account = useLive((state) => state.snapshot?.user.email ?? "");
  return (
    <>
      <input type="email" autoComplete="username" value={account} readOnly hidden />
      {methods !== null && !methods.hasPassword ? (
        <p className="field-hint proof-note">
          {props.error ?? (methods.provenUntil === null ? words.signInAgain : words.youngSignIn)}
        </p>
      ) : (
        <PasswordField label={words.currentPassword} autoComplete="current-password" {...props} />
      )}
    </>
  );
}
