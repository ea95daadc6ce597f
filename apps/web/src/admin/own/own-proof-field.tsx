/** The administrator's current password, where it is asked again; tells password managers whose it is. [PW-6] */
import type { ComponentProps } from "react";
import { PasswordField } from "../../ui/password-field.tsx";
import { useAdminSession } from "../admin-session.ts";
import { useAdminWords } from "../admin-words.ts";

export function OwnProofField(props: Omit<ComponentProps<"input">, "type"> & { error?: string | undefined }) {
  const words = useAdminWords().password;
  const { username } = useAdminSession();
  return (
    <>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label={words.current} autoComplete="current-password" {...props} />
    </>
  );
}
