import { useWatch, type UseFormReturn } from "react-hook-form";
import { usePublicTexts } from "../texts/texts.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { isLongEnough, PasswordHint } from "./password-hint.tsx";

export interface NewPasswordFields {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** A new password, twice; both for the password manager's own suggestion. [PW-6] */
export function ResetFields(props: { form: UseFormReturn<NewPasswordFields> }) {
  const { control, register, formState } = props.form;
  const { errors } = formState;
  const texts = usePublicTexts().fields;
  const newPassword = useWatch({ control, name: "newPassword" });
  return (
    <>
      <PasswordField
        label={texts.newPassword}
        autoComplete="new-password"
        placeholder={texts.passwordPlaceholder}
        hint={<PasswordHint password={newPassword} />}
        error={errors.newPassword?.message}
        {...register("newPassword", { validate: (value) => isLongEnough(value) || texts.passwordTooShort })}
      />
      <PasswordField
        label={texts.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword", { validate: (value, all) => value === all.newPassword || texts.passwordsDiffer })}
      />
    </>
  );
}
