/**
 * The command palette: devices, relays to switch, layouts, themes and places, found by words and run by Enter. A command to
 * a relay leaves it open, so that its steps are told where it was given; everything else closes it.
 *
 * Not here: how a relay is pressed; that is dashboard/use-relay.ts, as on the card.
 */
import "./palette.css";
import { useCallback, useEffect, useRef, useState } from "react";
import { Command } from "cmdk";
import { pressOnce } from "../../dashboard/relay-control.tsx";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { OverlayProps } from "./command-frame.tsx";
import { useCommandsWords } from "./commands-words.ts";
import { DeviceGroup, RelayGroup, useFoundDevices } from "./palette-devices.tsx";
import { PlaceGroups, useFoundPlaces } from "./palette-places.tsx";

/** Closes the palette, then does what needs the page: what it shows or brings the focus to. */
export type Leave = (then?: () => void) => void;

export function Palette({ open, onOpenChange, openedFrom }: OverlayProps) {
  const words = useCommandsWords().palette;
  const next = useRef<(() => void) | null>(null);
  const leave: Leave = (then) => {
    next.current = then ?? null;
    onOpenChange(false);
  };
  function onClosed(event: Event) {
    if (next.current === null) return;
    event.preventDefault();
    next.current();
    next.current = null;
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} openedFrom={openedFrom} onClosed={onClosed} title={words.title}>
      <Body leave={leave} />
    </Dialog>
  );
}

function Body({ leave }: { leave: Leave }) {
  const words = useCommandsWords().palette;
  const [query, setQuery] = useState("");
  const devices = useFoundDevices(query);
  const places = useFoundPlaces(query, leave);
  const count = devices.count + places.count;
  useSpokenCount(query.trim(), count);
  const [field, list] = useNamedChoice();
  return (
    <Command className="palette" label={words.input} shouldFilter={false} vimBindings={false} loop onKeyDown={pressOnce}>
      <Command.Input ref={field} className="input" placeholder={words.placeholder} value={query} onValueChange={setQuery} />
      {count === 0 && <p className="palette-none">{words.none(query.trim())}</p>}
      <Command.List ref={list} className="palette-list" label={words.list}>
        <DeviceGroup found={devices.devices} leave={leave} />
        <RelayGroup found={devices.relays} />
        <PlaceGroups found={places.groups} />
      </Command.List>
      {devices.more > 0 && <p className="palette-more">{words.more(devices.more)}</p>}
    </Command>
  );
}

/**
 * The field names the option that Enter would run. The library looks for it a moment before it is drawn as chosen and so
 * names none; here the page itself is watched.
 */
function useNamedChoice() {
  const input = useRef<HTMLInputElement>(null);
  const field = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
    // Before the dialog looks for its first control, which would be the one that closes it.
    element?.focus();
  }, []);
  const list = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const name = () => {
      const id = element.querySelector("[aria-selected=true]")?.id ?? "";
      if (input.current?.getAttribute("aria-activedescendant") !== id) input.current?.setAttribute("aria-activedescendant", id);
    };
    const observer = new MutationObserver(name);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ["aria-selected"] });
    if (input.current !== null) observer.observe(input.current, { attributeFilter: ["aria-activedescendant"] });
    name();
    return () => observer.disconnect();
  }, []);
  return [field, list] as const;
}

function useSpokenCount(query: string, count: number): void {
  const words = useCommandsWords().palette;
  const announce = useAnnounce();
  useEffect(() => {
    if (query !== "") announce(count === 0 ? words.none(query) : words.found(count));
  }, [announce, words, query, count]);
}
