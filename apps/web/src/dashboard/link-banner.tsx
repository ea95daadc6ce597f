/**
 * Under the header while the page's copy may be old: why, and that nothing is switched. Not while it first loads, nor while a link
 * is only asked whether it is still there.
 */
import { useRef } from "react";
import { useDashboardTexts, useFormats, useTexts } from "../texts/texts.tsx";
import { Banner } from "../ui/feedback.tsx";
import { useHandedFocus } from "../ui/handed-focus.ts";
import { useNow } from "../ui/time.tsx";
import { useDashboardActions, useDashboardData } from "./data.tsx";
import { isPassing } from "./link-view.ts";
import { useMoves } from "./use-settling.ts";
import { TryAgainButton, useDevicesFailureText } from "./devices-tile.tsx";

export function LinkBanner() {
  const { link, devices } = useDashboardData();
  const texts = useTexts().link;
  const formats = useFormats();
  const now = useNow();
  const isSilent = devices === null || link.link === "live" || isPassing(link, now);
  useMoves(isSilent ? "" : link.link);
  if (isSilent) return null;
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
  useMoves(text ?? "");
  return text !== null && <DevicesFailure text={text} />;
}

function DevicesFailure({ text }: { text: string }) {
  const { refresh } = useDashboardActions();
  const words = useDashboardTexts();
  const box = useRef<HTMLDivElement>(null);
  // Read at last, it goes with the button that may have the focus.
  useHandedFocus(box, () => document.querySelector("main h1"));
  return (
    <div ref={box} role="group" aria-label={words.tiles.devices}>
      <Banner tone="bad" icon="triangle" action={<TryAgainButton onPress={() => void refresh()} />}>
        {text}
      </Banner>
    </div>
  );
}
