/**
 * The pages of the sign-in family. Each is fetched for itself: the HTML of its address names its part, so that it comes
 * together with everything else. (A5)
 */
import type { ReactNode } from "react";
import type { Clock } from "@relaydeck/kit/clock";
import { lazyPage } from "../app/lazy-page.tsx";
import { paths } from "../app/paths.ts";
import { PublicFrame } from "../app/public-frame.tsx";
import { CallsProvider } from "./calls.tsx";
import { ClockContext } from "./wait.tsx";
import "./public.css";

type Page = () => ReactNode;

const pages: Readonly<Record<string, () => Promise<Page>>> = {
  [paths.login]: async () => (await import("./login-page.tsx")).LoginPage,
  [paths.register]: async () => (await import("./register-page.tsx")).RegisterPage,
  [paths.forgotPassword]: async () => (await import("./forgot-password-page.tsx")).ForgotPasswordPage,
  [paths.resetPassword]: async () => (await import("./reset-password-page.tsx")).ResetPasswordPage,
  [paths.pauseAlert]: async () => (await import("./pause-alert-page.tsx")).PauseAlertPage,
  [paths.verifyEmail]: async () => (await import("./verify-email-page.tsx")).VerifyEmailPage,
};

/** The page a visit begins with, whole: its frame comes with it and not before. */
export interface FirstPage {
  readonly path: string;
  readonly Page: Page;
}

export async function loadFirstPage(path: string): Promise<FirstPage | null> {
  // Where it fails, it is one of the later pages, which tells.
  const Page = await pages[path]?.().catch(() => undefined);
  return Page === undefined ? null : { path, Page };
}

const laterPages: Readonly<Record<string, (props: object) => ReactNode>> = Object.fromEntries(
  Object.entries(pages).map(([path, load]) => [path, lazyPage(load)]),
);

interface PublicAreaProps {
  clock: Clock;
  path: string;
  first: FirstPage | null;
}

export function PublicArea({ clock, path, first }: PublicAreaProps) {
  const Page = first?.path === path ? first.Page : laterPages[path];
  return (
    <CallsProvider>
      <ClockContext value={clock}>
        <PublicFrame>{Page !== undefined && <Page key={path} />}</PublicFrame>
      </ClockContext>
    </CallsProvider>
  );
}
