import { useForm } from "react-hook-form";
import type { User } from "@relaydeck/contract/accounts";
import { useLive } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";
import { TextField } from "../ui/field.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { useProfileWords } from "./profile-words.tsx";
import { showFailure, SubmitRow, useOutcome } from "./section-form.tsx";

export function NameSection() {
  const words = useProfileWords().name;
  const user = useLive((state) => state.snapshot?.user ?? null);
  return <ProfileSection title={words.title}>{user !== null && <NameForm user={user} />}</ProfileSection>;
}

function NameForm({ user }: { user: User }) {
  const words = useProfileWords();
  const { firstName, lastName } = user;
  const form = useForm({ defaultValues: { firstName, lastName } });
  const outcome = useOutcome();
  const update = trpc.auth.updateProfile.useMutation({
    onSuccess: () => outcome.succeed(words.saved),
    onError: (error) => showFailure(form, error, { fields: ["firstName", "lastName"], outcome }),
  });
  const submit = form.handleSubmit((fields) => {
    outcome.clear();
    if (!update.isPending) update.mutate(fields);
  });
  const { errors } = form.formState;
  return (
    <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="profile-pair">
        <TextField
          label={words.name.firstName}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register("firstName", { validate: (text) => text.trim() !== "" || words.name.firstNameRequired })}
        />
        <TextField
          label={words.name.lastName}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register("lastName", { validate: (text) => text.trim() !== "" || words.name.lastNameRequired })}
        />
      </div>
      <SubmitRow label={words.name.submit} busy={update.isPending && words.saving} outcome={outcome} />
    </form>
  );
}
