/**
 * The signed-in home: heading, what needs a person, and the tiles of the layout that is shown. [D1, D2]
 *
 * Not here: the shell around it, where the data comes from (live-data.tsx), and where the tiles stand (layouts/).
 */
import { useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { useSearchParams } from "wouter";
import type { Device } from "@relaydeck/contract/devices";
import type { Clock } from "@relaydeck/kit/clock";
import { PageHeading } from "../app/page.tsx";
import { useDashboardTexts } from "../texts/texts.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useDashboardData } from "./data.tsx";
import { DemoStrip } from "./demo/demo-strip.tsx";
import { firstDemoDevice, isHintDue, SwitchHint } from "./demo/switch-hint.tsx";
import { DeviceDialogsProvider } from "./device-dialogs.tsx";
import { DevicesMissing, DevicesTile, viewOf } from "./devices-tile.tsx";
import { EndedAccess } from "./ended-access.tsx";
import { CustomizeButton, DashboardLayout, type WorkshopPlace } from "./layouts/dashboard-layout.tsx";
import { LayoutChoice } from "./layouts/layout-choice.tsx";
import { LayoutTile } from "./layouts/layout-tile.tsx";
import { isDrawn } from "./layouts/placing.ts";
import { useShownLayout, type ShownLayout } from "./layouts/use-shown-layout.ts";
import { DevicesFailureBanner, LinkBanner } from "./link-banner.tsx";
import { filterOf, useListState } from "./list-state.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { needsAttention } from "./order.ts";
import { useProblemMark } from "./problem-mark.ts";
import { RemovedDevices } from "./owning/removed-devices.tsx";
import { RegisterPanel, RegisterToggle, useRegisterState } from "./register-box.tsx";
import { useListedDevices, useShownDevices, type ListedDevice } from "./use-device-list.ts";
import { useHighlight } from "./use-highlight.ts";
import { useShownDevice } from "./use-shown-device.ts";

const Newcomer = lazyPart(async () => (await import("./newcomer.tsx")).Newcomer, {
  waiting: () => <DevicesMissing />,
});

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
  useProblemMark(listed?.filter(needsAttention).length ?? 0);
  return (
    <div className="dashboard">
      {isDemo && <DemoStrip onCreateAccount={onCreateAccount} />}
      <LinkBanner />
      <DevicesFailureBanner />
      <EndedAccess />
      <RemovedDevices />
      <DeviceDialogsProvider>
        <Content key={listed === null ? "loading" : "ready"} listed={listed} clock={clock} deviceId={deviceId} />
      </DeviceDialogsProvider>
    </div>
  );
}

function Content({ listed, clock, deviceId }: { listed: readonly ListedDevice[] | null; clock: Clock; deviceId: string | null }) {
  const hint = useHint();
  const [search] = useSearchParams();
  const open = new Set([deviceId, hint.firstId].filter((id) => id !== null));
  const list = useListState({ ...filterOf(search), open });
  const shownDevices = useShownDevices(listed ?? [], list);
  const register = useRegisterState(listed === null || listed.length > 0);
  const panelId = useId();
  const highlight = useHighlight(clock, deviceId);
  const layout = useShownLayout();
  const [place, setPlace] = useState<WorkshopPlace>("closed");
  const opener = useRef<HTMLButtonElement>(null);
  const hasList = layout.components.some((component) => component.type === "device-list" && isDrawn(component));
  useShownDevice({ list, layout, highlight });
  function onRegistered(device: Device) {
    list.clear();
    highlight(device.id);
  }
  const hintCard = (id: string) => (id === hint.firstId ? hint.card : null);
  const devices = (title: string | null) => (
    <DevicesTile
      title={title}
      listed={listed}
      shownDevices={shownDevices}
      list={list}
      extraOf={hintCard}
      empty={<Newcomer onSerial={register.setSerial} />}
    />
  );
  const filtered = place === "page" || !hasList || listed === null || listed.length === 0 ? null : listed;
  return (
    <>
      <div className="page-head">
        <Headline layout={layout} />
        <div className="actions">
          {listed !== null && <RegisterToggle state={register} panelId={panelId} />}
          <CustomizeButton ref={opener} onPress={() => setPlace("dialog")} />
        </div>
      </div>
      {listed !== null && <RegisterPanel state={register} panelId={panelId} onRegistered={onRegistered} />}
      {filtered !== null && <Toolbar listed={filtered} list={list} shownDevices={shownDevices} />}
      <DashboardLayout
        shown={layout}
        place={place}
        openedFrom={opener}
        onPlace={setPlace}
        tileOf={(component) => <LayoutTile component={component} devices={devices} />}
      />
    </>
  );
}

function Headline({ layout }: { layout: ShownLayout }) {
  const texts = useDashboardTexts();
  return (
    <div>
      <PageHeading title={texts.title} />
      <p className="page-sub">
        <LayoutChoice shown={layout} />
        {` · ${texts.visibleCount(layout.visibleCount)}`}
      </p>
    </div>
  );
}

function Toolbar(props: Omit<ComponentProps<typeof ListToolbar>, "view">) {
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
