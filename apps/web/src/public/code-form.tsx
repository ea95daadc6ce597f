/**
 * The second step of signing in: the code of the authenticator app, or a recovery code. [AD-2]
 *
 * After a password the same call is repeated with the code, so password and address stay in memory until then and go
 * nowhere else. After Google the server knows by a cookie who waits.
 */
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { PageHeading } from "../app/page.tsx";
import type { SecondStepWords } from "../texts/second-step.en.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { useCall, type Api } from "./calls.tsx";
import type { CodeStepProps, FirstProof } from "./first-proof.ts";
import { isCodeAsked, isUnauthorized, longestShownWait, waitSeconds } from "./failures.ts";
import { FormFailure, useFormFailure } from "./form-failure.tsx";
import { useLoginFailure } from "./login-failure.ts";

interface WithWords {
  readonly words: SecondStepWords;
}

export function CodeSteps({ proof, onEnter, onStartAgain, words }: CodeStepProps & WithWords) {
  const [byRecovery, setByRecovery] = useState(false);
  return (
    <>
      <PageHeading title={words.title} />
      <CodeForm key={byRecovery ? "recovery" : "app"} {...{ proof, onEnter, byRecovery, words }} />
      <div className="aside code-ways">
        <Button kind="quiet" onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? words.toApp : words.toRecovery}
        </Button>
        <Button kind="quiet" onClick={onStartAgain}>
          {words.startAgain}
        </Button>
      </div>
    </>
  );
}

interface CodeFormProps extends Omit<CodeStepProps, "onStartAgain">, WithWords {
  readonly byRecovery: boolean;
}

function CodeForm({ proof, onEnter, byRecovery, words }: CodeFormProps) {
  const texts = usePublicTexts().login;
  const form = useForm({ defaultValues: { otp: "" } });
  const failure = useFormFailure();
  const explain = useExplained(words, failure, () => {
    const message = byRecovery ? words.recoveryNotValid : words.notValid;
    form.setError("otp", { message });
    form.setFocus("otp", { shouldSelect: true });
  });
  const step = useCall((api, otp: string) => enter(api, proof, otp), {
    onDone: onEnter,
    onFailed: (error) => explain(error, proof),
  });
  const submit = form.handleSubmit(({ otp }) => {
    failure.clear();
    step.run(otp);
  });
  // The field is where to go on: after the heading, which has been announced by then.
  const { setFocus } = form;
  useEffect(() => setFocus("otp"), [setFocus]);
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={byRecovery ? words.recoveryLabel : texts.otp}
        hint={byRecovery ? words.recoveryIntro : words.appIntro}
        autoComplete={byRecovery ? "off" : "one-time-code"}
        inputMode={byRecovery ? "text" : "numeric"}
        autoCapitalize="none"
        spellCheck={false}
        error={form.formState.errors.otp?.message}
        {...form.register("otp", { required: words.codeMissing })}
      />
      <Button type="submit" kind="primary" size="large" busy={step.isPending && texts.submitting}>
        {texts.submit}
      </Button>
      <FormFailure failure={failure} />
    </form>
  );
}

async function enter(api: Api, proof: FirstProof, otp: string): Promise<{ mustChangePassword?: boolean }> {
  switch (proof.by) {
    case "password": {
      await api.auth.login.mutate({ email: proof.email, password: proof.password, otp });
      return {};
    }
    case "admin":
      return api.admin.login.mutate({ username: proof.username, password: proof.password, otp });
    case "elsewhere": {
      await api.auth.secondStep.mutate({ otp });
      return {};
    }
  }
}

/** A wrong code belongs to its field, everything else under the form. */
function useExplained(words: SecondStepWords, failure: ReturnType<typeof useFormFailure>, onWrong: () => void) {
  const explainLogin = useLoginFailure(failure);
  return (error: unknown, proof: FirstProof) => {
    if (isCodeAsked(error)) onWrong();
    else if ((waitSeconds(error) ?? 0) > longestShownWait) failure.say(words.tooMany);
    // An administrator's password was changed meanwhile.
    else if (isUnauthorized(error) && proof.by !== "password") failure.say(words.ended);
    else explainLogin(error);
  };
}
