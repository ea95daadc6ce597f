/** The end of the account, behind a dialog that says what goes and asks for the address to be typed. */
import { useRef, useState, type RefObject } from "react";
import { useForm } from "react-hook-form";
import { useLeaving, useLive } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDiscarding } from "../ui/discard-question.tsx";
import { TextField } from "../ui/field.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { useProfileWords } from "./profile-words.tsx";
import { ProofField } from "./proof-field.tsx";
import { OutcomeLine, showFailure, useOutcome } from "./section-form.tsx";
import { useForgetAndGo } from "./use-leave.ts";

const formId = "delete-account";

export function DeleteSection() {
  const words = useProfileWords().deletion;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <ProfileSection title={words.title} intro={words.intro}>
      <div className="submit-row">
        <Button ref={opener} kind="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {words.open}
        </Button>
      </div>
      {isOpen && <DeleteDialog openedFrom={opener} onClose={() => setOpen(false)} />}
    </ProfileSection>
  );
}

interface DeleteDialogProps {
  openedFrom: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function DeleteDialog({ openedFrom, onClose }: DeleteDialogProps) {
  const words = useProfileWords().deletion;
  const email = useLive((state) => state.snapshot?.user.email ?? "");
  const form = useForm({ defaultValues: { typed: "", currentPassword: "" } });
  const outcome = useOutcome();
  const leaving = useLeaving();
  const forgetAndGo = useForgetAndGo();
  const remove = trpc.auth.deleteAccount.useMutation({
    onMutate: leaving.begin,
    onSuccess: () => forgetAndGo("account-deleted"),
    onError(error) {
      leaving.cancel();
      showFailure(form, error, { fields: [], proof: "currentPassword", outcome });
    },
  });
  const submit = form.handleSubmit(({ currentPassword }) => {
    outcome.clear();
    if (!remove.isPending) remove.mutate({ currentPassword });
  });
  const isSame = (typed: string) => typed.trim().toLowerCase() === email;
  const { errors, isDirty } = form.formState;
  const { guard, question } = useDiscarding(isDirty);
  const actions = question ?? (
    <>
      <Button onClick={onClose}>{words.keep}</Button>
      <Button type="submit" form={formId} kind="danger" busy={(remove.isPending || remove.isSuccess) && words.submitting}>
        {words.submit}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : guard(onClose))}
      openedFrom={openedFrom}
      title={words.dialogTitle}
      description={words.warning}
      actions={actions}
    >
      <form id={formId} className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.typeEmail(email)}
          type="email"
          autoComplete="off"
          error={errors.typed?.message}
          {...form.register("typed", { validate: (typed) => isSame(typed) || words.notSame })}
        />
        <ProofField error={errors.currentPassword?.message} {...form.register("currentPassword")} />
        <OutcomeLine outcome={outcome} />
      </form>
    </Dialog>
  );
}
