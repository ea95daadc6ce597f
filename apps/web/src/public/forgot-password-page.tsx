/** Ask for a link to choose a new password. The answer is the same for every address, and so is what is shown. [AC-4] */
import { useEffect, useEffectEvent, useState, type SubmitEventHandler } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { Link } from "wouter";
import { takeNote } from "../app/note.ts";
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { messageOfServer } from "../app/server-message.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useCall } from "./calls.tsx";
import { waitSeconds } from "./failures.ts";
import { showFieldErrors } from "./field-errors.ts";
import { FormFailure, useFormFailure, type FormFailureState } from "./form-failure.tsx";
import { usePublicWords } from "./public-words.tsx";

interface Fields {
  readonly email: string;
}

export function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false);
  const form = useForm<Fields>({ defaultValues: { email: "" } });
  const failure = useFormFailure();
  const forgot = useForgot(form, failure, () => setSent(true));
  useInvalidLink();
  if (isSent) return <CheckYourEmail onAgain={() => setSent(false)} />;
  const submit = form.handleSubmit(({ email }) => {
    failure.clear();
    forgot.run({ email: email.trim() });
  });
  return <ForgotForm form={form} failure={failure} isPending={forgot.isPending} onSubmit={(event) => void submit(event)} />;
}

interface ForgotFormProps {
  form: UseFormReturn<Fields>;
  failure: FormFailureState;
  isPending: boolean;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
}

function ForgotForm({ form, failure, isPending, onSubmit }: ForgotFormProps) {
  const { forgot: texts, fields, login } = usePublicTexts();
  const words = usePublicWords();
  return (
    <>
      <PageHeading title={texts.title} />
      <form className="form" noValidate onSubmit={onSubmit}>
        <TextField
          label={fields.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          hint={words.forgotHint}
          error={form.formState.errors.email?.message}
          {...form.register("email", { validate: (email) => isAddress(email) || fields.emailInvalid })}
        />
        <Button type="submit" kind="primary" size="large" busy={isPending && texts.submitting}>
          {texts.submit}
        </Button>
        <FormFailure failure={failure} />
      </form>
      <p className="aside">
        {words.remembered} <Link href={paths.login}>{login.submit}</Link>
      </p>
    </>
  );
}

/** Whether it looks like an address at all; the server decides. */
function isAddress(text: string): boolean {
  return /^\S+@\S+\.\S+$/.test(text.trim());
}

function useForgot(form: UseFormReturn<Fields>, failure: FormFailureState, onSent: () => void) {
  const texts = usePublicTexts().forgot;
  const toasts = useToasts();
  return useCall((api, input: Fields) => api.auth.forgotPassword.mutate(input), {
    onDone() {
      toasts.show({ title: texts.sentTitle, body: texts.sentBody, tone: "ok" });
      onSent();
    },
    onFailed(error) {
      if (showFieldErrors(form, error, ["email"])) return;
      const wait = waitSeconds(error);
      const body = messageOfServer(error) ?? texts.failedBody;
      toasts.show({ title: texts.failedTitle, body, tone: "bad" });
      if (wait === null) failure.say(body);
      else failure.wait(wait);
    },
  });
}

function CheckYourEmail(props: { onAgain: () => void }) {
  const texts = usePublicTexts().forgot;
  const words = usePublicWords();
  return (
    <section className="page-message">
      <Icon name="disc-tick" size={40} className="page-icon tone-ok" />
      <PageHeading title={texts.checkEmail} />
      <p className="muted">{texts.sentBody}</p>
      <p className="muted">{words.resetLinkLasts}</p>
      <div className="actions">
        <Button size="large" onClick={props.onAgain}>
          {texts.again}
        </Button>
      </div>
    </section>
  );
}

/** Somebody opened the reset page without a link and was brought here. */
function useInvalidLink(): void {
  const texts = usePublicTexts().reset;
  const toasts = useToasts();
  const arrive = useEffectEvent(() => {
    if (takeNote() === "invalid-link") toasts.show({ title: texts.invalidTitle, body: texts.invalidBody, tone: "bad" });
  });
  useEffect(() => arrive(), []);
}
