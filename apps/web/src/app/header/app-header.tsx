/** The header of the signed-in area. On a phone: name, link status, user button; the rest is in the user menu. */
import { LinkStatus } from "../../dashboard/link-status.tsx";
import { Brand } from "../brand.tsx";
import { SearchButton } from "./search-button.tsx";
import { ThemeMenu } from "./theme-menu.tsx";
import { useIsPhone } from "./use-is-phone.ts";
import { UserMenu, type ExactTimes } from "./user-menu.tsx";

export function AppHeader(props: { exactTimes: ExactTimes }) {
  const isPhone = useIsPhone();
  return (
    <header className="app-header">
      <Brand />
      <div className="app-header-tools">
        <LinkStatus />
        {!isPhone && <SearchButton />}
        {!isPhone && <ThemeMenu />}
        <UserMenu {...props} />
      </div>
    </header>
  );
}
