/** Everything the start page says in one language. Used by the build only; the page itself carries finished sentences. */
import { common as commonDe } from "../../texts/de/shell.ts";
import { landing as fixedDe } from "../../texts/de/landing.ts";
import { relays as relaysDe } from "../../texts/de/relays.ts";
import { common as commonEn, type CommonTexts } from "../../texts/en/shell.ts";
import { landing as fixedEn, type LandingTexts } from "../../texts/en/landing.ts";
import { relays as relaysEn } from "../../texts/en/relays.ts";
import { formatsFor, type Formats } from "../../texts/formats.ts";
import type { Language } from "@relaydeck/contract/languages";
import { landingWords as landingDe } from "../../texts/public.landing.de.ts";
import { landingWords as landingEn, type LandingWords } from "../../texts/public.landing.en.ts";

export interface Words {
  readonly language: Language;
  readonly common: CommonTexts;
  readonly landing: LandingTexts & LandingWords;
  readonly relays: typeof relaysEn;
  readonly formats: Formats;
}

export function wordsIn(language: Language): Words {
  const [common, own, relays] =
    language === "de" ? [commonDe, { ...fixedDe, ...landingDe }, relaysDe] : [commonEn, { ...fixedEn, ...landingEn }, relaysEn];
  return { language, common, landing: { ...own }, relays, formats: formatsFor(language, common.time) };
}
