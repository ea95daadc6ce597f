/** Sign in with email and password. What the address says (`message`, `returnTo`) is only ever shown or checked, never believed. */
import { useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { Link, useSearchParams } from "wouter";
import type { Login } from "@relaydeck/contract/accounts";
import { useGoTo } from "../app/go-to.ts";
import { paths } from "../app/paths.ts";
import { returnPath } from "../app/return-to.ts";
import { PageHeading } from "../app/page.tsx";
import { useSession } from "../app/session.tsx";
import { usePublicTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useCall } from "./calls.tsx";
import { CodeStep } from "./code-step.tsx";
import type { FirstProof } from "./first-proof.ts";
import { isCodeAsked, mustVerifyEmail } from "./failures.ts";
import { showFieldErrors } from "./field-errors.ts";
import { FormFailure, useFormFailure } from "./form-failure.tsx";
import { GoogleButton } from "./google-button.tsx";
import { LoginMessage } from "./login-message.tsx";
import { useLoginFailure } from "./login-failure.ts";
import { keepPendingEmail, pendingEmail } from "./pending-email.ts";
import { usePendingLink } from "./pending-link.ts";

const VerifyNotice = lazyPart(async () => (await import("./resend-email.tsx")).VerifyNotice);

type Fields = Pick<Login, "email" | "password">;

/** One page in two steps: who asks, and, where two-step sign-in is on, the code. */
export function LoginPage() {
  const [search] = useSearchParams();
  const [proof, setProof] = useState<FirstProof | null>(search.get("message") === "second-step" ? { by: "elsewhere" } : null);
  const enter = useEnter();
  if (proof === null) return <PasswordStep onEnter={enter} onCodeAsked={(fields) => setProof({ by: "password", ...fields })} />;
  return <CodeStep proof={proof} onEnter={enter} onStartAgain={() => setProof(null)} />;
}

function PasswordStep(props: { onEnter: () => void; onCodeAsked: (fields: Fields) => void }) {
  const texts = usePublicTexts();
  const [search] = useSearchParams();
  const [waiting] = useState(() => (search.get("message") === "verify-email" ? pendingEmail() : null));
  const [unverified, setUnverified] = useState(waiting);
  const form = useForm<Fields>({ defaultValues: { email: waiting ?? "", password: "" } });
  const failure = useFormFailure();
  const explain = useLoginFailure(failure);
  const login = useCall((api, input: Fields) => api.auth.login.mutate(input), {
    onDone: props.onEnter,
    onFailed(error, { email, password }) {
      if (isCodeAsked(error)) props.onCodeAsked({ email, password });
      else if (mustVerifyEmail(error)) {
        keepPendingEmail(email);
        setUnverified(email);
      } else if (!showFieldErrors(form, error, ["email", "password"])) explain(error);
    },
  });
  const submit = form.handleSubmit((fields) => {
    failure.clear();
    setUnverified(null);
    login.run({ ...fields, email: fields.email.trim() });
  });
  const { errors } = form.formState;
  const message = usePreparedForm(form);
  return (
    <>
      <PageHeading title={texts.login.title} />
      <LoginMessage message={message} />
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.fields.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...form.register("email", { required: texts.fields.emailRequired })}
        />
        <PasswordField
          label={texts.fields.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password", { required: texts.fields.passwordRequired })}
        />
        <Button type="submit" kind="primary" size="large" busy={login.isPending && texts.login.submitting}>
          {texts.login.submit}
        </Button>
        <FormFailure failure={failure} />
        {unverified !== null && <VerifyNotice email={unverified} key={unverified} />}
      </form>
      <p className="aside">
        <Link href={paths.forgotPassword}>{texts.login.forgot}</Link>
      </p>
      <GoogleButton />
      <p className="aside">
        {texts.login.newHere} <Link href={paths.register}>{texts.login.createAccount}</Link>
      </p>
    </>
  );
}

/** What the page says first. Where Google waits for a password, the address is filled in; where it no longer does, that is said. */
function usePreparedForm(form: UseFormReturn<Fields>): string | null {
  const [search] = useSearchParams();
  const message = search.get("message");
  const [isOver, setOver] = useState(false);
  usePendingLink(message === "link-google", (email) => {
    setOver(email === null);
    if (email === null || form.getValues("email") !== "") return;
    form.setValue("email", email);
    form.setFocus("password");
  });
  return isOver ? "google-expired" : message;
}

/** Signed in: nothing waits for verification any more, and the way leads back to where the visitor wanted to be. */
function useEnter(): () => void {
  const texts = usePublicTexts().login;
  const toasts = useToasts();
  const session = useSession();
  const goTo = useGoTo();
  const [search] = useSearchParams();
  return () => {
    keepPendingEmail(null);
    toasts.show({ title: texts.successTitle, body: texts.successBody, tone: "ok" });
    session.opened();
    goTo(returnPath(search.get("returnTo"), location.origin));
  };
}
