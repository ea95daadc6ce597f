/** The frame of the administrator's sign-in: as that of the public pages, with the mark that nobody mistakes. */
import type { ReactNode } from "react";
import { Brand } from "../app/brand.tsx";
import { SiteFooter } from "../app/footer.tsx";
import { chooseLanguage } from "../app/language.ts";
import { Main, SkipLink } from "../app/page.tsx";
import { useTheme } from "../app/theme-choice.tsx";
import { useLanguage, useTexts } from "../texts/texts.tsx";
import { AdminBadge } from "./admin-badge.tsx";

export function AdminSignInFrame(props: { children: ReactNode }) {
  const texts = useTexts();
  const language = useLanguage();
  const { theme, choose } = useTheme();
  return (
    <div className="public admin-page">
      <SkipLink />
      <header className="public-header admin-sign-in-header">
        <Brand />
        <AdminBadge />
      </header>
      <Main className="page page-narrow">{props.children}</Main>
      <SiteFooter {...{ texts, theme, language }} onTheme={choose} onLanguage={chooseLanguage} isAdministration />
    </div>
  );
}
