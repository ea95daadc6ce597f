/** The frame of administration: its own header with the badge and the line, the way between its pages, and the way out. */
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { productName } from "@relaydeck/contract/product";
import { BrandMark } from "../app/brand.tsx";
import { ThemeMenu } from "../app/header/theme-menu.tsx";
import { useIsPhone } from "../app/header/use-is-phone.ts";
import type { ExactTimes } from "../app/header/user-menu.tsx";
import { Main, SkipLink } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { PrintFooter } from "../app/print-footer.tsx";
import { messageOfServer } from "../app/server-message.ts";
import { trpc } from "../app/trpc.ts";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { useToasts } from "../ui/toast.tsx";
import { AdminBadge } from "./admin-badge.tsx";
import { AdminMenu } from "./admin-menu.tsx";
import { useAdminSession } from "./admin-session.ts";
import { useAdminWords } from "./admin-words.ts";

interface AdminFrameProps {
  path: string;
  exactTimes: ExactTimes;
  children: ReactNode;
}

export function AdminFrame({ path, exactTimes, children }: AdminFrameProps) {
  const isPhone = useIsPhone();
  const { mustChangePassword } = useAdminSession();
  return (
    <div className="admin-page">
      <SkipLink />
      <header className="app-header admin-header">
        <div className="admin-header-name">
          <Link className="brand" href={paths.adminDashboard}>
            <BrandMark />
            <span>{productName}</span>
          </Link>
          <AdminBadge />
        </div>
        {!mustChangePassword && <AdminNav path={path} />}
        <div className="app-header-tools">
          {!isPhone && <ThemeMenu />}
          <AdminMenu exactTimes={exactTimes} />
          <LogoutButton />
        </div>
      </header>
      <Main className="page page-wide">{children}</Main>
      <PrintFooter />
    </div>
  );
}

function AdminNav({ path }: { path: string }) {
  const words = useAdminWords();
  const ways = [
    [paths.adminDashboard, words.console],
    [paths.adminAnalytics, words.analytics],
    [paths.adminOperations, words.operations],
  ] as const;
  return (
    <nav className="admin-nav" aria-label={words.nav}>
      {ways.map(([href, label]) => (
        <Link key={href} href={href} aria-current={href === path ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

function LogoutButton() {
  const words = useAdminWords();
  const texts = useTexts();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const logout = trpc.admin.logout.useMutation({
    onSuccess() {
      toasts.show({ title: words.loggedOut, tone: "ok" });
      // What was read goes with the area that holds it.
      navigate(paths.adminLogin);
    },
    onError: (error) => toasts.show({ title: texts.error, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" }),
  });
  return (
    <Button busy={logout.isPending && words.loggingOut} onClick={() => logout.isPending || logout.mutate()}>
      {words.logout}
    </Button>
  );
}
