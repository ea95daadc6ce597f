/** The layout's name in the headline, and behind it the others: one press and another one is the dashboard. [D1, D4] */
import { lazy } from "react";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { ShownLayout } from "./use-shown-layout.ts";

const LayoutChoices = lazy(async () => ({ default: (await import("./layout-choices.tsx")).LayoutChoices }));

export function LayoutChoice({ shown }: { shown: ShownLayout }) {
  const texts = useDashboardTexts().layouts;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="layout-choice" aria-label={texts.choose(shown.name)}>
          {shown.name}
          <Icon name="chevron" size={14} />
        </button>
      }
    >
      <LayoutChoices shown={shown} />
    </Menu>
  );
}
