/** Another address: a link goes there, and until it is opened the present one stays. [AC-9] */
import { useForm } from "react-hook-form";
import { useLive } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";
import { TextField } from "../ui/field.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { useProfileWords } from "./profile-words.tsx";
import { ProofField } from "./proof-field.tsx";
import { showFailure, SubmitRow, useOutcome } from "./section-form.tsx";

export function EmailSection() {
  const words = useProfileWords();
  const email = useLive((state) => state.snapshot?.user.email ?? "");
  const form = useForm({ defaultValues: { email: "", currentPassword: "" } });
  const outcome = useOutcome();
  const change = trpc.auth.changeEmail.useMutation({
    onSuccess(_answer, { email: wished }) {
      form.reset();
      outcome.succeed(words.email.sent(wished));
    },
    onError: (error) => showFailure(form, error, { fields: ["email"], proof: "currentPassword", outcome }),
  });
  const submit = form.handleSubmit((fields) => {
    outcome.clear();
    if (!change.isPending) change.mutate({ ...fields, email: fields.email.trim() });
  });
  const { errors } = form.formState;
  return (
    <ProfileSection title={words.email.title} intro={words.email.present(email)}>
      <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.email.wished}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={words.email.hint}
          error={errors.email?.message}
          {...form.register("email", { required: words.email.required })}
        />
        <ProofField error={errors.currentPassword?.message} {...form.register("currentPassword")} />
        <SubmitRow label={words.email.submit} busy={change.isPending && words.email.submitting} outcome={outcome} />
      </form>
    </ProfileSection>
  );
}
