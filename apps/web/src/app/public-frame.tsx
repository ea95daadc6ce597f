/** The frame of pages that need no session: the product's name, one centred column, the footer. */
import type { ReactNode } from "react";
import { useTexts } from "../texts/texts.tsx";
import { useLanguage } from "../texts/texts.tsx";
import { Brand } from "./brand.tsx";
import { SiteFooter } from "./footer.tsx";
import { chooseLanguage } from "./language.ts";
import { Main, SkipLink } from "./page.tsx";
import { useTheme } from "./theme-choice.tsx";

export function PublicFrame(props: { children: ReactNode }) {
  const texts = useTexts();
  const language = useLanguage();
  const { theme, choose } = useTheme();
  return (
    <div className="public">
      <SkipLink />
      <header className="public-header">
        <Brand />
      </header>
      <Main className="page page-narrow">{props.children}</Main>
      <SiteFooter texts={texts} theme={theme} language={language} onTheme={choose} onLanguage={chooseLanguage} />
    </div>
  );
}
