/** The viewer's devices with what they are sorted, counted and filtered by. View shares are apart, in their own tile. [D39] */
import { useMemo, useState, type ComponentProps } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useLanguage } from "../texts/texts.tsx";
import { useReadNow } from "../ui/time.tsx";
import { matchesFilter } from "./counts.ts";
import { useDashboardData, useSituation } from "./data.tsx";
import { concernsOf, deviceStatus, type Concern } from "./device-view.ts";
import type { ListState } from "./list-state.tsx";
import { held, problemsFirst } from "./order.ts";
import { truthOf } from "./relay-truth.ts";
import { relayFactsIn } from "./use-relay.ts";

export interface ListedDevice {
  readonly id: string;
  readonly name: string;
  readonly concerns: readonly Concern[];
  readonly device: Device;
}

/** Null until the devices are known. */
export function useListedDevices(): readonly ListedDevice[] | null {
  const { devices } = useDashboardData();
  const situation = useSituation();
  const readNow = useReadNow();
  const language = useLanguage();
  return useMemo(() => {
    if (devices === null) return null;
    const now = readNow();
    const mine = devices.filter((device) => device.userPermission !== "view");
    const listed = mine.map((device) => {
      const relays = device.relays.map((relay) => ({ truth: truthOf(relayFactsIn(situation, { device, relay, now })) }));
      const { link } = situation;
      return { id: device.id, name: device.name, device, concerns: concernsOf(deviceStatus(device, { link, now }), relays) };
    });
    return problemsFirst(listed, language);
  }, [devices, situation, readNow, language]);
}

/** Those that pass the filter, in an order that stands still while a pointer or the focus is among them. */
export function useShownDevices(listed: readonly ListedDevice[], list: Pick<ListState, "text" | "concern">) {
  const [heldIds, setHeldIds] = useState<readonly string[] | null>(null);
  const matching = listed.filter(({ device, concerns }) => matchesFilter({ ...device, concerns }, list));
  const shown = heldIds === null ? matching : held(heldIds, matching);
  const hold = (isHeld: boolean) => setHeldIds((before) => (isHeld ? (before ?? shown.map((device) => device.id)) : null));
  return { shown, holding: holdingProps(hold) };
}

function holdingProps(hold: (isHeld: boolean) => void): ComponentProps<"div"> {
  return {
    onPointerEnter: () => hold(true),
    onPointerLeave: (event) => hold(event.currentTarget.contains(document.activeElement)),
    onFocus: () => hold(true),
    onBlur: (event) => hold(event.currentTarget.matches(":hover") || event.currentTarget.contains(event.relatedTarget)),
  };
}
