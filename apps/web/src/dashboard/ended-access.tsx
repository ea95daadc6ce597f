/**
 * A device that is gone and that this page has not removed itself: a share that ended, or one's own that was removed elsewhere
 * or passed on. Said above the list until it is put away or is there again, and once aloud. [D25]
 *
 * Focus that was in the card goes on to what tells this; when that is put away, to the page's heading. [A2]
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { DashboardTexts } from "../texts/en/dashboard.ts";
import { useDashboardTexts, useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { IconButton } from "../ui/button.tsx";
import { Banner } from "../ui/feedback.tsx";
import { useDashboardData } from "./data.tsx";
import { useMoves } from "./use-settling.ts";

/** Those in `before` that `after` no longer holds, without what was removed here: that has a strip of its own. */
export function goneElsewhere(
  before: readonly Device[],
  after: readonly Device[],
  givenUp: ReadonlySet<string>,
): readonly Device[] {
  const left = new Set(after.map((device) => device.id));
  return before.filter(({ id }) => !left.has(id) && !givenUp.has(id));
}

export function goneText({ name, userPermission }: Device, texts: DashboardTexts["devices"]): string {
  return userPermission === "owner" ? texts.gone(name) : texts.accessEnded(name);
}

/** Who revoked it may have taken that back. */
function stillGone(ended: readonly Device[], now: readonly Device[]): readonly Device[] {
  const here = new Set(now.map((device) => device.id));
  return ended.filter((device) => !here.has(device.id));
}

export function EndedAccess() {
  const { devices, givenUp } = useDashboardData();
  const texts = useDashboardTexts().devices;
  const common = useTexts();
  const announce = useAnnounce();
  const [before, setBefore] = useState(devices);
  const [ended, setEnded] = useState<readonly Device[]>([]);
  const [newest, setNewest] = useState<Device | null>(null);
  if (devices !== null && devices !== before) {
    setBefore(devices);
    const gone = goneElsewhere(before ?? [], devices, givenUp);
    const still = stillGone(ended, devices);
    if (gone.length > 0) setNewest(gone.at(-1) ?? null);
    if (gone.length > 0 || still.length < ended.length) setEnded([...still, ...gone]);
  }
  const speak = useEffectEvent(() => {
    if (newest !== null) announce(goneText(newest, texts));
  });
  useEffect(() => speak(), [newest]);
  useFocusOnwards(ended);
  useMoves(ended.map(({ id }) => id).join(" "));
  if (ended.length === 0) return null;
  return (
    <div data-ended-access="" tabIndex={-1}>
      <Banner
        tone="info"
        icon="info"
        action={<IconButton icon="cross" size="small" label={common.dismiss} onClick={() => setEnded([])} />}
      >
        {ended.map((device) => goneText(device, texts)).join(" ")}
      </Banner>
    </div>
  );
}

/** What is taken from the page loses its focus to nobody and without a word, so who had it last is kept here. */
function useFocusOnwards(ended: readonly Device[]): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const keep = () => void (last.current = document.activeElement);
    document.addEventListener("focusin", keep);
    return () => document.removeEventListener("focusin", keep);
  }, []);
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    focusOnwards();
  }, [ended]);
}

/** To what tells that something is gone; where nothing does, to the page's heading. */
export function focusOnwards(): void {
  const next = document.querySelector<HTMLElement>("[data-ended-access]") ?? document.querySelector<HTMLElement>("main h1");
  next?.focus();
}
