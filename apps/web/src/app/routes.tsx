/**
 * Address → screen. Three areas of their own chunks: public pages, the signed-in area, administration.
 *
 * `/` belongs to the server: signed out it is the prerendered start page, which is not part of the application.
 */
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, type ComponentProps, type ReactNode } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Clock } from "@relaydeck/kit/clock";
import { loadDashboardTexts, loadPublicTexts } from "../texts/load.ts";
import { DashboardTextsProvider, PublicTextsProvider, useLanguage } from "../texts/texts.tsx";
import type { Language } from "@relaydeck/contract/languages";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useGoTo } from "./go-to.ts";
import { NotFound } from "./not-found.tsx";
import { paths } from "./paths.ts";
import { returnPath } from "./return-to.ts";
import { useSession } from "./session.tsx";
import { SessionLost } from "./session-lost.tsx";
import { InsideSkeleton } from "./skeleton.tsx";
import { ThemeProvider } from "./theme-choice.tsx";
import { isInside } from "./theme.ts";

interface RoutesProps {
  clock: Clock;
  isDemo: boolean;
}

export function Routes(props: RoutesProps) {
  const [path] = useLocation();
  useFailuresLeftBehind(path);
  const { isOpen } = useSession();
  const language = useLanguage();
  // Made above the boundary: what suspends below it is drawn from the beginning each time, and would fetch for ever.
  const areas = useMemo(() => areasIn(language), [language]);
  return (
    <ThemeProvider inside={isInside(path, isOpen)}>
      <Suspense>
        <Screen path={path} areas={areas} {...props} />
      </Suspense>
    </ThemeProvider>
  );
}

/** A failure belongs to the page it happened on. Before the effects of the new page, which may have one of its own to tell. */
function useFailuresLeftBehind(path: string): void {
  const toasts = useToasts();
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    toasts.dismissFailures();
  }, [toasts, path]);
}

function Screen({ path, areas, clock, isDemo }: RoutesProps & { path: string; areas: Areas }): ReactNode {
  const { isOpen } = useSession();
  switch (path) {
    case paths.home:
    case paths.dashboard:
    case paths.profile:
    case paths.confirmEmail:
    case paths.acceptInvite:
      if (!isOpen && path === paths.home) return <FetchAgain />;
      return (
        <Suspense fallback={<InsideSkeleton />}>
          {isOpen ? <areas.Inside clock={clock} isDemo={isDemo} /> : <SessionLost clock={clock} />}
        </Suspense>
      );
    case paths.login:
    case paths.register:
      return isOpen ? <ToReturnPath /> : <areas.Public clock={clock} path={path} />;
    case paths.verifyEmail:
    case paths.forgotPassword:
    case paths.resetPassword:
    case paths.pauseAlert:
      return <areas.Public clock={clock} path={path} />;
    case paths.adminLogin:
      return <areas.AdminSignIn clock={clock} />;
    case paths.adminDashboard:
    case paths.adminAnalytics:
    case paths.adminOperations:
    case paths.adminPassword:
      return <areas.AdminInside clock={clock} path={path} />;
    default:
      return <NotFound path={path} search={(times) => <areas.Search clock={clock} isDemo={isDemo} times={times} />} />;
  }
}

/** Somebody signed in has no business on the sign-in pages. */
function ToReturnPath() {
  const [search] = useSearchParams();
  const goTo = useGoTo();
  const target = returnPath(search.get("returnTo"), location.origin);
  useEffect(() => goTo(target), [goTo, target]);
  return null;
}

function FetchAgain() {
  useEffect(() => location.reload(), []);
  return null;
}

type Areas = ReturnType<typeof areasIn>;

/** An area and its words are fetched side by side. */
function areasIn(language: Language) {
  const Public = lazy(async () => {
    const [{ PublicArea, first }, texts] = await Promise.all([loadPublicArea(), loadPublicTexts(language)]);
    return {
      default: (props: { clock: Clock; path: string }) => (
        <PublicTextsProvider texts={texts}>
          <PublicArea {...props} first={first} />
        </PublicTextsProvider>
      ),
    };
  });
  const Inside = lazy(async () => {
    const [InsideArea, texts] = await Promise.all([
      import("./inside.tsx").then((area) => area.Inside),
      loadDashboardTexts(language),
    ]);
    return {
      default: (props: RoutesProps) => (
        <DashboardTextsProvider texts={texts}>
          <InsideArea {...props} />
        </DashboardTextsProvider>
      ),
    };
  });
  const Search = lazyPart(async () => {
    const [{ SearchAnywhere }, texts] = await Promise.all([import("./inside.tsx"), loadDashboardTexts(language)]);
    return (props: ComponentProps<typeof SearchAnywhere>) => (
      <DashboardTextsProvider texts={texts}>
        <SearchAnywhere {...props} />
      </DashboardTextsProvider>
    );
  });
  const AdminSignIn = lazy(async () => {
    const [SignIn, texts] = await Promise.all([
      import("../admin/admin-sign-in.tsx").then((area) => area.AdminSignIn),
      loadPublicTexts(language),
    ]);
    return {
      default: (props: ComponentProps<typeof SignIn>) => (
        <PublicTextsProvider texts={texts}>
          <SignIn {...props} />
        </PublicTextsProvider>
      ),
    };
  });
  const AdminInside = lazy(async () => ({ default: (await import("../admin/admin-inside.tsx")).AdminInside }));
  return { Public, Inside, Search, AdminSignIn, AdminInside };
}

async function loadPublicArea() {
  const { PublicArea, loadFirstPage } = await import("../public/public-area.tsx");
  return { PublicArea, first: await loadFirstPage(location.pathname) };
}
