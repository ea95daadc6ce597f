/** The layout's name in the headline, and behind it the others: one press and another one is the dashboard. [D1, D4] */
import { lazy, useCallback, useEffect, useState, type ComponentType } from "react";
import { useDashboardTexts, useTexts } from "../../texts/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { reloadPage } from "../../ui/lazy-part.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { ShownLayout } from "./use-shown-layout.ts";

interface ChoicesProps {
  shown: ShownLayout;
  onMissed: () => void;
}

/** To be fetched now. It says itself where it could not be: the menu waits for it, and has the focus on what it brings. [A2] */
function fetchedChoices(isAgain: boolean) {
  return lazy(async (): Promise<{ default: ComponentType<ChoicesProps> }> => {
    try {
      return { default: (await import("./layout-choices.tsx")).LayoutChoices };
    } catch {
      return { default: (props) => <MissingChoices {...props} isStill={isAgain} /> };
    }
  });
}

export function LayoutChoice({ shown }: { shown: ShownLayout }) {
  const texts = useDashboardTexts().layouts;
  const [LayoutChoices, setLayoutChoices] = useState(() => fetchedChoices(false));
  const fetchAnew = useCallback(() => setLayoutChoices(fetchedChoices(true)), []);
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
      <LayoutChoices shown={shown} onMissed={fetchAnew} />
    </Menu>
  );
}

/** With the menu that was opened in vain it goes, and the next one fetches anew. */
function MissingChoices({ onMissed, isStill }: ChoicesProps & { isStill: boolean }) {
  const texts = useTexts();
  useEffect(() => onMissed, [onMissed]);
  return (
    <>
      <MenuItem onSelect={() => {}}>{isStill ? `${texts.crash.missing} ${texts.crash.still}` : texts.crash.missing}</MenuItem>
      {isStill && <MenuItem onSelect={reloadPage}>{texts.reload}</MenuItem>}
    </>
  );
}
