/** Everything the start page says in one language. Used by the build only; the page itself carries finished sentences. */
import { common as commonDe } from "../../texts/de/shell.ts";
import { publicTexts as publicDe } from "../../texts/de/public.ts";
import { relays as relaysDe } from "../../texts/de/relays.ts";
import { common as commonEn, type CommonTexts } from "../../texts/en/shell.ts";
import { publicTexts as publicEn, type PublicTexts } from "../../texts/en/public.ts";
import { relays as relaysEn } from "../../texts/en/relays.ts";
import { formatsFor, type Formats } from "../../texts/formats.ts";
import type { Language } from "@relaydeck/contract/languages";
import { landingWords as landingDe } from "../../texts/public.landing.de.ts";
import { landingWords as landingEn, type LandingWords } from "../../texts/public.landing.en.ts";

export interface Words {
  readonly language: Language;
  readonly common: CommonTexts;
  readonly landing: PublicTexts["landing"] & LandingWords;
  readonly relays: typeof relaysEn;
  readonly formats: Formats;
}

export function wordsIn(language: Language): Words {
  const [common, own, relays] =
    language === "de"
      ? [commonDe, { ...publicDe.landing, ...landingDe }, relaysDe]
      : [commonEn, { ...publicEn.landing, ...landingEn }, relaysEn];
  return { language, common, landing: { ...own }, relays, formats: formatsFor(language, common.time) };
}
