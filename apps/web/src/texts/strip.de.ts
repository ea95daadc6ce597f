import type { StripWords } from "./strip.en.ts";

export const stripWords: StripWords = {
  last24h: "letzte 24 Std.",
  open: (relay) => `Verlauf von ${relay}`,
  on: (span) => `ein seit insgesamt ${span}`,
  off: (span) => `aus seit insgesamt ${span}`,
  nothing: "nichts bekannt",
  noData: (span) => `keine Daten für ${span}`,
  noGaps: "ohne Lücke",
  switched: (count) => (count === 1 ? "einmal geschaltet" : `${count}-mal geschaltet`),
};
