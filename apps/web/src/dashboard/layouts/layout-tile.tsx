/** What stands in the grid for a component: the tile of its type, or a word where there is none or where it broke. [D7] */
import { useState, type ReactNode } from "react";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { Boundary } from "../../app/error-boundary.tsx";
import { useDashboardTexts, useTexts } from "../../texts/texts.tsx";
import { EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { lazyPart, MissingPart, useFocusOnwards, type Again } from "../../ui/lazy-part.tsx";
import { useIsPhone } from "../../app/header/use-is-phone.ts";
import { WhenNear } from "../../ui/when-near.tsx";
import { SharedTile } from "../shared-tile.tsx";
import { Tile } from "../tile.tsx";
import { knownType, ownTitle } from "./titles.ts";

const ActivityTile = lazyPart<{ title: string | null }>(
  async () => (await import("../activity/activity-tile.tsx")).ActivityTile,
  {
    waiting: ({ title }) => <WaitingTile kind="activity" title={title} />,
    missing: ({ title }, missed) => <BrokenTile kind="activity" title={title} {...missed} />,
  },
);
const StatusTile = lazyPart<{ title: string | null }>(async () => (await import("../status-tile.tsx")).StatusTile, {
  waiting: ({ title }) => <WaitingTile kind="status" title={title} />,
  missing: ({ title }, missed) => <BrokenTile kind="status" title={title} {...missed} />,
});
const inTile = {
  waiting: () => <SkeletonRows rows={2} height={48} />,
  missing: (_: unknown, missed: Again) => <Broken {...missed} />,
};
const AnalyticsOverview = lazyPart(async () => (await import("../widgets/analytics-overview.tsx")).AnalyticsOverview, inTile);
const QuickControls = lazyPart<{ component: LayoutComponent }>(
  async () => (await import("../widgets/quick-controls.tsx")).QuickControls,
  inTile,
);

interface LayoutTileProps {
  component: LayoutComponent;
  /** The device list with what the page has chosen for it. */
  devices: (title: string | null) => ReactNode;
}

/** Whatever breaks in a tile, also while it is fetched, leaves the others as they are. */
export function LayoutTile(props: LayoutTileProps) {
  const { component } = props;
  const [tries, setTries] = useState(0);
  const noteFocus = useFocusOnwards();
  function tryAgain() {
    noteFocus();
    setTries(tries + 1);
  }
  const kind = kinds[knownType(component.type) ?? "unknown"];
  const broken = () => <BrokenTile kind={kind} title={ownTitle(component)} onTryAgain={tryAgain} />;
  return (
    <Boundary key={tries} fallback={broken}>
      <TileOfType {...props} />
    </Boundary>
  );
}

interface StandInProps {
  kind: (typeof kinds)[keyof typeof kinds];
  /** Somebody's own; null for the word of the catalogue. */
  title: string | null;
}

function BrokenTile({ kind, title, ...again }: StandInProps & Again) {
  const titles = useDashboardTexts().tiles;
  return (
    <Tile kind={kind} title={title ?? titles[kind]}>
      <Broken {...again} />
    </Tile>
  );
}

function Broken(again: Again) {
  return <MissingPart {...again} words={useTexts().crash.tile} />;
}

function WaitingTile({ kind, title }: StandInProps) {
  const titles = useDashboardTexts().tiles;
  return (
    <Tile kind={kind} title={title ?? titles[kind]}>
      <SkeletonRows rows={4} height={32} />
    </Tile>
  );
}

/** By type the tile's kind, which is also the key of its word. */
const kinds = {
  "device-list": "devices",
  "shared-devices": "shared",
  "system-status": "status",
  "activity-log": "activity",
  "analytics-overview": "analytics",
  "quick-controls": "quick",
  "device-registration": "unknown",
  unknown: "unknown",
} as const;

function TileOfType({ component, devices }: LayoutTileProps): ReactNode {
  const texts = useDashboardTexts().tiles;
  const title = ownTitle(component);
  switch (knownType(component.type)) {
    case "device-list":
      return devices(title);
    case "shared-devices":
      return <SharedTile title={title} />;
    case "system-status":
      return (
        <BelowDevices kind="status" title={title}>
          <StatusTile title={title} />
        </BelowDevices>
      );
    case "activity-log":
      return (
        <BelowDevices kind="activity" title={title}>
          <ActivityTile title={title} />
        </BelowDevices>
      );
    case "analytics-overview":
      return (
        <Tile kind="analytics" title={title ?? texts.analytics}>
          <AnalyticsOverview />
        </Tile>
      );
    case "quick-controls":
      return (
        <Tile kind="quick" title={title ?? texts.quick}>
          <QuickControls component={component} />
        </Tile>
      );
    case "device-registration":
      return null;
    case null:
      return (
        <Tile kind="unknown" title={title ?? texts.unknown}>
          <EmptyState icon="diamond-question">
            <p>{texts.unknownType}</p>
          </EmptyState>
        </Tile>
      );
  }
}

/** On a phone such a tile stands below all devices, and is fetched when it comes near. */
function BelowDevices({ children, ...tile }: StandInProps & { children: ReactNode }) {
  return (
    <WhenNear isNear={!useIsPhone()} fallback={<WaitingTile {...tile} />}>
      {children}
    </WhenNear>
  );
}
