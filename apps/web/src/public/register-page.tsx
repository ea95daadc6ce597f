/** Create an account. The server's rules are the rules; here only what is empty or plainly too short is caught early. */
import { useForm, type UseFormReturn } from "react-hook-form";
import { Link, useLocation } from "wouter";
import type { Register } from "@relaydeck/contract/accounts";
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { messageOfServer } from "../app/server-message.ts";
import { usePublicTexts, useTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useCall } from "./calls.tsx";
import { isCode, waitSeconds } from "./failures.ts";
import { showFieldErrors } from "./field-errors.ts";
import { FormFailure, useFormFailure, type FormFailureState } from "./form-failure.tsx";
import { GoogleButton } from "./google-button.tsx";
import { keepPendingEmail } from "./pending-email.ts";
import { RegisterFields } from "./register-fields.tsx";

export function RegisterPage() {
  const texts = usePublicTexts().register;
  const form = useForm<Register>({ defaultValues: { firstName: "", lastName: "", email: "", password: "" } });
  const failure = useFormFailure();
  const register = useRegister(form, failure);
  const submit = form.handleSubmit((fields) => {
    failure.clear();
    register.run({ ...fields, email: fields.email.trim() });
  });
  return (
    <>
      <PageHeading title={texts.title} />
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <RegisterFields form={form} />
        <Button type="submit" kind="primary" size="large" busy={register.isPending && texts.submitting}>
          {texts.submit}
        </Button>
        <FormFailure failure={failure} />
      </form>
      <GoogleButton />
      <p className="aside">
        {texts.haveAccount} <Link href={paths.login}>{texts.signIn}</Link>
      </p>
    </>
  );
}

/** Registered: the address waits for its verification, and the sign-in page says so. */
function useRegister(form: UseFormReturn<Register>, failure: FormFailureState) {
  const texts = usePublicTexts().register;
  const { pleaseTryAgain } = useTexts();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  return useCall((api, input: Register) => api.auth.register.mutate(input), {
    onDone(_user, { email }) {
      keepPendingEmail(email);
      navigate(`${paths.login}?message=verify-email`);
    },
    onFailed(error) {
      const wait = waitSeconds(error);
      if (wait !== null) failure.wait(wait);
      const body = messageOfServer(error) ?? pleaseTryAgain;
      toasts.show({ title: texts.failedTitle, body, tone: "bad" });
      if (isCode(error, "PASSWORD_BLOCKED")) form.setError("password", { type: "server", message: body }, { shouldFocus: true });
      else if (!showFieldErrors(form, error, ["firstName", "lastName", "email", "password"]) && wait === null) failure.say(body);
    },
  });
}
