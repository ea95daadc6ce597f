/** The frame around every screen: words, live regions, toasts, session, theme; a broken page is caught here. */
import type { Clock } from "@relaydeck/kit/clock";
import type { CommonTexts } from "../texts/en/shell.ts";
import type { Language } from "@relaydeck/contract/languages";
import { TextsProvider } from "../texts/texts.tsx";
import { Announcer } from "../ui/announcer.tsx";
import { ToastProvider } from "../ui/toast.tsx";
import { PageBoundary } from "./error-boundary.tsx";
import { GoogleOffered } from "./google-offered.ts";
import { VisitProvider } from "./page.tsx";
import { Routes } from "./routes.tsx";
import { SessionProvider } from "./session.tsx";

/** What the page knew before any script ran. */
export interface Start {
  readonly language: Language;
  readonly common: CommonTexts;
  readonly sessionOpen: boolean;
  readonly isDemo: boolean;
  /** Sign-in with Google is set up here. */
  readonly hasGoogle: boolean;
  readonly clock: Clock;
}

export function App(props: { start: Start }) {
  const { language, common, sessionOpen, isDemo, hasGoogle, clock } = props.start;
  return (
    <TextsProvider language={language} common={common}>
      <PageBoundary>
        <Announcer clock={clock}>
          <ToastProvider clock={clock}>
            <SessionProvider open={sessionOpen}>
              <VisitProvider>
                <GoogleOffered value={hasGoogle}>
                  <Routes clock={clock} isDemo={isDemo} />
                </GoogleOffered>
              </VisitProvider>
            </SessionProvider>
          </ToastProvider>
        </Announcer>
      </PageBoundary>
    </TextsProvider>
  );
}
