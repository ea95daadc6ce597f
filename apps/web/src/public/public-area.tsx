/** The pages of the sign-in family. */
import type { Clock } from "@relaydeck/kit/clock";
import { paths } from "../app/paths.ts";
import { PublicFrame } from "../app/public-frame.tsx";
import { CallsProvider } from "./calls.tsx";
import { ForgotPasswordPage } from "./forgot-password-page.tsx";
import { LoginPage } from "./login-page.tsx";
import { RegisterPage } from "./register-page.tsx";
import { ResetPasswordPage } from "./reset-password-page.tsx";
import { VerifyEmailPage } from "./verify-email-page.tsx";
import { ClockContext } from "./wait.tsx";
import "./public.css";

export function PublicArea(props: { clock: Clock; path: string }) {
  return (
    <CallsProvider>
      <ClockContext value={props.clock}>
        <PublicFrame>
          <Page path={props.path} key={props.path} />
        </PublicFrame>
      </ClockContext>
    </CallsProvider>
  );
}

function Page(props: { path: string }) {
  if (props.path === paths.register) return <RegisterPage />;
  if (props.path === paths.verifyEmail) return <VerifyEmailPage />;
  if (props.path === paths.forgotPassword) return <ForgotPasswordPage />;
  if (props.path === paths.resetPassword) return <ResetPasswordPage />;
  return <LoginPage />;
}
