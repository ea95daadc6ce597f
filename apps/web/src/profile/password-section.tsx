/**
 * A new password. The server ends every session with it, this one too, and gives this browser a new one; so the stream is
 * closed before the call and opened again after it, with the new cookie. [AC-8, SE-2]
 */
import { useForm, useWatch } from "react-hook-form";
import { useLeaving } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";
import { LengthRule } from "../ui/length-rule.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { useProfileWords } from "./profile-words.tsx";
import { ProofField } from "./proof-field.tsx";
import { showFailure, SubmitRow, useOutcome } from "./section-form.tsx";
import { useSignInMethods } from "./use-sign-in-methods.ts";

const noFields = { currentPassword: "", newPassword: "" };

export function PasswordSection() {
  const words = useProfileWords();
  const methods = useSignInMethods();
  const form = useForm({ defaultValues: noFields });
  const outcome = useOutcome();
  const leaving = useLeaving();
  const utils = trpc.useUtils();
  const change = trpc.auth.changePassword.useMutation({
    onMutate: leaving.begin,
    onSuccess() {
      form.reset();
      outcome.succeed(words.password.done);
      void utils.auth.sessions.invalidate();
      void utils.auth.signInMethods.invalidate();
    },
    onError: (error) =>
      showFailure(form, error, { fields: ["newPassword"], proof: "currentPassword", blocked: "newPassword", outcome }),
    onSettled: leaving.cancel,
  });
  const submit = form.handleSubmit((fields) => {
    outcome.clear();
    if (!change.isPending) change.mutate(fields);
  });
  const { errors } = form.formState;
  const newPassword = useWatch({ control: form.control, name: "newPassword" });
  return (
    <ProfileSection
      title={words.password.title}
      intro={methods?.hasPassword === false ? words.password.none : words.password.intro}
    >
      <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
        <ProofField error={errors.currentPassword?.message} {...form.register("currentPassword")} />
        <PasswordField
          label={words.password.wished}
          autoComplete="new-password"
          hint={
            <LengthRule met={isLongEnough(newPassword)} words={{ ...words.password, advice: words.password.longerIsBetter }} />
          }
          error={errors.newPassword?.message}
          {...form.register("newPassword", { validate: (text) => isLongEnough(text) || words.password.tooShort })}
        />
        <SubmitRow label={words.password.submit} busy={change.isPending && words.saving} outcome={outcome} />
      </form>
    </ProfileSection>
  );
}

/** Counted in code points, as the server does. [PW-1] */
function isLongEnough(password: string): boolean {
  return [...password].length >= 8;
}
