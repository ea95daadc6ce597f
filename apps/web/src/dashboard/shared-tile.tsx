/** Shared Devices: what others shared to be seen. Shares that may switch stand in My Devices, with their badge. [D39] */
import { useId, useMemo } from "react";
import { useDashboardTexts, useLanguage } from "../texts/texts.tsx";
import { EmptyState, SkeletonRows } from "../ui/feedback.tsx";
import { useDashboardActions, useDashboardData } from "./data.tsx";
import { TryAgainButton } from "./devices-tile.tsx";
import { Tile } from "./tile.tsx";
import { ViewOnlyCard } from "./view-only-card.tsx";

export function SharedTile({ title }: { title: string | null }) {
  const texts = useDashboardTexts();
  return (
    <Tile kind="shared" title={title ?? texts.tiles.shared}>
      <Shared />
    </Tile>
  );
}

function Shared() {
  const texts = useDashboardTexts();
  const language = useLanguage();
  const { devices, shares, sharesFailed, devicesFailure } = useDashboardData();
  const { refresh } = useDashboardActions();
  const headingId = useId();
  const viewOnly = useMemo(() => {
    const byName = new Intl.Collator(language, { numeric: true });
    return (
      devices?.filter((device) => device.userPermission === "view").toSorted((a, b) => byName.compare(a.name, b.name)) ?? null
    );
  }, [devices, language]);
  if (viewOnly === null) return devicesFailure === null ? <SkeletonRows rows={2} height={64} /> : null;
  if (viewOnly.length === 0) {
    return (
      <EmptyState icon="user">
        <p>{texts.shared.empty}</p>
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby={headingId}>
      <h3 className="tile-subtitle" id={headingId}>
        {texts.tiles.viewOnly}
      </h3>
      {sharesFailed && (
        <p className="device-note">
          {texts.shared.loadFailed} <TryAgainButton onPress={() => void refresh()} />
        </p>
      )}
      <div className="cards">
        {viewOnly.map((device) => (
          <ViewOnlyCard key={device.id} device={device} share={shares?.get(device.id)} />
        ))}
      </div>
    </section>
  );
}
