/** The catalogue for components. The shell provides language and common words; each area provides its own on top. */
import { createContext, useContext, useMemo, type ReactNode } from "react";
import { present } from "@relaydeck/kit/assert";
import type { CommonTexts } from "./en/shell.ts";
import type { DashboardTexts } from "./en/dashboard.ts";
import type { PublicTexts } from "./en/public.ts";
import { formatsFor, type Formats } from "./formats.ts";
import type { Language } from "@relaydeck/contract/languages";

interface Shell {
  readonly language: Language;
  readonly common: CommonTexts;
  readonly formats: Formats;
}

const ShellContext = createContext<Shell | null>(null);
const PublicContext = createContext<PublicTexts | null>(null);
const DashboardContext = createContext<DashboardTexts | null>(null);

/** Everything below may use `useTexts`, `useLanguage` and `useFormats`. `timeZone` is for tests. */
export function TextsProvider(props: { language: Language; common: CommonTexts; timeZone?: string; children: ReactNode }) {
  const { language, common, timeZone } = props;
  const shell = useMemo(
    () => ({ language, common, formats: formatsFor(language, common.time, timeZone) }),
    [language, common, timeZone],
  );
  return <ShellContext value={shell}>{props.children}</ShellContext>;
}

export function PublicTextsProvider(props: { texts: PublicTexts; children: ReactNode }) {
  return <PublicContext value={props.texts}>{props.children}</PublicContext>;
}

export function DashboardTextsProvider(props: { texts: DashboardTexts; children: ReactNode }) {
  return <DashboardContext value={props.texts}>{props.children}</DashboardContext>;
}

export function useTexts(): CommonTexts {
  return useShell().common;
}

export function useFormats(): Formats {
  return useShell().formats;
}

export function useLanguage(): Language {
  return useShell().language;
}

export function usePublicTexts(): PublicTexts {
  return present(useContext(PublicContext), "PublicTextsProvider is missing above");
}

export function useDashboardTexts(): DashboardTexts {
  return present(useContext(DashboardContext), "DashboardTextsProvider is missing above");
}

function useShell(): Shell {
  return present(useContext(ShellContext), "TextsProvider is missing above");
}
