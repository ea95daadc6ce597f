/**
 * The pages of the sign-in family. Those where nearly every visit begins come at once; the others, reached by a link of them
 * or of a mail, are fetched when they are asked for. (A5)
 */
import { lazy, Suspense } from "react";
import type { Clock } from "@relaydeck/kit/clock";
import { paths } from "../app/paths.ts";
import { PublicFrame } from "../app/public-frame.tsx";
import { CallsProvider } from "./calls.tsx";
import { LoginPage } from "./login-page.tsx";
import { RegisterPage } from "./register-page.tsx";
import { ClockContext } from "./wait.tsx";
import "./public.css";

const ForgotPasswordPage = lazy(async () => ({ default: (await import("./forgot-password-page.tsx")).ForgotPasswordPage }));
const ResetPasswordPage = lazy(async () => ({ default: (await import("./reset-password-page.tsx")).ResetPasswordPage }));
const PauseAlertPage = lazy(async () => ({ default: (await import("./pause-alert-page.tsx")).PauseAlertPage }));
const VerifyEmailPage = lazy(async () => ({ default: (await import("./verify-email-page.tsx")).VerifyEmailPage }));

export function PublicArea(props: { clock: Clock; path: string }) {
  return (
    <CallsProvider>
      <ClockContext value={props.clock}>
        <PublicFrame>
          <Suspense>
            <Page path={props.path} key={props.path} />
          </Suspense>
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
  if (props.path === paths.pauseAlert) return <PauseAlertPage />;
  return <LoginPage />;
}
