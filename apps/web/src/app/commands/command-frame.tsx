/**
 * Listens to the keys of the signed-in area and holds what they open: the command palette and the list of keys, both fetched
 * when somebody opens them first. (A5)
 */
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { Feed } from "@relaydeck/kit/feed";
import { useDashboardActions } from "../../dashboard/data.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { themes } from "../theme.ts";
import { useTheme } from "../theme-choice.tsx";
import { CommandsContext, type Commands } from "./commands.ts";
import { shortcutOf, type Shortcut } from "./keys.ts";
import { focusHolder, keyPlace, shortcutTarget, stepDevice, toggleDevice } from "./page-keys.ts";
import { keepSingleKeys, singleKeysOn } from "./single-keys.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const ShortcutsDialog = lazy(async () => ({ default: (await import("./shortcuts-dialog.tsx")).ShortcutsDialog }));

type Overlay = "palette" | "shortcuts";

/** Needs the dashboard's actions, toasts and the theme above. */
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
  useKeys(areKeysOn, overlays);
  function chooseKeys(on: boolean) {
    keepSingleKeys(on);
    setKeysOn(on);
  }
  return (
    <CommandsContext value={commands}>
      {props.children}
      <Suspense>
        {overlays.wanted.has("palette") && <Palette {...overlays.dialog("palette")} />}
        {overlays.wanted.has("shortcuts") && (
          <ShortcutsDialog {...overlays.dialog("shortcuts")} singleKeys={areKeysOn} onSingleKeys={chooseKeys} />
        )}
      </Suspense>
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

interface Overlays {
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

function useKeys(areKeysOn: boolean, { shown, show }: Overlays): void {
  const act = useShortcutActions(show);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const shortcut = shortcutOf(event, { ...keyPlace(event.target), singleKeysOn: areKeysOn });
    if (shortcut === "palette") {
      event.preventDefault();
      // Over another dialog it would stand before it.
      if (shown === "palette") show(null);
      else if (!keyPlace(event.target).isInOverlay) show("palette");
    } else if (shortcut !== null && act(shortcut)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Each answers whether there was something to do. */
function useShortcutActions(show: Overlays["show"]): (shortcut: Exclude<Shortcut, "palette">) => boolean {
  const texts = useTexts();
  const toasts = useToasts();
  const { refresh } = useDashboardActions();
  const { theme, choose } = useTheme();
  return (shortcut) => {
    switch (shortcut) {
      case "filter":
        return focusOn(shortcutTarget("filter"));
      case "edit":
        return pressOn(shortcutTarget("edit"));
      case "next":
        return stepDevice(1);
      case "previous":
        return stepDevice(-1);
      case "expand":
        return toggleDevice();
      case "help":
        show("shortcuts");
        return true;
      case "refresh":
        toasts.show({ title: texts.commands.refreshing });
        void refresh();
        return true;
      case "theme": {
        const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? theme;
        choose(next);
        toasts.show({ title: `${texts.theme.label}: ${texts.theme[next]}` });
        return true;
      }
    }
  };
}

function focusOn(element: HTMLElement | null): boolean {
  element?.focus();
  return element !== null;
}

function pressOn(element: HTMLElement | null): boolean {
  element?.focus();
  element?.click();
  return element !== null;
}
