import type { StripWords } from "./strip.en.ts";

const commands = (count: number) => (count === 1 ? "1 Befehl" : `${count} Befehle`);

export const stripWords: StripWords = {
  last24h: "letzte 24 Std.",
  open: (relay) => `Verlauf von ${relay}`,
  on: (span) => `insgesamt ${span} ein`,
  off: (span) => `insgesamt ${span} aus`,
  nothing: "nichts bekannt",
  noData: (span) => `keine Daten für ${span}`,
  noGaps: "ohne Lücke",
  switched: (count) => (count === 1 ? "einmal per Befehl geschaltet" : `${count}-mal per Befehl geschaltet`),
  unconfirmed: (count) => `${commands(count)} unbestätigt`,
  failed: (count) => `${commands(count)} fehlgeschlagen`,
  expired: (count) => `${commands(count)} abgelaufen`,
  cancelled: (count) => `${commands(count)} abgebrochen`,
  answered: (count) => `${commands(count)} beantwortet, ohne Beweis`,
  underWay: (count) => `${commands(count)} unterwegs`,
};
