/** A device that somebody shared and is gone: said where it stood, until it is put away, and once aloud. */
import { useEffect, useEffectEvent, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts, useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { IconButton } from "../ui/button.tsx";
import { Banner } from "../ui/feedback.tsx";
import { useDashboardData } from "./data.tsx";

/** Devices of other people in `before` that `after` no longer holds. One's own are removed by oneself. */
export function endedShares(before: readonly Device[], after: readonly Device[]): readonly Device[] {
  const left = new Set(after.map((device) => device.id));
  return before.filter((device) => device.userPermission !== "owner" && !left.has(device.id));
}

export function EndedAccess() {
  const { devices } = useDashboardData();
  const texts = useDashboardTexts().devices;
  const common = useTexts();
  const announce = useAnnounce();
  const [before, setBefore] = useState(devices);
  const [ended, setEnded] = useState<readonly string[]>([]);
  if (devices !== null && devices !== before) {
    setBefore(devices);
    const names = endedShares(before ?? [], devices).map((device) => device.name);
    if (names.length > 0) setEnded([...ended, ...names]);
  }
  const speak = useEffectEvent(() => {
    const name = ended.at(-1);
    if (name !== undefined) announce(texts.accessEnded(name));
  });
  useEffect(() => speak(), [ended.length]);
  if (ended.length === 0) return null;
  return (
    <Banner
      tone="info"
      icon="info"
      action={<IconButton icon="cross" size="small" label={common.dismiss} onClick={() => setEnded([])} />}
    >
      {ended.map((name) => texts.accessEnded(name)).join(" ")}
    </Banner>
  );
}
