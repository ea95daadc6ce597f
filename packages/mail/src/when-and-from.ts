import { clientOf } from "@relaydeck/contract/clients";
import type { Language } from "@relaydeck/contract/languages";
import { cleanName } from "./clean-text.ts";
import type { LetterFact } from "./letter.ts";
import { mailTextsIn } from "./texts/texts-in.ts";

/** What a notice tells about a change: its moment and the program that made it. */
export interface Happening {
  /** Epoch ms. */
  readonly at: number;
  /** In rough words, such as `Firefox on Linux`. */
  readonly client: string;
  /** Client address. */
  readonly address: string;
}

/** The lines of a notice from which its reader sees who it was. */
export function whenAndFrom({ at, client, address }: Happening, language: Language = "en"): LetterFact[] {
  const { facts } = mailTextsIn(language);
  return [
    { label: facts.when, value: momentInWords(at, language) },
    { label: facts.from, value: `${cleanName(facts.client(clientOf(client)))}, ${cleanName(address)}` },
  ];
}

/** A moment, epoch ms, in UTC: a mail does not know its reader's zone. */
export function momentInWords(at: number, language: Language, to: "minute" | "second" = "minute"): string {
  const locale = language === "en" ? "en-GB" : language;
  const timeStyle = to === "minute" ? "short" : "medium";
  const words = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle, timeZone: "UTC" });
  return `${words.format(new Date(at))} UTC`;
}
