import { useWatch, type UseFormReturn } from "react-hook-form";
import type { Register } from "@relaydeck/contract/accounts";
import { usePublicTexts } from "../texts/texts.tsx";
import { TextField } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { isLongEnough, PasswordHint } from "./password-hint.tsx";

export function RegisterFields(props: { form: UseFormReturn<Register> }) {
  const { control, register, formState } = props.form;
  const { errors } = formState;
  const texts = usePublicTexts().fields;
  const password = useWatch({ control, name: "password" });
  return (
    <>
      <div className="form-pair">
        <TextField
          label={texts.firstName}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register("firstName", { required: texts.firstNameRequired })}
        />
        <TextField
          label={texts.lastName}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register("lastName", { required: texts.lastNameRequired })}
        />
      </div>
      <TextField
        label={texts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register("email", { required: texts.emailRequired })}
      />
      <PasswordField
        label={texts.password}
        autoComplete="new-password"
        placeholder={texts.passwordPlaceholder}
        hint={<PasswordHint password={password} />}
        error={errors.password?.message}
        {...register("password", {
          required: texts.passwordRequired,
          validate: (value) => isLongEnough(value) || texts.passwordTooShort,
        })}
      />
    </>
  );
}
