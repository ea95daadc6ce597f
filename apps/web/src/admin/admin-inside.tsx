/**
 * The pages behind the administrator's sign-in. Nothing is drawn for anybody else: without a session the way leads to the
 * sign-in, and with a generated password to its change. [D22, AD-1, AD-2]
 */
import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { Clock } from "@relaydeck/kit/clock";
import { lazyPage } from "../app/lazy-page.tsx";
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { withReturnTo } from "../app/return-to.ts";
import { trpc } from "../app/trpc.ts";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { fetchOverlays } from "../ui/on-demand.tsx";
import { TimeProvider } from "../ui/time.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { AdminClient } from "./admin-client.tsx";
import { AdminFrame } from "./admin-frame.tsx";
import { AdminSessionContext } from "./admin-session.ts";
import { useAdminWords } from "./admin-words.ts";
import { useServerOffset } from "./server-offset.ts";
import { sessionEnded } from "./session-ended.ts";
import "./admin.css";

/** Page → its file. A new page of administration is a line here and in app/paths.ts. */
const pages = {
  [paths.adminDashboard]: lazyPage(async () => (await import("./dashboard-page.tsx")).AdminDashboardPage),
  [paths.adminAnalytics]: lazyPage(async () => (await import("./analytics/analytics-page.tsx")).AdminAnalyticsPage),
  [paths.adminOperations]: lazyPage(async () => (await import("./operations/operations-page.tsx")).OperationsPage),
  [paths.adminPassword]: lazyPage(async () => (await import("./own/own-sign-in-page.tsx")).OwnSignInPage),
};

export type AdminPath = keyof typeof pages;

interface AdminInsideProps {
  clock: Clock;
  path: AdminPath;
}

export function AdminInside(props: AdminInsideProps) {
  return (
    <AdminClient>
      <Guarded {...props} />
    </AdminClient>
  );
}

/** How often the page asks whether its session still stands, in milliseconds; asking does not prolong it. [SE-3, HD-4] */
const askEveryMs = 60_000;
/** What the first picture does without is fetched this long after it. (A5) */
const fetchLaterMs = 3_000;

function Guarded({ clock, path }: AdminInsideProps) {
  const auth = trpc.admin.auth.useQuery(undefined, { refetchInterval: askEveryMs, refetchOnWindowFocus: true });
  const offsetMs = useServerOffset(clock, askEveryMs);
  const [wasIn, setWasIn] = useState(false);
  const [exact, showExact] = useState(false);
  const isIn = auth.data?.isAuthenticated === true;
  if (isIn && !wasIn) setWasIn(true);
  useEffect(() => clock.after(fetchLaterMs, () => void fetchOverlays()), [clock]);
  if (auth.data === undefined) return auth.isError ? <Unreadable onRetry={() => void auth.refetch()} /> : null;
  const { username, mustChangePassword } = auth.data;
  if (!isIn || username === null) return <ToSignIn hasEnded={wasIn} />;
  if (mustChangePassword && path !== paths.adminPassword) return <ToPassword />;
  const Page = pages[path];
  return (
    <TooltipProvider>
      <TimeProvider clock={clock} offsetMs={offsetMs} exact={exact}>
        <AdminSessionContext value={{ username, mustChangePassword }}>
          <AdminFrame path={path} exactTimes={{ shown: exact, show: showExact }}>
            <Page />
          </AdminFrame>
        </AdminSessionContext>
      </TimeProvider>
    </TooltipProvider>
  );
}

function ToSignIn({ hasEnded }: { hasEnded: boolean }): ReactNode {
  const [, navigate] = useLocation();
  useEffect(() => {
    const here = `${location.pathname}${location.search}`;
    const signIn = hasEnded
      ? `${paths.adminLogin}?message=${sessionEnded}&returnTo=${encodeURIComponent(here)}`
      : withReturnTo(paths.adminLogin, here);
    navigate(signIn, { replace: true });
  }, [navigate, hasEnded]);
  return null;
}

function ToPassword(): ReactNode {
  const [, navigate] = useLocation();
  useEffect(() => navigate(paths.adminPassword, { replace: true }), [navigate]);
  return null;
}

function Unreadable({ onRetry }: { onRetry: () => void }) {
  const words = useAdminWords();
  const texts = useTexts();
  return (
    <main className="page page-narrow page-message">
      <PageHeading title={words.dashboard.title} />
      <p>{words.unreadable}</p>
      <Button kind="primary" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </main>
  );
}
