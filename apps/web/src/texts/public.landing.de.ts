import type { LandingWords } from "./public.landing.en.ts";

export const landingWords: LandingWords = {
  noScript: "Diese Seite braucht JavaScript, weil sie Geräte live zeigt.",
  note: "Zwölf simulierte Geräte. Nichts Echtes wird geschaltet.",
  secureText: "Andere sehen oder schalten ein Gerät nur mit Ihrer Erlaubnis und verlieren sie, sobald Sie sie zurücknehmen.",
  device: "Pumpenhaus",
  relays: ["Brunnenpumpe", "Heizung", "Licht"],
  steps: ["Angefordert", "Gesendet", "Beantwortet", "Bestätigt"],
  stepsLabel: "Der Weg eines Befehls",
  accountDeletedTitle: "Konto gelöscht",
  accountDeletedText: "Ihr Konto ist gelöscht, und Sie sind überall abgemeldet.",
  spokenAsSimulation: (sentence) => `${sentence}. Das war eine Simulation.`,
};
