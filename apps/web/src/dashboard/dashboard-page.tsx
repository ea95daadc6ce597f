/**
 * The signed-in home: heading, what needs a person, the list, and the tiles of the page's default arrangement. [D1, D2]
 *
 * Not here: the shell around it, where the data comes from (live-data.tsx), and arranging the page, which is a later issue.
 */
import { useEffect, useId, useState, type ReactNode } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { productName } from "@relaydeck/contract/product";
import type { Clock } from "@relaydeck/kit/clock";
import { PageHeading } from "../app/page.tsx";
import { useDashboardTexts, useTexts } from "../texts/texts.tsx";
import { ActivityTile } from "./activity-tile.tsx";
import { useDashboardData } from "./data.tsx";
import { pageDefault } from "./default-layout.ts";
import { DemoStrip } from "./demo/demo-strip.tsx";
import { firstDemoDevice, isHintDue, SwitchHint } from "./demo/switch-hint.tsx";
import { DevicesTile, viewOf } from "./devices-tile.tsx";
import { EndedAccess } from "./ended-access.tsx";
import { DevicesFailureBanner, LinkBanner } from "./link-banner.tsx";
import { useListState, type ListState } from "./list-state.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { Newcomer } from "./newcomer.tsx";
import { needsAttention } from "./order.ts";
import { RegisterPanel, RegisterToggle, useRegisterState } from "./register-box.tsx";
import { SharedTile } from "./shared-tile.tsx";
import { StatusTile } from "./status-tile.tsx";
import { useListedDevices, useShownDevices, type ListedDevice } from "./use-device-list.ts";
import { useHighlight } from "./use-highlight.ts";
import { useSpokenLink, useSpokenOutcomes } from "./use-spoken-events.ts";

export interface DashboardPageProps {
  clock: Clock;
  /** Device to show first, from the address. */
  deviceId: string | null;
  /** Leaves the demo for the registration page. */
  onCreateAccount: () => void;
}

export function DashboardPage({ clock, deviceId, onCreateAccount }: DashboardPageProps) {
  const { isDemo } = useDashboardData();
  const listed = useListedDevices();
  useSpokenOutcomes();
  useSpokenLink(clock);
  useProblemTitle(listed?.filter(needsAttention).length ?? 0);
  return (
    <div className="dashboard">
      {isDemo && <DemoStrip onCreateAccount={onCreateAccount} />}
      <LinkBanner />
      <DevicesFailureBanner />
      <EndedAccess />
      <Content key={listed === null ? "loading" : "ready"} listed={listed} clock={clock} deviceId={deviceId} />
    </div>
  );
}

function Content({ listed, clock, deviceId }: { listed: readonly ListedDevice[] | null; clock: Clock; deviceId: string | null }) {
  const hint = useHint();
  const list = useListState(new Set([deviceId, hint.firstId].filter((id) => id !== null)));
  const shownDevices = useShownDevices(listed ?? [], list);
  const register = useRegisterState(listed === null || listed.length > 0);
  const panelId = useId();
  const highlight = useHighlight(clock, deviceId);
  function onRegistered(device: Device) {
    list.clear();
    highlight(device.id);
  }
  const hintCard = (id: string) => (id === hint.firstId ? hint.card : null);
  return (
    <>
      <div className="page-head">
        <Headline />
        {listed !== null && <RegisterToggle state={register} panelId={panelId} />}
      </div>
      {listed !== null && <RegisterPanel state={register} panelId={panelId} onRegistered={onRegistered} />}
      {listed !== null && listed.length > 0 && <Toolbar listed={listed} list={list} shownCount={shownDevices.shown.length} />}
      <div className="tiles">
        <DevicesTile
          listed={listed}
          shownDevices={shownDevices}
          list={list}
          extraOf={hintCard}
          empty={<Newcomer onSerial={register.setSerial} />}
        />
        <SharedTile />
        <StatusTile />
        <ActivityTile />
      </div>
    </>
  );
}

function Headline() {
  const texts = useDashboardTexts();
  return (
    <div>
      <PageHeading title={texts.title} />
      <p className="page-sub">{texts.layoutLine(texts.defaultLayout, pageDefault.length)}</p>
    </div>
  );
}

function Toolbar(props: { listed: readonly ListedDevice[]; list: ListState; shownCount: number }) {
  return <ListToolbar {...props} view={viewOf(props.list, props.listed.length)} />;
}

/** The demo's hint: once due it stays until it is put away. `firstId` is the device whose row is open from the start. */
function useHint(): { firstId: string | null; card: ReactNode } {
  const { isDemo, devices } = useDashboardData();
  const [stage, setStage] = useState<"waiting" | "shown" | "dismissed">("waiting");
  if (!isDemo || devices === null) return { firstId: null, card: null };
  if (stage === "waiting" && isHintDue(devices)) setStage("shown");
  const card = stage === "shown" ? <SwitchHint devices={devices} onDismiss={() => setStage("dismissed")} /> : null;
  return { firstId: firstDemoDevice(devices)?.id ?? null, card };
}

/** The tab carries how many devices need a person: “(2) Dashboard”. */
function useProblemTitle(count: number): void {
  const texts = useTexts();
  const { title } = useDashboardTexts();
  useEffect(() => {
    const page = texts.pageTitle(title, productName);
    document.title = count === 0 ? page : texts.problemTitle(count, page);
  }, [texts, title, count]);
}
