/**
 * The current password, in the place where it is needed. Somebody without one proves themselves by a young sign-in, and
 * is told so here. [AC-8] Takes all props of `input`, so that a form library can register it as `currentPassword`.
 */
import type { ComponentProps } from "react";
import { PasswordField } from "../ui/password-field.tsx";
import { useProfileWords } from "./profile-words.tsx";
import { useSignInMethods } from "./use-sign-in-methods.ts";

export function ProofField(props: Omit<ComponentProps<"input">, "type"> & { error?: string | undefined }) {
  const words = useProfileWords().proof;
  const methods = useSignInMethods();
  if (methods !== null && !methods.hasPassword)
    return (
      <p className="field-hint proof-note">
        {props.error ?? (methods.provenUntil === null ? words.signInAgain : words.youngSignIn)}
      </p>
    );
  return <PasswordField label={words.currentPassword} autoComplete="current-password" {...props} />;
}
