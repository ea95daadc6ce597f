/** A chosen language is a cookie, because the server writes the page; the page is fetched again in that language. [D0.13] */
import { languageCookie, type Language } from "@relaydeck/contract/languages";

const yearSeconds = 365 * 24 * 3600;

/** The cookie that keeps the choice for a year. */
export function languageChoice(language: Language): string {
  return `${languageCookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}

export function chooseLanguage(language: Language): void {
  document.cookie = languageChoice(language);
  location.reload();
}
