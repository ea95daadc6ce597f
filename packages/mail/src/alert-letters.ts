/** What an alert writes: what happened on which device, a way to it, and a way to be left alone. The words stand in texts/. */
import type { AlertOccurrence, AlertType, HeldOccurrences } from "@relaydeck/contract/alerts";
import type { Language } from "@relaydeck/contract/languages";
import { unreachable } from "@relaydeck/kit/assert";
import type { Reader } from "./account-letters.ts";
import { cleanName } from "./clean-text.ts";
import { letter, type Letter, type LetterFact } from "./letter.ts";
import { alertTexts, type AlertTexts } from "./texts/alerts.ts";
import { mailTextsIn } from "./texts/texts-in.ts";
import { momentInWords } from "./when-and-from.ts";

/** The template of every mail of an alert. */
export const alertTemplate = "alert";

export interface AlertFacts extends Reader {
  readonly alertType: AlertType;
  readonly deviceName: string;
  readonly occurrence: AlertOccurrence;
  /** Set where this mail tells what was held back; `occurrence` is the last of it then. */
  readonly held: HeldOccurrences | null;
  /** Set where no other alert mail will follow today: how many there may be. [OB-2] */
  readonly lastOfDay: number | null;
  readonly deviceUrl: string;
  readonly pauseUrl: string;
}

export function alertLetter(facts: AlertFacts): Letter {
  const { alertType, held, lastOfDay, language = "en" } = facts;
  const texts = alertTexts[language];
  const { hello } = mailTextsIn(language);
  const device = cleanName(facts.deviceName);
  const again = held === null ? [] : [texts.again(held.count, momentInWords(held.since, language))];
  return letter({
    language,
    title: texts.titles[alertType](device),
    paragraphs: [hello(cleanName(facts.firstName)), texts.happened[alertType](device), ...again],
    facts: [{ label: texts.facts.device, value: device }, ...whatHappened(facts.occurrence, texts, language)],
    afterFacts: lastOfDay === null ? [] : [texts.lastOfDay(lastOfDay)],
    button: { label: texts.open, url: facts.deviceUrl },
    otherLink: { label: texts.pause, url: facts.pauseUrl },
    foot: texts.foot,
  });
}

function whatHappened(occurrence: AlertOccurrence, texts: AlertTexts, language: Language): LetterFact[] {
  const { facts, states } = texts;
  const when = { label: facts.when, value: momentInWords(occurrence.at, language) };
  switch (occurrence.kind) {
    case "power":
      return [when];
    case "relays":
      return [...occurrence.moved.map(({ name, to }) => ({ label: cleanName(name), value: states[to] })), when];
    case "battery":
      return [{ label: facts.battery, value: percentInWords(occurrence.percent, language) }, when];
    case "online":
      return [{ ...when, label: facts.noticed }];
    case "offline": {
      const { lastHeardAt } = occurrence;
      const heard = lastHeardAt === null ? texts.never : momentInWords(lastHeardAt, language);
      return [
        { label: facts.lastHeard, value: heard },
        { ...when, label: facts.noticed },
      ];
    }
    default:
      return unreachable(occurrence);
  }
}

function percentInWords(percent: number, language: Language): string {
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(percent)} %`;
}
