/** A new password of 15 characters or more. The server ends all other sessions with it and gives this browser a new one. [AD-2, PW-3] */
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { useLocation } from "wouter";
import { adminPasswordMin } from "@relaydeck/contract/admin-bounds";
import { paths } from "../../app/paths.ts";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { SubmitRow, useOutcome, type Outcome } from "../../profile/section-form.tsx";
import { isCode } from "../../public/failures.ts";
import { showFieldErrors } from "../../public/field-errors.ts";
import { LengthRule } from "../../ui/length-rule.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useAdminSession } from "../admin-session.ts";
import { useAdminWords } from "../admin-words.ts";
import { OwnProofField } from "./own-proof-field.tsx";

const noFields = { currentPassword: "", newPassword: "" };
type Fields = typeof noFields;

export function OwnPassword() {
  const words = useAdminWords().password;
  const form = useForm({ defaultValues: noFields });
  const outcome = useOutcome();
  const done = useDone(outcome);
  const explain = useExplained(form, outcome);
  const change = trpc.admin.changePassword.useMutation({
    onSuccess() {
      form.reset();
      void done();
    },
    onError: explain,
  });
  const submit = form.handleSubmit((fields) => {
    outcome.clear();
    if (!change.isPending) change.mutate(fields);
  });
  const { errors } = form.formState;
  const newPassword = useWatch({ control: form.control, name: "newPassword" });
  return (
    <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
      <OwnProofField
        error={errors.currentPassword?.message}
        {...form.register("currentPassword", { required: words.currentRequired })}
      />
      <PasswordField
        label={words.wished}
        autoComplete="new-password"
        hint={<LengthRule met={isLongEnough(newPassword)} words={words} />}
        error={errors.newPassword?.message}
        {...form.register("newPassword", { validate: (text) => isLongEnough(text) || words.tooShort })}
      />
      <SubmitRow label={words.submit} busy={change.isPending && words.submitting} outcome={outcome} />
    </form>
  );
}

/** After a generated password everything is open, so the way leads on. */
function useDone(outcome: Outcome): () => Promise<void> {
  const words = useAdminWords().password;
  const { mustChangePassword } = useAdminSession();
  const utils = trpc.useUtils();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  return async () => {
    await utils.admin.auth.invalidate();
    if (!mustChangePassword) return outcome.succeed(words.done);
    toasts.show({ title: words.done, tone: "ok" });
    navigate(paths.adminDashboard, { replace: true });
  };
}

function useExplained(form: UseFormReturn<Fields>, outcome: Outcome): (error: unknown) => void {
  const words = useAdminWords().password;
  return (error) => {
    const say = (field: keyof Fields, message: string) =>
      form.setError(field, { type: "server", message }, { shouldFocus: true });
    if (isCode(error, "INVALID_ADMIN_CREDENTIALS")) say("currentPassword", words.currentWrong);
    else if (isCode(error, "PASSWORD_BLOCKED")) say("newPassword", messageOfServer(error) ?? words.tooShort);
    else if (!showFieldErrors(form, error, ["newPassword"])) outcome.fail(error);
  };
}

/** Counted in code points, as the server does. [PW-1] */
function isLongEnough(password: string): boolean {
  return [...password].length >= adminPasswordMin;
}
