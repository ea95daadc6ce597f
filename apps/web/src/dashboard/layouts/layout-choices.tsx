/** What the headline's menu holds: the built-in layout and the saved ones. Fetched with the menu. */
import { useDashboardTexts } from "../../texts/texts.tsx";
import { MenuChoice } from "../../ui/menu.tsx";
import { useDashboardData } from "../data.tsx";
import { useDefaultChoice } from "./use-layout-calls.ts";
import type { ShownLayout } from "./use-shown-layout.ts";

const builtIn = "built-in";

export function LayoutChoices({ shown }: { shown: ShownLayout }) {
  const texts = useDashboardTexts();
  const saved = useDashboardData().layouts.data ?? [];
  const choice = useDefaultChoice();
  const options = [{ value: builtIn, label: texts.defaultLayout }, ...saved.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <MenuChoice
      label={texts.layouts.chooseLabel}
      value={shown.saved?.id ?? builtIn}
      options={options}
      onChange={(id) => (id === builtIn ? choice.clearDefault() : choice.setDefault(id))}
    />
  );
}
