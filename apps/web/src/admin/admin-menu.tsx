/** Who administers, their own sign-in and their choices. On a phone also the theme, which has no room in the header. */
import { useLocation } from "wouter";
import { languages, type Language } from "@relaydeck/contract/languages";
import { ThemeItems } from "../app/header/theme-menu.tsx";
import { useIsPhone } from "../app/header/use-is-phone.ts";
import type { ExactTimes } from "../app/header/user-menu.tsx";
import { chooseLanguage } from "../app/language.ts";
import { paths } from "../app/paths.ts";
import { useLanguage, useTexts } from "../texts/texts.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine, MenuToggle } from "../ui/menu.tsx";
import { useAdminSession } from "./admin-session.ts";
import { useAdminWords } from "./admin-words.ts";
import { twoStepId } from "./own/two-step-id.ts";

export function AdminMenu({ exactTimes }: { exactTimes: ExactTimes }) {
  const { username, mustChangePassword } = useAdminSession();
  const words = useAdminWords().user;
  const texts = useTexts();
  const language = useLanguage();
  const isPhone = useIsPhone();
  const [, navigate] = useLocation();
  const initial = [...username][0]?.toUpperCase() ?? "";
  const languageNames: Record<Language, string> = { en: texts.language.english, de: texts.language.german };
  return (
    <Menu
      trigger={
        <button type="button" className="avatar" aria-label={words.menu(initial)}>
          {initial}
        </button>
      }
    >
      <div className="menu-who">
        <p className="menu-name">{username}</p>
      </div>
      <MenuItem icon="user" onSelect={() => navigate(paths.adminPassword)}>
        {words.password}
      </MenuItem>
      {!mustChangePassword && (
        <MenuItem icon="tick-square" onSelect={() => navigate(`${paths.adminPassword}#${twoStepId}`)}>
          {words.twoStep}
        </MenuItem>
      )}
      <MenuLine />
      {isPhone && (
        <>
          <ThemeItems />
          <MenuLine />
        </>
      )}
      <MenuChoice
        label={texts.language.label}
        value={language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={chooseLanguage}
      />
      <MenuLine />
      <MenuToggle checked={exactTimes.shown} onChange={exactTimes.show}>
        {texts.user.showExactTimes}
      </MenuToggle>
    </Menu>
  );
}
