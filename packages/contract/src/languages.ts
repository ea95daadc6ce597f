/**
 * The languages that pages and mails are written in. The server picks one from the cookie or `Accept-Language`, sets `lang`
 * of the page by it, and writes the mails that the request leads to in it. [D0.13]
 */
export const languages = ["en", "de"] as const;
/** Tag of one of them. */
export type Language = (typeof languages)[number];

/** Cookie that keeps a chosen language. */
export const languageCookie = "relaydeck_lang";

/** The language a tag such as `de-AT` asks for; English for any other. */
export function languageOf(tag: string | null | undefined): Language {
  return spoken(tag) ?? "en";
}

/** The first of these tags that asks for a language we speak; English when none does. */
export function firstLanguageOf(tags: readonly (string | undefined)[]): Language {
  return tags.map(spoken).find((language) => language !== undefined) ?? "en";
}

function spoken(tag: string | null | undefined): Language | undefined {
  const primary = (tag ?? "").trim().slice(0, 2).toLowerCase();
  return languages.find((language) => language === primary);
}
