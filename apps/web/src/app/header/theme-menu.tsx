import { useTexts } from "../../texts/texts.tsx";
import { IconButton } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { Menu, MenuChoice } from "../../ui/menu.tsx";
import { themes, type Theme } from "../theme.ts";
import { useTheme } from "../theme-choice.tsx";

const icons: Record<Theme, IconName> = { light: "sun", dark: "moon", system: "system" };

export function ThemeMenu() {
  const texts = useTexts().theme;
  const { theme } = useTheme();
  return (
    <Menu trigger={<IconButton icon={icons[theme]} label={`${texts.label}: ${texts[theme]}`} />}>
      <ThemeItems />
    </Menu>
  );
}

/** Also in the user menu, where the theme menu has no room. */
export function ThemeItems() {
  const texts = useTexts().theme;
  const { theme, choose } = useTheme();
  return (
    <MenuChoice
      label={texts.label}
      value={theme}
      options={themes.map((value) => ({ value, label: texts[value] }))}
      onChange={choose}
    />
  );
}
