/** My Devices: owned ones and those shared to switch. Cards up to six, rows beyond, and one's own choice over both. */
import { useRef, type ReactNode } from "react";
import { useDashboardTexts, useTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../ui/feedback.tsx";
import { useGradually } from "../ui/gradually.ts";
import { useHandedFocus } from "../ui/handed-focus.ts";
import { CompactDevice } from "./compact-device.tsx";
import { useDashboardData } from "./data.tsx";
import { DeviceCard } from "./device-card.tsx";
import { isFiltered, mostOpenCards, type ListState, type ViewChoice } from "./list-state.tsx";
import { Tile } from "./tile.tsx";
import type { ListedDevice, useShownDevices } from "./use-device-list.ts";

interface DevicesTileProps {
  /** Somebody's own; null for the word of the catalogue. */
  title: string | null;
  /** Null until known. */
  listed: readonly ListedDevice[] | null;
  shownDevices: ReturnType<typeof useShownDevices>;
  list: ListState;
  /** Something to stand in a device's card, by device id, such as the demo's hint. */
  extraOf: (deviceId: string) => ReactNode;
  /** Stands here while there is no device at all. */
  empty: ReactNode;
}

export function viewOf(list: Pick<ListState, "view">, count: number): ViewChoice {
  return list.view ?? (count > mostOpenCards ? "list" : "cards");
}

export function DevicesTile(props: DevicesTileProps) {
  const { listed } = props;
  const texts = useDashboardTexts();
  const title = props.title ?? texts.tiles.devices;
  return (
    <Tile kind="devices" title={listed === null ? title : texts.tiles.counted(title, listed.length)}>
      {listed === null ? <DevicesMissing /> : <Devices {...props} listed={listed} />}
    </Tile>
  );
}

/** Nothing is known yet, or nothing could be read; the banner above says which. */
export function DevicesMissing() {
  const { devicesFailure } = useDashboardData();
  return devicesFailure === null ? <SkeletonRows rows={3} height={64} /> : null;
}

function Devices({ listed, shownDevices, list, extraOf, empty }: DevicesTileProps & { listed: readonly ListedDevice[] }) {
  const { shown } = shownDevices;
  if (listed.length === 0) return empty;
  if (shown.length === 0) return isFiltered(list) && <NoMatch list={list} />;
  if (viewOf(list, listed.length) === "cards") {
    return (
      <div className="cards">
        <Cards shown={shown} extraOf={extraOf} />
      </div>
    );
  }
  return (
    <div className="rows">
      {shown.map(({ device }) => (
        <CompactDevice
          key={device.id}
          device={device}
          isOpen={list.open.has(device.id)}
          onToggle={list.toggleOpen}
          extra={extraOf(device.id)}
        />
      ))}
    </div>
  );
}

/** More than a screen shows, few enough for one task on a slow machine. */
const cardsAtOnce = 6;

function Cards({ shown, extraOf }: { shown: readonly ListedDevice[]; extraOf: (deviceId: string) => ReactNode }) {
  const count = useGradually(shown.length, cardsAtOnce);
  return shown.slice(0, count).map(({ device }) => <DeviceCard key={device.id} device={device} extra={extraOf(device.id)} />);
}

/** No result is not "empty": it names what was asked for and lifts it. */
function NoMatch({ list }: { list: ListState }) {
  const texts = useDashboardTexts().filter;
  const text = list.text.trim();
  const clear = useRef<HTMLButtonElement>(null);
  useHandedFocus(clear, () => document.querySelector(".tile[data-tile=devices] [data-device]"));
  return (
    <EmptyState
      icon="search"
      action={
        <Button ref={clear} onClick={list.clear}>
          {texts.clear}
        </Button>
      }
    >
      <p>{text === "" ? texts.noMatchState : texts.noMatch(text)}</p>
    </EmptyState>
  );
}

/** Above the tiles, because it says something about all of them. */
export function useDevicesFailureText(): string | null {
  const { devicesFailure } = useDashboardData();
  const texts = useDashboardTexts().devices;
  if (devicesFailure === null) return null;
  return devicesFailure === "load" ? texts.loadFailed : texts.refreshFailed;
}

export function TryAgainButton({ isReading = false, onPress }: { isReading?: boolean; onPress: () => void }) {
  const texts = useTexts();
  return (
    <Button size="small" busy={isReading && texts.loading} onClick={onPress}>
      {texts.tryAgain}
    </Button>
  );
}
