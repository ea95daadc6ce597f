/**
 * A device that somebody shared and is gone: said above the list until it is put away or is there again, and once aloud.
 *
 * Focus that was in the card goes on to what tells this; when that is put away, to the page's heading. [A2]
 */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
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

/** Who revoked it may have taken that back. */
function stillGone(ended: readonly Device[], now: readonly Device[]): readonly Device[] {
  const here = new Set(now.map((device) => device.id));
  return ended.filter((device) => !here.has(device.id));
}

export function EndedAccess() {
  const { devices } = useDashboardData();
  const texts = useDashboardTexts().devices;
  const common = useTexts();
  const announce = useAnnounce();
  const [before, setBefore] = useState(devices);
  const [ended, setEnded] = useState<readonly Device[]>([]);
  const [newest, setNewest] = useState<Device | null>(null);
  if (devices !== null && devices !== before) {
    setBefore(devices);
    const gone = endedShares(before ?? [], devices);
    const still = stillGone(ended, devices);
    if (gone.length > 0) setNewest(gone.at(-1) ?? null);
    if (gone.length > 0 || still.length < ended.length) setEnded([...still, ...gone]);
  }
  const speak = useEffectEvent(() => {
    if (newest !== null) announce(texts.accessEnded(newest.name));
  });
  useEffect(() => speak(), [newest]);
  const banner = useRef<HTMLDivElement>(null);
  useFocusOnwards(banner, ended.length);
  if (ended.length === 0) return null;
  return (
    <div ref={banner} tabIndex={-1}>
      <Banner
        tone="info"
        icon="info"
        action={<IconButton icon="cross" size="small" label={common.dismiss} onClick={() => setEnded([])} />}
      >
        {ended.map(({ name }) => texts.accessEnded(name)).join(" ")}
      </Banner>
    </div>
  );
}

/** What is taken from the page loses its focus to nobody and without a word, so who had it last is kept here. */
function useFocusOnwards(banner: RefObject<HTMLElement | null>, count: number): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const keep = () => void (last.current = document.activeElement);
    document.addEventListener("focusin", keep);
    return () => document.removeEventListener("focusin", keep);
  }, []);
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    const next = banner.current ?? document.querySelector<HTMLElement>("main h1");
    next?.focus();
  }, [banner, count]);
}
