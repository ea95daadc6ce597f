/** The viewer's devices with what they are sorted, counted and filtered by. View shares are apart, in their own tile. [D39] */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useLanguage } from "../texts/texts.tsx";
import { useClock, useReadNow } from "../ui/time.tsx";
import { matchesFilter } from "./counts.ts";
import { useDashboardData, useSituation } from "./data.tsx";
import { concernsOf, deviceStatus, type Concern } from "./device-view.ts";
import type { ListState } from "./list-state.tsx";
import { inOrder, problemsFirst } from "./order.ts";
import { truthOf, type Link } from "./relay-truth.ts";
import { relayFactsIn } from "./use-relay.ts";
import { useMoves } from "./use-settling.ts";

export interface ListedDevice {
  readonly id: string;
  readonly name: string;
  readonly concerns: readonly Concern[];
  readonly device: Device;
}

/** Null until the devices are known. */
export function useListedDevices(): readonly ListedDevice[] | null {
  const { devices, attempts, dismissed, doubts } = useDashboardData();
  const { link } = useSituation();
  const readNow = useReadNow();
  const language = useLanguage();
  return useMemo(() => {
    if (devices === null) return null;
    const now = readNow();
    const situation = { attempts, dismissed, doubts, link };
    const mine = devices.filter((device) => device.userPermission !== "view");
    const listed = mine.map((device) => {
      const relays = device.relays.map((relay) => ({ truth: truthOf(relayFactsIn(situation, { device, relay, now })) }));
      return { id: device.id, name: device.name, device, concerns: concernsOf(deviceStatus(device, { link, now }), relays) };
    });
    return problemsFirst(listed, language);
  }, [devices, attempts, dismissed, doubts, link, readNow, language]);
}

/**
 * What passed the filter, and has since, in an order that stands still until somebody asks for it or looks at the list anew.
 * Nothing leaves by itself either: the next one would come under a finger that has just pressed.
 */
export function useShownDevices(listed: readonly ListedDevice[], list: Pick<ListState, "text" | "concern">) {
  const filter = `${list.concern ?? ""} ${list.text}`;
  const matching = listed.filter(({ device, concerns }) => matchesFilter({ ...device, concerns }, list));
  const [standing, setStanding] = useState({ filter, ids: idsOf(matching) });
  const newcomers = matching.filter(({ id }) => !standing.ids.includes(id));
  if (standing.filter !== filter) setStanding({ filter, ids: idsOf(matching) });
  else if (newcomers.length > 0) setStanding({ filter, ids: [...standing.ids, ...idsOf(newcomers)] });
  const sortAgain = () => setStanding({ filter, ids: idsOf(matching) });
  const order = idsOf(matching).join();
  useOnReturn(sortAgain, { link: useSituation().link, order });
  const shown = inOrder(listed, standing.ids);
  useMoves(idsOf(shown).join(), filter);
  return { shown, isSorted: idsOf(shown).join() === order, sortAgain };
}

function idsOf(devices: readonly ListedDevice[]): string[] {
  return devices.map(({ id }) => id);
}

/** In milliseconds: as long as a link that was lost behind another tab or a locked screen may take to come back. */
const returnMs = 30_000;
/** In milliseconds: as long as the first picture of a link that has come back takes to stand. */
const pictureMs = 1_000;

/**
 * Calls it each time the page comes back from behind another tab or a locked screen, and once more for the first picture of
 * its link, where that had to come back too. `order`: the one that a newcomer would see.
 */
function useOnReturn(act: () => void, { link, order }: { link: Link; order: string }): void {
  const clock = useClock();
  const returnedAt = useRef(Number.NEGATIVE_INFINITY);
  const linkedAt = useRef(Number.NEGATIVE_INFINITY);
  const returned = useEffectEvent(() => {
    if (document.visibilityState !== "visible") return;
    returnedAt.current = clock.monotonic();
    act();
  });
  const linked = useEffectEvent(() => {
    const now = clock.monotonic();
    if (now - returnedAt.current < returnMs) linkedAt.current = now;
    returnedAt.current = Number.NEGATIVE_INFINITY;
  });
  const ordered = useEffectEvent(() => {
    if (clock.monotonic() - linkedAt.current < pictureMs) act();
  });
  useEffect(() => {
    const listener = () => returned();
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  }, []);
  useEffect(() => {
    if (link === "live") linked();
  }, [link]);
  useEffect(() => ordered(), [link, order]);
}
