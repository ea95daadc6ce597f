/**
 * An administrator signs in: username and password, then the code where two-step sign-in is on. Whoever is signed in
 * already goes to the console; where a session has ended, that is said. [D22, AD-2]
 */
import { useEffect, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useSearchParams } from "wouter";
import type { AdminLogin } from "@relaydeck/contract/admin";
import { useGoTo } from "../app/go-to.ts";
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { returnPath } from "../app/return-to.ts";
import { messageOfServer } from "../app/server-message.ts";
import { useCall } from "../public/calls.tsx";
import { CodeStep } from "../public/code-step.tsx";
import { isCodeAsked, waitSeconds } from "../public/failures.ts";
import { showFieldErrors } from "../public/field-errors.ts";
import type { FirstProof } from "../public/first-proof.ts";
import { FormFailure, useFormFailure, type FormFailureState } from "../public/form-failure.tsx";
import { Notice } from "../public/notice.tsx";
import { usePublicTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useAdminWords } from "./admin-words.ts";
import { sessionEnded } from "./session-ended.ts";

type Fields = Pick<AdminLogin, "username" | "password">;

export function AdminLoginPage() {
  const [proof, setProof] = useState<FirstProof | null>(null);
  const enter = useEnter();
  useSignedInAlready();
  if (proof === null) return <PasswordStep onEnter={enter} onCodeAsked={(fields) => setProof({ by: "admin", ...fields })} />;
  return <CodeStep proof={proof} onEnter={enter} onStartAgain={() => setProof(null)} />;
}

interface Entered {
  readonly mustChangePassword?: boolean;
}

function PasswordStep(props: { onEnter: (entered: Entered) => void; onCodeAsked: (fields: Fields) => void }) {
  const words = useAdminWords().login;
  const texts = usePublicTexts();
  const form = useForm<Fields>({ defaultValues: { username: "", password: "" } });
  const failure = useFormFailure();
  const explain = useExplained(form, failure);
  const login = useCall((api, input: Fields) => api.admin.login.mutate(input), {
    onDone: props.onEnter,
    onFailed: (error, fields) => (isCodeAsked(error) ? props.onCodeAsked(fields) : explain(error)),
  });
  const submit = form.handleSubmit((fields) => {
    failure.clear();
    login.run(fields);
  });
  const { errors } = form.formState;
  return (
    <>
      <PageHeading title={words.title} />
      <SessionEnded />
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...form.register("username", { required: words.usernameRequired })}
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
      </form>
    </>
  );
}

/** Why it did not work: once as a toast, and under the form, where it stays. */
function useExplained(form: UseFormReturn<Fields>, failure: FormFailureState): (error: unknown) => void {
  const words = useAdminWords().login;
  const toasts = useToasts();
  return (error) => {
    if (showFieldErrors(form, error, ["username", "password"])) return;
    const wait = waitSeconds(error);
    if (wait !== null) return failure.wait(wait);
    const body = messageOfServer(error) ?? words.invalid;
    toasts.show({ title: words.failed, body, tone: "bad" });
    failure.say(body);
  };
}

function SessionEnded() {
  const words = useAdminWords().login;
  const [search] = useSearchParams();
  if (search.get("message") !== sessionEnded) return null;
  return (
    <Notice tone="info" icon="clock">
      <p>{words.ended}</p>
    </Notice>
  );
}

/** A generated password is changed first; else the way leads back to where the administrator was, or to the console. */
function useEnter(): (entered: Entered) => void {
  const words = useAdminWords().login;
  const toasts = useToasts();
  const goTo = useGoTo();
  const target = useAdminTarget();
  return ({ mustChangePassword = false }) => {
    toasts.show({ title: words.done, tone: "ok" });
    goTo(mustChangePassword ? paths.adminPassword : target);
  };
}

function useSignedInAlready(): void {
  const goTo = useGoTo();
  const target = useAdminTarget();
  const asked = useCall((api) => api.admin.auth.query(), {
    onDone: ({ isAuthenticated }) => isAuthenticated && goTo(target),
  });
  const [ask] = useState(() => asked.run);
  useEffect(() => ask(undefined), [ask]);
}

/** Only a page of administration; everything else leads to the console. */
function useAdminTarget(): string {
  const [search] = useSearchParams();
  const wanted = returnPath(search.get("returnTo"));
  return wanted.startsWith("/admin/") && !wanted.startsWith(paths.adminLogin) ? wanted : paths.adminDashboard;
}
