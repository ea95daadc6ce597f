/** The form of every change of two-step sign-in: password, code, or both, and what came of it. */
import { useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button, type ButtonKind } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { useTwoStepDoor, type Typed } from "./two-step-door.tsx";
import { twoStepFailure } from "./two-step-failure.ts";
import { ViewFailure } from "./two-step-view.tsx";
import { useTwoStepWords } from "./two-step-words.tsx";

interface TwoStepFormProps {
  /** Password, or a young sign-in. */
  asksProof: boolean;
  /** `app`: only a code of the app will do. */
  asksCode: "app" | "any" | "no";
  submit: { label: string; busy: string; kind?: ButtonKind };
  run: (typed: Typed) => Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}

export function TwoStepForm({ asksProof, asksCode, submit, run, onCancel, children }: TwoStepFormProps) {
  const words = useTwoStepWords();
  const { ProofField } = useTwoStepDoor();
  const form = useForm({ defaultValues: { currentPassword: "", otp: "" } });
  const failure = useFailure();
  const send = form.handleSubmit(async ({ currentPassword, otp }) => {
    failure.clear();
    try {
      await run({ otp, ...(asksProof ? { currentPassword } : {}) });
    } catch (error) {
      const { field, sentence } = failure.explain(error);
      if (field !== "form") form.setError(field, { message: sentence }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="two-step-form" noValidate onSubmit={(event) => void send(event)}>
      {children}
      {asksProof && <ProofField error={errors.currentPassword?.message} {...form.register("currentPassword")} />}
      {asksCode !== "no" && (
        <TextField
          label={asksCode === "app" ? words.code : words.codeOrRecovery}
          {...(asksCode === "app" ? { hint: words.codeHint, inputMode: "numeric" as const } : {})}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.otp?.message}
          {...form.register("otp", { required: words.codeMissing })}
        />
      )}
      <div className="two-step-buttons">
        <Button type="submit" kind={submit.kind ?? "primary"} busy={isSubmitting && submit.busy}>
          {submit.label}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
      <ViewFailure sentence={failure.sentence} />
    </form>
  );
}

/** What no field is to blame for stands under the form and is spoken. */
function useFailure() {
  const words = useTwoStepWords();
  const { hasPassword } = useTwoStepDoor();
  const { pleaseTryAgain } = useTexts();
  const announce = useAnnounce();
  const [sentence, setSentence] = useState<string | null>(null);
  function explain(error: unknown) {
    const failure = twoStepFailure(error, { words, hasPassword, fallback: pleaseTryAgain });
    if (failure.field === "form") {
      setSentence(failure.sentence);
      announce(failure.sentence, { urgent: true });
    }
    return failure;
  }
  return { sentence, explain, clear: () => setSentence(null) };
}
