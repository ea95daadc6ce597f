/** What stands in the grid for a component: the tile of its type, or a word where there is none or where it broke. [D7] */
import { lazy, Suspense, type ReactNode } from "react";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { Boundary } from "../../app/error-boundary.tsx";
import { useDashboardTexts, useTexts } from "../../texts/texts.tsx";
import { EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { useIsPhone } from "../../app/header/use-is-phone.ts";
import { WhenNear } from "../../ui/when-near.tsx";
import { SharedTile } from "../shared-tile.tsx";
import { Tile } from "../tile.tsx";
import { knownType, ownTitle } from "./titles.ts";

const ActivityTile = lazy(async () => ({ default: (await import("../activity/activity-tile.tsx")).ActivityTile }));
const StatusTile = lazy(async () => ({ default: (await import("../status-tile.tsx")).StatusTile }));
const AnalyticsOverview = lazy(async () => ({ default: (await import("../widgets/analytics-overview.tsx")).AnalyticsOverview }));
const QuickControls = lazy(async () => ({ default: (await import("../widgets/quick-controls.tsx")).QuickControls }));

interface LayoutTileProps {
  component: LayoutComponent;
  /** The device list with what the page has chosen for it. */
  devices: (title: string | null) => ReactNode;
}

/** Whatever breaks in a tile, also while it is fetched, leaves the others as they are. */
export function LayoutTile(props: LayoutTileProps) {
  return (
    <Boundary fallback={() => <BrokenTile component={props.component} />}>
      <TileOfType {...props} />
    </Boundary>
  );
}

function BrokenTile({ component }: Pick<LayoutTileProps, "component">) {
  const { tile } = useTexts().crash;
  const titles = useDashboardTexts().tiles;
  const kind = kinds[knownType(component.type) ?? "unknown"];
  return (
    <Tile kind={kind} title={ownTitle(component) ?? titles[kind]}>
      <EmptyState icon="triangle">
        <p>{tile}</p>
      </EmptyState>
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
        <BelowDevices kind="status" title={title ?? texts.status}>
          <StatusTile title={title} />
        </BelowDevices>
      );
    case "activity-log":
      return (
        <BelowDevices kind="activity" title={title ?? texts.activity}>
          <ActivityTile title={title} />
        </BelowDevices>
      );
    case "analytics-overview":
      return (
        <Tile kind="analytics" title={title ?? texts.analytics}>
          <Suspense fallback={<SkeletonRows rows={2} height={48} />}>
            <AnalyticsOverview />
          </Suspense>
        </Tile>
      );
    case "quick-controls":
      return (
        <Tile kind="quick" title={title ?? texts.quick}>
          <Suspense fallback={<SkeletonRows rows={2} height={48} />}>
            <QuickControls component={component} />
          </Suspense>
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
function BelowDevices({ children, ...tile }: { kind: "status" | "activity"; title: string; children: ReactNode }) {
  const waiting = (
    <Tile {...tile}>
      <SkeletonRows rows={4} height={32} />
    </Tile>
  );
  return (
    <WhenNear isNear={!useIsPhone()} fallback={waiting}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </WhenNear>
  );
}
