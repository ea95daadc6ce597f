/** What any part of the signed-in area may ask of the frame around it: the palette, the list of keys, a device to be shown. */
import { createContext, useContext, useEffect, useEffectEvent } from "react";
import type { Feed } from "@relaydeck/kit/feed";

export interface Commands {
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  /** Tells the dashboard, where it is shown, which device somebody wants to see. */
  readonly deviceAsked: Feed<string>;
  /** Parts of the page's look that its address does not carry, such as filters, for a link to just this view. */
  readonly viewParts: Map<string, string>;
}

/** Null where nothing stands around the page, as in the gallery. */
export const CommandsContext = createContext<Commands | null>(null);

export function useCommands(): Commands | null {
  return useContext(CommandsContext);
}

/** Runs for each device that somebody wants to see. */
export function useDeviceAsked(show: (deviceId: string) => void): void {
  const asked = useCommands()?.deviceAsked;
  const onAsked = useEffectEvent(show);
  useEffect(() => asked?.subscribe((deviceId) => onAsked(deviceId)), [asked]);
}

/** Makes a part of the page's look part of the link to it, under a name of the address; null: it is as it always is. */
export function useViewPart(name: string, value: string | null): void {
  const parts = useCommands()?.viewParts;
  useEffect(() => {
    if (parts === undefined || value === null) return;
    parts.set(name, value);
    return () => void parts.delete(name);
  }, [parts, name, value]);
}

/** The address that opens this page as it looks now. */
export function linkToView(parts: ReadonlyMap<string, string>): string {
  const link = new URL(location.href);
  for (const [name, value] of parts) link.searchParams.set(name, value);
  return link.href;
}
