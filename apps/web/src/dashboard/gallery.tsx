/**
 * Every state of the dashboard without a server, for eyes and for axe: `gallery.html?scene=states&theme=dark&lang=de`.
 * Served in development only; the build does not know it.
 */
import "../styles/app.css";
import "../app/frame.css";
import "./dashboard.css";
import { StrictMode, useEffect, useMemo, useState, type Dispatch, type ReactNode, type SetStateAction } from "react";
import { createRoot } from "react-dom/client";
import { present } from "@relaydeck/kit/assert";
import { every, systemClock } from "@relaydeck/kit/clock";
import { err, ok } from "@relaydeck/kit/result";
import { Main, SkipLink, VisitProvider } from "../app/page.tsx";
import { languageOf } from "@relaydeck/contract/languages";
import { loadCommonTexts, loadDashboardTexts } from "../texts/load.ts";
import { DashboardTextsProvider, TextsProvider } from "../texts/texts.tsx";
import { Announcer } from "../ui/announcer.tsx";
import { TimeProvider } from "../ui/time.tsx";
import { ToastProvider } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { DashboardDataProvider, relayKey, type DashboardActions, type DashboardData } from "./data.tsx";
import { DashboardPage } from "./dashboard-page.tsx";
import { paceMs } from "./paced-live.ts";
import { LinkStatus } from "./link-status.tsx";
import { aHistory, anAttempt, minute, now, powerOneData } from "./testing/builders.ts";
import { aDashboard, askingAttempt, demoDevices, manyDevices, statesDevices, withReport } from "./testing/worlds.ts";

const nothingRead = { data: null, failed: false, readAt: null };
const down = { link: "down", phase: "reconnecting", downSince: now - 3 * minute, tries: 4 } as const;

const scenes: Readonly<Record<string, () => DashboardData>> = {
  page: () => aDashboard(),
  demo: () => aDashboard({ isDemo: true }),
  cards: () => aDashboard({ devices: demoDevices.slice(1, 7) }),
  states: () => aDashboard({ devices: statesDevices(), attempts: askingAttempt }),
  loading: () => aDashboard({ devices: null, status: null, activity: nothingRead, shares: null }),
  failed: () => aDashboard({ devices: null, status: null, activity: { ...nothingRead, failed: true }, devicesFailure: "load" }),
  refresh: () => aDashboard({ devicesFailure: "refresh", activity: { ...aDashboard().activity, failed: true } }),
  newcomer: () => aDashboard({ devices: [], activity: { data: [], failed: false, readAt: now }, gaps: [], isDemo: true }),
  down: () => aDashboard({ link: down }),
  many: () => aDashboard({ devices: manyDevices(200) }),
  "states-down": () => aDashboard({ devices: statesDevices(), link: down }),
};

const asked = new URLSearchParams(location.search);
const language = languageOf(asked.get("lang"));
document.documentElement.lang = language;
document.documentElement.dataset["theme"] = asked.get("theme") ?? "light";
const clock = systemClock();
/** `&later=60`: as it all stands that many seconds later. */
const offsetMs = now + Number(asked.get("later") ?? 0) * 1_000 - clock.now();

const scene = present(scenes[asked.get("scene") ?? "page"], "No such scene")();

function Gallery() {
  const [data, setData] = useState(scene);
  const actions = useMemo<DashboardActions>(
    () => ({
      switchRelay: (relay, target) =>
        setData((before) => ({ ...before, attempts: new Map([...before.attempts, [relayKey(relay), anAttempt({ target })]]) })),
      dismiss: (_relay, dismissal) => {
        if (dismissal.what !== "command") return;
        setData((before) => ({ ...before, dismissed: new Set([...before.dismissed, dismissal.commandId]) }));
      },
      checkDevice: () => Promise.resolve(ok(null)),
      registerDevice: () => Promise.resolve(err({ message: "This serial number cannot be registered.", issues: new Map() })),
      refresh: () => Promise.resolve(),
      usePowerOne: () => ({ data: powerOneData(), failed: false, readAt: now }),
      useActiveAlerts: () => 2,
      removeDevice: (device) =>
        setData((before) => ({
          ...before,
          devices: before.devices?.filter(({ id }) => id !== device.id) ?? null,
          removed: [...before.removed, device],
          givenUp: new Set([...before.givenUp, device.id]),
        })),
      restoreDevice: () => setData((before) => ({ ...before, devices: scene.devices, removed: [] })),
      useLogView: () => ({ clearedAt: null, clear: () => {}, restore: () => {}, readBefore: () => Promise.resolve([]) }),
      settle: () => {},
      useHistory: () => ({ data: aHistory(), failed: false, readAt: now }),
    }),
    [],
  );
  useReports(setData);
  return (
    <DashboardDataProvider data={data} actions={actions}>
      <SkipLink />
      <header className="app-header">
        <strong>Relaydeck</strong>
        <LinkStatus />
      </header>
      <Main className="page page-wide">
        <DashboardPage clock={clock} deviceId={null} onCreateAccount={() => {}} />
      </Main>
    </DashboardDataProvider>
  );
}

/** `&reports=50`: as many reports a second, one device after the other, shown at the pace of the live data. */
function useReports(setData: Dispatch<SetStateAction<DashboardData>>) {
  useEffect(() => {
    const perSecond = Number(asked.get("reports") ?? 0);
    if (perSecond === 0) return;
    let turn = 0;
    let devices = manyDevices(200);
    return every(clock, 1_000 / perSecond, () => {
      turn += 1;
      devices = withReport(devices, turn);
      if (turn % Math.max(1, Math.round((perSecond * paceMs) / 1_000)) !== 0) return;
      setData((before) => ({ ...before, devices }));
    });
  }, [setData]);
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <TooltipProvider>
      <TimeProvider clock={clock} offsetMs={offsetMs}>
        <VisitProvider>{children}</VisitProvider>
      </TimeProvider>
    </TooltipProvider>
  );
}

const [common, dashboard] = await Promise.all([loadCommonTexts(language), loadDashboardTexts(language)]);
createRoot(present(document.getElementById("root"), "The page has no #root")).render(
  <StrictMode>
    <TextsProvider language={language} common={common} timeZone="UTC">
      <DashboardTextsProvider texts={dashboard}>
        <Announcer clock={clock}>
          <ToastProvider clock={clock}>
            <Frame>
              <Gallery />
            </Frame>
          </ToastProvider>
        </Announcer>
      </DashboardTextsProvider>
    </TextsProvider>
  </StrictMode>,
);
