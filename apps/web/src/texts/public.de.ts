/** German words of the public pages beyond those of the product documents. */
import type { PublicPagesTexts } from "./public.en.ts";

export const publicPages: PublicPagesTexts = {
  landing: {
    note: "Zwölf simulierte Geräte. Nichts Echtes wird geschaltet.",
    secureText: "Andere sehen oder schalten ein Gerät nur mit Ihrer Erlaubnis und verlieren sie, sobald Sie sie zurücknehmen.",
    picture: {
      label:
        "Simulation: eine Gerätekarte. Drücken Sie Aus oder Ein und sehen Sie, wie ein Befehl gezeigt wird. Kein Gerät wird gerufen.",
      device: "Pumpenhaus",
      online: "Online",
      heard: (seconds) => `gehört vor ${seconds} s`,
      relays: ["Brunnenpumpe", "Heizung", "Licht"],
      off: "Aus",
      on: "Ein",
      turningOff: "Schaltet aus",
      turningOn: "Schaltet ein",
      requested: "angefordert",
      sent: (seconds) => `gesendet vor ${seconds} s`,
      answered: "Gerät hat geantwortet, Beweis steht aus",
      confirmed: (seconds) => `bestätigt vor ${seconds} s`,
      power: "Strom ist DA",
      signal: "Gut",
      steps: ["Angefordert", "Gesendet", "Beantwortet", "Bestätigt"],
      spokenOff: (relay) => `${relay} ist aus, bestätigt. Das war eine Simulation.`,
      spokenOn: (relay) => `${relay} ist ein, bestätigt. Das war eine Simulation.`,
    },
  },
  accounts: {
    waitSeconds: (seconds) => `${seconds} s`,
    waitMinutes: (minutes) => `${minutes} min`,
    mayTryAgain: "Sie können es jetzt noch einmal versuchen.",
    sending: "Wird gesendet …",
    resentMayRepeat: "Gesendet. Sie können jetzt erneut senden.",
    linkLasts: "Der Link gilt 24 Stunden. Sehen Sie auch im Spam-Ordner nach.",
    googleFailed: "Die Anmeldung mit Google hat nicht geklappt. Versuchen Sie es noch einmal oder nehmen Sie Ihr Passwort.",
    longerIsBetter: "15 oder mehr sind besser. Einen Satz merkt man sich leicht.",
    verifyFailedTitle: "Das hat nicht geklappt",
  },
  offline: {
    title: "Der Server antwortet nicht",
    text: "Die Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  },
};
