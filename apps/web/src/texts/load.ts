/**
 * Each area's words in one language, fetched on demand: nobody downloads a language or an area that is not shown. Those of
 * later parts, `<part>.en.ts` and `<part>.de.ts`, come with their part in both.
 */
import type { CommonTexts } from "./en/shell.ts";
import type { DashboardTexts } from "./en/dashboard.ts";
import type { PublicTexts } from "./en/public.ts";
import type { Language } from "@relaydeck/contract/languages";

export async function loadCommonTexts(language: Language): Promise<CommonTexts> {
  return language === "de" ? (await import("./de/shell.ts")).common : (await import("./en/shell.ts")).common;
}

export async function loadPublicTexts(language: Language): Promise<PublicTexts> {
  return language === "de" ? (await import("./de/public.ts")).publicTexts : (await import("./en/public.ts")).publicTexts;
}

export async function loadDashboardTexts(language: Language): Promise<DashboardTexts> {
  return language === "de" ? (await import("./de/dashboard.ts")).dashboard : (await import("./en/dashboard.ts")).dashboard;
}
