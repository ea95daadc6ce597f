/** The header of the signed-in area. On a phone: name, link status, user button; the rest is in the user menu. */
import { LinkStatus } from "../../dashboard/link-status.tsx";
import { Brand } from "../brand.tsx";
import { ThemeMenu } from "./theme-menu.tsx";
import { UserMenu, type ExactTimes } from "./user-menu.tsx";

export function AppHeader(props: { exactTimes: ExactTimes }) {
  return (
    <header className="app-header">
      <Brand />
      <div className="app-header-tools">
        <LinkStatus />
        <span className="wide-only">
          <ThemeMenu />
        </span>
        <UserMenu {...props} />
      </div>
    </header>
  );
}
