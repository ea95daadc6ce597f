/** The keys of the signed-in area. */
import { useEffect, useEffectEvent } from "react";
import { useDashboardActions } from "../../dashboard/data.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { themes } from "../theme.ts";
import { useTheme } from "../theme-choice.tsx";
import type { Overlays } from "./command-frame.tsx";
import { shortcutOf, type Shortcut } from "./keys.ts";
import { keyPlace, stepDevice, toggleDevice } from "./page-keys.ts";
import { shortcutTarget } from "./shortcut-target.ts";

interface KeysProps extends Pick<Overlays, "shown" | "show"> {
  /** Single keys do something. */
  areOn: boolean;
}

export function Keys({ areOn, shown, show }: KeysProps) {
  const act = useShortcutActions(show);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const shortcut = shortcutOf(event, { ...keyPlace(event.target), singleKeysOn: areOn });
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
  return null;
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
