/** Layouts, themes and places in the palette. */
import { useLocation } from "wouter";
import { Command } from "cmdk";
import { useDashboardActions, useDashboardData } from "../../dashboard/data.tsx";
import { useDefaultChoice } from "../../dashboard/layouts/use-layout-calls.ts";
import { useDashboardTexts, useTexts } from "../../texts/texts.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { paths } from "../paths.ts";
import { themes } from "../theme.ts";
import { useTheme } from "../theme-choice.tsx";
import { useCommands } from "./commands.ts";
import { useCommandsWords } from "./commands-words.ts";
import { found } from "./palette-search.ts";
import type { Leave } from "./palette.tsx";
import { shortcutTarget } from "./shortcut-target.ts";
import { useCopyLink } from "./use-copy-link.ts";

interface Place {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  /** It is what shows now. */
  readonly isChosen?: boolean;
  readonly run: () => void;
}

interface PlaceGroup {
  readonly heading: string;
  readonly places: readonly Place[];
}

export function useFoundPlaces(query: string, leave: Leave): { groups: readonly PlaceGroup[]; count: number } {
  const { groups } = useCommandsWords().palette;
  const all: readonly PlaceGroup[] = [
    { heading: groups.layouts, places: useLayouts(leave) },
    { heading: groups.theme, places: useThemes(leave) },
    { heading: groups.goTo, places: usePages(leave) },
  ];
  const fitting = all.map(({ heading, places }) => ({
    heading,
    places: found(query, places, ({ label }) => `${heading} ${label}`).shown,
  }));
  return { groups: fitting, count: fitting.reduce((sum, { places }) => sum + places.length, 0) };
}

export function PlaceGroups({ found: groups }: { found: readonly PlaceGroup[] }) {
  const words = useCommandsWords().palette;
  return groups
    .filter(({ places }) => places.length > 0)
    .map(({ heading, places }) => (
      <Command.Group key={heading} heading={heading}>
        {places.map(({ id, icon, label, isChosen = false, run }) => (
          <Command.Item key={id} className="palette-item" value={id} onSelect={run}>
            <Icon name={icon} />
            <span className="palette-words">
              <span>{label}</span>
              {isChosen && <span className="palette-note">{words.chosen}</span>}
            </span>
          </Command.Item>
        ))}
      </Command.Group>
    ));
}

/** The saved ones and the built-in one; the chosen one becomes the dashboard, as by Set Default. [D1] */
function useLayouts(leave: Leave): readonly Place[] {
  const words = useCommandsWords().palette;
  const texts = useDashboardTexts();
  const saved = useDashboardData().layouts.data ?? [];
  const choice = useDefaultChoice();
  const edit = shortcutTarget("edit");
  const places: Place[] = [
    {
      id: "layout/built-in",
      icon: "cards",
      label: words.useLayout(texts.defaultLayout),
      isChosen: saved.every(({ isDefault }) => !isDefault),
      run: () => (leave(), choice.clearDefault()),
    },
    ...saved.map(({ id, name, isDefault }): Place => ({
      id: `layout/${id}`,
      icon: "cards",
      label: words.useLayout(name),
      isChosen: isDefault,
      run: () => (leave(), choice.setDefault(id)),
    })),
  ];
  if (edit === null) return places;
  return [...places, { id: "layout/edit", icon: "pencil", label: texts.layouts.customize, run: () => leave(() => press(edit)) }];
}

function press(element: HTMLElement): void {
  element.focus();
  element.click();
}

const themeIcons = { light: "sun", dark: "moon", system: "system" } as const;

function useThemes(leave: Leave): readonly Place[] {
  const words = useCommandsWords().palette;
  const texts = useTexts().theme;
  const { theme, choose } = useTheme();
  return themes.map((one) => ({
    id: `theme/${one}`,
    icon: themeIcons[one],
    label: words.theme(texts[one]),
    isChosen: one === theme,
    run: () => (leave(), choose(one)),
  }));
}

function usePages(leave: Leave): readonly Place[] {
  const words = useCommandsWords().palette;
  const texts = useTexts();
  const toasts = useToasts();
  const commands = useCommands();
  const copyLink = useCopyLink();
  const [, navigate] = useLocation();
  const { refresh } = useDashboardActions();
  function refreshNow() {
    leave();
    toasts.show({ title: texts.commands.refreshing });
    void refresh();
  }
  return [
    { id: "go/dashboard", icon: "cards", label: words.dashboard, run: () => leave(() => navigate(paths.dashboard)) },
    { id: "go/profile", icon: "user", label: words.profile, run: () => leave(() => navigate(paths.profile)) },
    { id: "go/refresh", icon: "dashed-ring", label: words.refresh, run: refreshNow },
    { id: "go/copy-link", icon: "tag", label: words.copyLink, run: () => (leave(), copyLink()) },
    { id: "go/shortcuts", icon: "keyboard", label: words.shortcuts, run: () => leave(() => commands?.openShortcuts()) },
  ];
}
