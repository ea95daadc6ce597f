/**
 * Public pages as they first look, drawn by their own components at build time, so that nobody waits for script to see a
 * form. What depends on the address or on this installation is left as it looks for nearly everybody.
 */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { systemClock } from "@relaydeck/kit/clock";
import type { Language } from "@relaydeck/contract/languages";
import { productName } from "@relaydeck/contract/product";
import { GoogleOffered } from "../src/app/google-offered.ts";
import { NotFound } from "../src/app/not-found.tsx";
import { VisitProvider } from "../src/app/page.tsx";
import { paths } from "../src/app/paths.ts";
import { PublicFrame } from "../src/app/public-frame.tsx";
import { SessionProvider } from "../src/app/session.tsx";
import { ThemeProvider } from "../src/app/theme-choice.tsx";
import { AdminLoginPage } from "../src/admin/admin-login-page.tsx";
import { AdminSignInFrame } from "../src/admin/admin-sign-in-frame.tsx";
import { AdminSkeleton } from "../src/admin/admin-skeleton.tsx";
import { CallsProvider } from "../src/public/calls.tsx";
import { ForgotPasswordPage } from "../src/public/forgot-password-page.tsx";
import { LoginPage } from "../src/public/login-page.tsx";
import { RegisterPage } from "../src/public/register-page.tsx";
import { ResetPasswordPage } from "../src/public/reset-password-page.tsx";
import { VerifyEmailPage } from "../src/public/verify-email-page.tsx";
import { ClockContext } from "../src/public/wait.tsx";
import { wordsIn } from "../src/public/landing/words.ts";
import { adminWords as adminDe } from "../src/texts/admin.de.ts";
import { adminWords as adminEn } from "../src/texts/admin.en.ts";
import { publicTexts as de } from "../src/texts/de/public.ts";
import { publicTexts as en } from "../src/texts/en/public.ts";
import { PublicTextsProvider, TextsProvider } from "../src/texts/texts.tsx";
import { Announcer } from "../src/ui/announcer.tsx";
import { ToastProvider } from "../src/ui/toast.tsx";
import type { Session } from "./app-page.tsx";

export interface FirstPicture {
  /** The address it belongs to; `*`: every other one. */
  readonly path: string;
  readonly session: Session;
  /** Source modules that the page is made of, to be fetched side by side. */
  readonly modules: readonly string[];
  readonly title: string;
  readonly html: string;
}

/** Somebody signed in is led away from the sign-in pages, and needs no picture of them. */
export function firstPictures(language: Language): FirstPicture[] {
  const texts = language === "de" ? de : en;
  const { common } = wordsIn(language);
  const picture = (page: Page, session: Session): FirstPicture => ({
    path: page.path,
    session,
    modules: [`src/texts/${language}/shell.ts`, ...page.modules],
    title: common.pageTitle(page.title, productName),
    html: drawn({ page: page.drawn, session, language }),
  });
  const publicPage = (path: string, title: string, own: ReactNode): Page => ({
    path,
    title,
    drawn: <PublicFrame>{own}</PublicFrame>,
    modules: ["src/public/public-area.tsx", `src/texts/${language}/public.ts`, `src/public${path}-page.tsx`],
  });
  const notFound = { path: "*", title: common.notFound.title, drawn: <NotFound path="" />, modules: [] };
  const always = [
    publicPage(paths.forgotPassword, texts.forgot.title, <ForgotPasswordPage />),
    publicPage(paths.resetPassword, texts.reset.title, <ResetPasswordPage />),
    publicPage(paths.verifyEmail, texts.verify.title, <VerifyEmailPage />),
    ...adminPages(language),
  ];
  const signedOut = [
    publicPage(paths.login, texts.login.title, <LoginPage />),
    publicPage(paths.register, texts.register.title, <RegisterPage />),
  ];
  const drawnFor = (session: Session) => {
    const pages = session === "none" ? [...signedOut, ...always] : always;
    const other = picture(notFound, session);
    // The address that leads nowhere is known when it is asked for.
    const html = other.html.replace(common.notFound.text(""), "&nbsp;");
    return [...pages.map((page) => picture(page, session)), { ...other, html }];
  };
  return (["none", "open"] as const).flatMap(drawnFor);
}

/** Administration does not ask who else is signed in. Behind its sign-in the frame is all that is known ahead. */
function adminPages(language: Language): Page[] {
  const words = language === "de" ? adminDe : adminEn;
  const signIn: Page = {
    path: paths.adminLogin,
    title: words.login.title,
    drawn: (
      <AdminSignInFrame>
        <AdminLoginPage />
      </AdminSignInFrame>
    ),
    modules: ["src/admin/admin-sign-in.tsx", `src/texts/${language}/public.ts`],
  };
  const inside = [
    [paths.adminDashboard, words.dashboard.title, "src/admin/dashboard-page.tsx"],
    [paths.adminAnalytics, words.analyticsPage.title, "src/admin/analytics/analytics-page.tsx"],
    [paths.adminOperations, words.operations, "src/admin/operations/operations-page.tsx"],
    [paths.adminPassword, words.password.title, "src/admin/own/own-sign-in-page.tsx"],
  ] as const;
  const drawnInside = <AdminSkeleton />;
  return [
    signIn,
    ...inside.map(([path, title, page]) => ({ path, title, drawn: drawnInside, modules: ["src/admin/admin-inside.tsx", page] })),
  ];
}

interface Page extends Pick<FirstPicture, "path" | "title" | "modules"> {
  readonly drawn: ReactNode;
}

function drawn({ page, session, language }: { page: ReactNode; session: Session; language: Language }): string {
  const clock = systemClock();
  const everything = renderToStaticMarkup(
    // With a token, as the links of mails have.
    <Router ssrPath="/" ssrSearch="token=token">
      <TextsProvider language={language} common={wordsIn(language).common}>
        <PublicTextsProvider texts={language === "de" ? de : en}>
          <Announcer clock={clock}>
            <ToastProvider clock={clock}>
              <SessionProvider open={session === "open"}>
                <VisitProvider>
                  <GoogleOffered value={true}>
                    <ThemeProvider inside={false}>
                      <CallsProvider>
                        <ClockContext value={clock}>
                          <hr />
                          {page}
                          <hr />
                        </ClockContext>
                      </CallsProvider>
                    </ThemeProvider>
                  </GoogleOffered>
                </VisitProvider>
              </SessionProvider>
            </ToastProvider>
          </Announcer>
        </PublicTextsProvider>
      </TextsProvider>
    </Router>,
  );
  // Live regions and toasts, which stand around the page, come with the page itself; so do files that React would fetch early.
  const [, picture = ""] = everything.split("<hr/>");
  return picture.replace(/<link rel="preload"[^>]*>/g, "");
}
