/** Under the header while the page's copy may be old: why, and that nothing is switched. Not while it first loads. */
import { useDashboardTexts, useFormats, useTexts } from "../texts/texts.tsx";
import { Banner } from "../ui/feedback.tsx";
import { useNow } from "../ui/time.tsx";
import { useDashboardActions, useDashboardData } from "./data.tsx";
import { TryAgainButton, useDevicesFailureText } from "./devices-tile.tsx";

export function LinkBanner() {
  const { link, devices } = useDashboardData();
  const texts = useTexts().link;
  const formats = useFormats();
  const now = useNow(60_000);
  if (devices === null || link.link === "live") return null;
  if (link.link === "updating") {
    return (
      <Banner tone="info" icon="pulse-ring">
        {texts.updating}
      </Banner>
    );
  }
  if (link.link === "refused") {
    return (
      <Banner tone="bad" icon="square-x">
        {texts.refused}
      </Banner>
    );
  }
  return (
    <Banner tone="bad" icon="square-x">
      {texts.down(formats.time(link.downSince ?? now, now))}
    </Banner>
  );
}

export function DevicesFailureBanner() {
  const text = useDevicesFailureText();
  const { refresh } = useDashboardActions();
  const words = useDashboardTexts();
  if (text === null) return null;
  return (
    <div role="group" aria-label={words.tiles.devices}>
      <Banner tone="bad" icon="triangle" action={<TryAgainButton onPress={() => void refresh()} />}>
        {text}
      </Banner>
    </div>
  );
}
