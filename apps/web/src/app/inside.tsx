/** The signed-in area: one client, one header, and the page of the address. Replaces the skeleton once, when the first picture of the world is in. */
import { useDeferredValue, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Clock } from "@relaydeck/kit/clock";
import { DashboardPage } from "../dashboard/dashboard-page.tsx";
import { HistoryRoute } from "../dashboard/history/history-route.tsx";
import { LiveData } from "../dashboard/live-data.tsx";
import { useLayoutsQuery } from "../dashboard/layouts/use-layouts-query.ts";
import { useReadAgain } from "../dashboard/use-read-again.ts";
import { useLatePresses } from "../dashboard/use-late-presses.ts";
import { useSpokenLink, useSpokenOutcomes } from "../dashboard/use-spoken-events.ts";
import { fetchOverlays } from "../ui/on-demand.tsx";
import { TimeProvider } from "../ui/time.tsx";
import { useToasts } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { ClientProvider, useLive } from "./client.tsx";
import { CommandFrame } from "./commands/command-frame.tsx";
import { AppHeader } from "./header/app-header.tsx";
import { useLogOut } from "./header/log-out.ts";
import { lazyPage } from "./lazy-page.tsx";
import { Main, SkipLink } from "./page.tsx";
import { paths } from "./paths.ts";
import { PrintFooter } from "./print-footer.tsx";
import { SessionLost } from "./session-lost.tsx";
import { InsideSkeleton, PageSkeleton } from "./skeleton.tsx";

// It travels with the area: a file of its own would cut the area into parts that compress badly. (A5)
export { SearchAnywhere } from "./commands/search-anywhere.tsx";

const loadPage = {
  [paths.profile]: () => import("../profile/profile-page.tsx"),
  [paths.confirmEmail]: () => import("../profile/confirm-email-page.tsx"),
  [paths.acceptInvite]: () => import("../dashboard/sharing/accept-invite-page.tsx"),
};
const waiting = () => <PageSkeleton />;
const ProfilePage = lazyPage(async () => (await loadPage[paths.profile]()).ProfilePage, waiting);
const ConfirmEmailPage = lazyPage(async () => (await loadPage[paths.confirmEmail]()).ConfirmEmailPage, waiting);
const AcceptInvitePage = lazyPage(async () => (await loadPage[paths.acceptInvite]()).AcceptInvitePage, waiting);
// Begun with the area itself, so that the page is there when the first picture of the world is. Where it fails, the page tells.
for (const [path, load] of Object.entries(loadPage)) if (path === location.pathname) load().catch(() => {});

/** What the first picture does without is fetched this long after it, before anybody needs it. (A5) */
const fetchLaterMs = 3_000;

interface InsideProps {
  clock: Clock;
  isDemo: boolean;
}

export function Inside(props: InsideProps) {
  return (
    <ClientProvider clock={props.clock}>
      <InsidePage {...props} />
    </ClientProvider>
  );
}

function InsidePage({ clock, isDemo }: InsideProps) {
  const [path] = useLocation();
  const link = useLive((state) => state.link);
  useReadAgain();
  // After a failed try the page itself comes, says what could not be read, and stays while that is tried again.
  const { isPending, errorUpdateCount } = useLayoutsQuery();
  const isReading = isPending && errorUpdateCount === 0;
  // The page is drawn in small steps, which leave the browser free in between. (A4)
  const isWaiting = useDeferredValue(useLive((state) => (state.snapshot === null || isReading) && state.tries === 0));
  const offsetMs = useLive((state) => state.clockOffsetMs ?? 0);
  const [exact, showExact] = useState(false);
  const personCount = usePersonCount();
  const toasts = useToasts();
  useEffect(() => {
    if (personCount > 0) toasts.dismiss();
  }, [personCount, toasts]);
  useEffect(() => clock.after(fetchLaterMs, () => void fetchOverlays()), [clock]);
  if (link === "signed-out") return <SessionLost clock={clock} />;
  if (isWaiting) return <InsideSkeleton />;
  return (
    <TooltipProvider>
      <TimeProvider clock={clock} offsetMs={offsetMs} exact={exact}>
        <LiveData key={personCount} isDemo={isDemo}>
          <SpokenEvents clock={clock} />
          <CommandFrame>
            <SkipLink />
            <AppHeader exactTimes={{ shown: exact, show: showExact }} />
            <Main className="page page-wide">
              <Page path={path} clock={clock} />
            </Main>
            <PrintFooter />
          </CommandFrame>
        </LiveData>
      </TimeProvider>
    </TooltipProvider>
  );
}

/**
 * How many people were signed in on this page before this one, in another tab and unheard by it. What it holds of the one, such
 * as ways back and dialogs, is not the next one's. [HD-4]
 */
function usePersonCount(): number {
  const userId = useLive((state) => state.snapshot?.user.id ?? null);
  const [seen, setSeen] = useState({ userId, count: 0 });
  if (userId !== null && userId !== seen.userId) setSeen({ userId, count: seen.userId === null ? 0 : seen.count + 1 });
  return seen.count;
}

/** Also where no device is on the page: a relay can be switched from everywhere. */
function SpokenEvents({ clock }: { clock: Clock }) {
  useSpokenOutcomes();
  useSpokenLink(clock);
  useLatePresses();
  return null;
}

function Page({ path, clock }: { path: string; clock: Clock }) {
  if (path === paths.profile) return <ProfilePage />;
  if (path === paths.confirmEmail) return <ConfirmEmailPage />;
  if (path === paths.acceptInvite) return <AcceptInvitePage />;
  return <Dashboard clock={clock} />;
}

function Dashboard({ clock }: { clock: Clock }) {
  const [search] = useSearchParams();
  // Signed-in people have no registration page, so the demo's session ends first.
  const leave = useLogOut({ to: paths.register });
  return (
    <>
      <DashboardPage clock={clock} deviceId={search.get("device")} onCreateAccount={leave.run} />
      <HistoryRoute />
    </>
  );
}
