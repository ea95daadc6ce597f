/** The languages there are. The server picks one from `Accept-Language` or the cookie and sets `lang` of the page. [D0.13] */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Cookie that keeps a chosen language. */
export const languageCookie = "relaydeck_lang";

/** The language a tag such as `de-AT` asks for; English for any other. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = (tag ?? "").slice(0, 2).toLowerCase();
  return languages.find((language) => language === primary) ?? "en";
}
