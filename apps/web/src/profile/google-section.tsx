/** Shown to whom it concerns: somebody who signs in with Google, and may do without. */
import { useForm } from "react-hook-form";
import { useLeaving } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";
import { ProfileSection } from "./profile-section.tsx";
import { useProfileWords } from "./profile-words.tsx";
import { ProofField } from "./proof-field.tsx";
import { showFailure, SubmitRow, useOutcome } from "./section-form.tsx";
import { useSignInMethods } from "./use-sign-in-methods.ts";

export function GoogleSection() {
  const words = useProfileWords().google;
  const methods = useSignInMethods();
  if (methods === null || !methods.google) return null;
  return (
    <ProfileSection title={words.title} intro={methods.hasPassword ? words.linked : words.only}>
      {methods.hasPassword && <UnlinkForm />}
    </ProfileSection>
  );
}

function UnlinkForm() {
  const words = useProfileWords();
  const form = useForm({ defaultValues: { currentPassword: "" } });
  const outcome = useOutcome();
  const leaving = useLeaving();
  const utils = trpc.useUtils();
  const unlink = trpc.auth.unlinkGoogle.useMutation({
    onMutate: leaving.begin,
    onSuccess() {
      form.reset();
      outcome.succeed(words.google.done);
      void utils.auth.invalidate();
    },
    onError: (error) => showFailure(form, error, { fields: [], proof: "currentPassword", outcome }),
    onSettled: leaving.cancel,
  });
  const submit = form.handleSubmit((fields) => {
    outcome.clear();
    if (!unlink.isPending) unlink.mutate(fields);
  });
  return (
    <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
      <ProofField error={form.formState.errors.currentPassword?.message} {...form.register("currentPassword")} />
      <SubmitRow kind="secondary" label={words.google.unlink} busy={unlink.isPending && words.saving} outcome={outcome} />
    </form>
  );
}
