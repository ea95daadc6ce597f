/**
 * Around the signed-in area: its keys, heard from the first picture on, and what they open, the command palette and the list
 * of keys, both fetched when somebody opens them first. (A5)
 */
import { useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { Feed } from "@relaydeck/kit/feed";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { CommandsContext, type Commands } from "./commands.ts";
import { Keys } from "./key-listener.tsx";
import { focusHolder } from "./shortcut-target.ts";
import { keepSingleKeys, singleKeysOn } from "./single-keys.ts";

const Palette = lazyDialog(async () => (await import("./palette.tsx")).Palette);
const ShortcutsDialog = lazyDialog(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);

type Overlay = "palette" | "shortcuts";

/** Needs the dashboard's actions, toasts, time and the theme above. */
export function CommandFrame(props: { children: ReactNode }) {
  const overlays = useOverlays();
  const { show } = overlays;
  const commands = useMemo<Commands>(
    () => ({
      openPalette: () => show("palette"),
      openShortcuts: () => show("shortcuts"),
      deviceAsked: new Feed<string>(),
      viewParts: new Map(),
    }),
    [show],
  );
  const [areKeysOn, setKeysOn] = useState(singleKeysOn);
  function chooseKeys(on: boolean) {
    keepSingleKeys(on);
    setKeysOn(on);
  }
  return (
    <CommandsContext value={commands}>
      {props.children}
      <Keys areOn={areKeysOn} shown={overlays.shown} show={show} />
      {overlays.wanted.has("palette") && <Palette {...overlays.dialog("palette")} />}
      {overlays.wanted.has("shortcuts") && (
        <ShortcutsDialog {...overlays.dialog("shortcuts")} singleKeys={areKeysOn} onSingleKeys={chooseKeys} />
      )}
    </CommandsContext>
  );
}

/** What both overlays are given. */
export interface OverlayProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Where the focus was, to which it returns. */
  readonly openedFrom: RefObject<HTMLElement | null>;
}

export interface Overlays {
  readonly shown: Overlay | null;
  /** Opened once; they stay, so that they open at once the next time. */
  readonly wanted: ReadonlySet<Overlay>;
  readonly show: (overlay: Overlay | null) => void;
  readonly dialog: (overlay: Overlay) => OverlayProps;
}

function useOverlays(): Overlays {
  const [shown, setShown] = useState<Overlay | null>(null);
  const [wanted, setWanted] = useState<ReadonlySet<Overlay>>(new Set());
  const openedFrom = useRef<HTMLElement | null>(null);
  const show = useCallback((overlay: Overlay | null) => {
    if (overlay !== null) {
      openedFrom.current = focusHolder();
      setWanted((before) => new Set([...before, overlay]));
    }
    setShown(overlay);
  }, []);
  const dialog = (overlay: Overlay): OverlayProps => ({
    open: shown === overlay,
    onOpenChange: (open) => show(open ? overlay : null),
    openedFrom,
  });
  return { shown, wanted, show, dialog };
}
