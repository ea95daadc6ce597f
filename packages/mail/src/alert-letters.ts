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
  /** When it was over, epoch ms; null: it is not, or is a moment, which has no end. */
  readonly over: number | null;
  /** Set where no other alert mail will follow today: how many there may be. [OB-2] */
  readonly lastOfDay: number | null;
  readonly deviceUrl: string;
  readonly pauseUrl: string;
}

export function alertLetter(facts: AlertFacts): Letter {
  const { alertType, held, over, lastOfDay, language = "en" } = facts;
  const texts = alertTexts[language];
  const words = over === null ? texts : texts.past;
  const { hello } = mailTextsIn(language);
  const device = cleanName(facts.deviceName);
  const again = held === null ? [] : [texts.again(held.count, momentInWords(held.since, language))];
  return letter({
    language,
    title: words.titles[alertType](device),
    paragraphs: [hello(cleanName(facts.firstName)), words.happened[alertType](device), ...again],
    facts: [{ label: texts.facts.device, value: device }, ...whatHappened(facts, texts, language)],
    afterFacts: lastOfDay === null ? [] : [texts.lastOfDay(lastOfDay)],
    button: { label: texts.open, url: facts.deviceUrl },
    otherLink: { label: texts.pause, url: facts.pauseUrl },
    foot: texts.foot,
  });
}

function whatHappened({ occurrence, over }: AlertFacts, texts: AlertTexts, language: Language): LetterFact[] {
  if (over === null) return measured(occurrence, { texts, language, at: momentInWords(occurrence.at, language) });
  // What was soon over began and ended within a minute.
  const begun = momentInWords(occurrence.at, language, "second");
  const ended = { label: texts.facts.over, value: momentInWords(over, language, "second") };
  return [...measured(occurrence, { texts, language, at: begun }), ended];
}

function measured(
  occurrence: AlertOccurrence,
  { texts, language, at }: { texts: AlertTexts; language: Language; at: string },
): LetterFact[] {
  const { facts, states } = texts;
  const when = { label: facts.when, value: at };
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
