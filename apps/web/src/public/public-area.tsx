/**
 * The pages of the sign-in family. Each is fetched for itself: the HTML of its address names its part, so that it comes
 * together with everything else. (A5)
 */
import { lazy, Suspense, type ComponentType } from "react";
import type { Clock } from "@relaydeck/kit/clock";
import { paths } from "../app/paths.ts";
import { PublicFrame } from "../app/public-frame.tsx";
import { CallsProvider } from "./calls.tsx";
import { ClockContext } from "./wait.tsx";
import "./public.css";

type Loaded = Promise<{ default: ComponentType }>;

const pages: Readonly<Record<string, () => Loaded>> = {
  [paths.login]: async () => ({ default: (await import("./login-page.tsx")).LoginPage }),
  [paths.register]: async () => ({ default: (await import("./register-page.tsx")).RegisterPage }),
  [paths.forgotPassword]: async () => ({ default: (await import("./forgot-password-page.tsx")).ForgotPasswordPage }),
  [paths.resetPassword]: async () => ({ default: (await import("./reset-password-page.tsx")).ResetPasswordPage }),
  [paths.pauseAlert]: async () => ({ default: (await import("./pause-alert-page.tsx")).PauseAlertPage }),
  [paths.verifyEmail]: async () => ({ default: (await import("./verify-email-page.tsx")).VerifyEmailPage }),
};

/** The page a visit begins with, whole: its frame comes with it and not before. */
export interface FirstPage {
  readonly path: string;
  readonly Page: ComponentType;
}

export async function loadFirstPage(path: string): Promise<FirstPage | null> {
  const loaded = await pages[path]?.();
  return loaded === undefined ? null : { path, Page: loaded.default };
}

const laterPages: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(pages).map(([path, load]) => [path, lazy(load)]),
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
        <PublicFrame>
          <Suspense>{Page !== undefined && <Page key={path} />}</Suspense>
        </PublicFrame>
      </ClockContext>
    </CallsProvider>
  );
}
