/** The page behind the link in the mail: choose a new password. Opening it uses nothing up; setting the password does. [ML-2] */
import { useEffect, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { Link, useLocation } from "wouter";
import { leaveNote } from "../app/note.ts";
import { dropToken, useMailedToken } from "../app/mailed-token.ts";
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { messageOfServer } from "../app/server-message.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useCall } from "./calls.tsx";
import { isCode, waitSeconds } from "./failures.ts";
import { showFieldErrors } from "./field-errors.ts";
import { FormFailure, useFormFailure, type FormFailureState } from "./form-failure.tsx";
import { ResetFields, type NewPasswordFields } from "./reset-fields.tsx";

export function ResetPasswordPage() {
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  if (isDone) return <ResetComplete />;
  return token === "" ? <ToForgotPassword /> : <ResetForm token={token} onDone={() => setDone(true)} />;
}

function ResetForm(props: { token: string; onDone: () => void }) {
  const texts = usePublicTexts();
  const form = useForm<NewPasswordFields>({ defaultValues: { newPassword: "", confirmPassword: "" } });
  const failure = useFormFailure();
  const reset = useReset(form, failure, props.onDone);
  const submit = form.handleSubmit(({ newPassword }) => {
    failure.clear();
    reset.run({ token: props.token, newPassword });
  });
  const isSpent = reset.state.is === "failed" && isCode(reset.state.error, "TOKEN_INVALID");
  return (
    <>
      <PageHeading title={texts.reset.title} />
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <ResetFields form={form} />
        <Button type="submit" kind="primary" size="large" busy={reset.isPending && texts.reset.submitting}>
          {texts.reset.submit}
        </Button>
        <FormFailure failure={failure} />
      </form>
      <p className="aside">{isSpent ? <Link href={paths.forgotPassword}>{texts.forgot.again}</Link> : texts.reset.expires}</p>
    </>
  );
}

function useReset(form: UseFormReturn<NewPasswordFields>, failure: FormFailureState, onDone: () => void) {
  const texts = usePublicTexts().reset;
  const toasts = useToasts();
  return useCall((api, input: { token: string; newPassword: string }) => api.auth.resetPassword.mutate(input), {
    onDone() {
      dropToken();
      toasts.show({ title: texts.updatedTitle, tone: "ok" });
      onDone();
    },
    onFailed(error) {
      const body = messageOfServer(error) ?? texts.failedBody;
      toasts.show({ title: texts.failedTitle, body, tone: "bad" });
      const wait = waitSeconds(error);
      if (wait !== null) return failure.wait(wait);
      if (isCode(error, "TOKEN_INVALID")) dropToken();
      if (isCode(error, "PASSWORD_BLOCKED"))
        form.setError("newPassword", { type: "server", message: body }, { shouldFocus: true });
      else if (!showFieldErrors(form, error, ["newPassword"])) failure.say(body);
    },
  });
}

function ResetComplete() {
  const texts = usePublicTexts().reset;
  return (
    <section className="page-message">
      <Icon name="disc-tick" size={40} className="page-icon tone-ok" />
      <PageHeading title={texts.complete} />
      <div className="actions">
        {/* A visit of its own: whoever was signed in here is so no more, and only a new document knows. [ML-5] */}
        <a href={paths.login} {...buttonLook({ kind: "primary", size: "large" })}>
          {texts.signIn}
        </a>
      </div>
    </section>
  );
}

/** Without a token nothing can be set here; the page for a new link says so. */
function ToForgotPassword() {
  const [, navigate] = useLocation();
  useEffect(() => {
    leaveNote("invalid-link");
    navigate(paths.forgotPassword, { replace: true });
  }, [navigate]);
  return null;
}
