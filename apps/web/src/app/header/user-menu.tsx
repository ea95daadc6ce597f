/** Who is signed in, their choices, and the way out. On a phone it also holds what has no room in the header. */
import { useLocation } from "wouter";
import { languages, type Language } from "@relaydeck/contract/languages";
import { useLanguage, useTexts } from "../../texts/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine, MenuToggle } from "../../ui/menu.tsx";
import { useLive } from "../client.tsx";
import { useCommands } from "../commands/commands.ts";
import { chooseLanguage } from "../language.ts";
import { displayName, initialOf } from "./display-name.ts";
import { useLogOut } from "./log-out.ts";
import { paths } from "../paths.ts";
import { ThemeItems } from "./theme-menu.tsx";
import { useIsPhone } from "./use-is-phone.ts";

export interface ExactTimes {
  readonly shown: boolean;
  readonly show: (exact: boolean) => void;
}

export function UserMenu({ exactTimes }: { exactTimes: ExactTimes }) {
  const user = useLive((state) => state.snapshot?.user ?? null);
  const texts = useTexts();
  const language = useLanguage();
  const isPhone = useIsPhone();
  const commands = useCommands();
  const [, navigate] = useLocation();
  const logOut = useLogOut({ to: paths.home });
  const initial = user === null ? null : initialOf(user);
  const name = user === null ? texts.user.fallback : displayName(user, texts.user.fallback);
  const languageNames: Record<Language, string> = { en: texts.language.english, de: texts.language.german };
  return (
    <Menu
      trigger={
        <button type="button" className="avatar" aria-label={texts.user.menu(initial ?? name)}>
          {initial ?? <Icon name="user" size={18} />}
        </button>
      }
    >
      <div className="menu-who">
        <p className="menu-name">{name}</p>
        {user !== null && name !== user.email && <p className="menu-email">{user.email}</p>}
      </div>
      <MenuItem icon="user" onSelect={() => navigate(paths.profile)}>
        {texts.user.profile}
      </MenuItem>
      {isPhone && (
        <MenuItem icon="search" onSelect={() => commands?.openPalette()}>
          {texts.commands.search}
        </MenuItem>
      )}
      <MenuItem icon="keyboard" onSelect={() => commands?.openShortcuts()}>
        {texts.commands.shortcuts}
      </MenuItem>
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
      <MenuLine />
      <MenuItem keepOpen onSelect={logOut.run}>
        {logOut.isPending ? texts.user.loggingOut : texts.user.logOut}
      </MenuItem>
    </Menu>
  );
}
