import type { SecondStepWords } from "./second-step.en.ts";

export const secondStepWords: SecondStepWords = {
  title: "Geben Sie Ihren Code ein",
  appIntro: "Die Anmeldung in zwei Schritten ist an. Öffnen Sie Ihre Authenticator-App und tippen Sie die 6 Ziffern ein.",
  recoveryIntro:
    "Tippen Sie einen der Wiederherstellungscodes ein, die Sie beim Einschalten aufbewahrt haben. Jeder gilt einmal.",
  recoveryLabel: "Wiederherstellungscode",
  codeMissing: "Geben Sie den Code ein",
  notValid: "Dieser Code gilt nicht. Jeder gilt einmal; warten Sie auf den nächsten.",
  recoveryNotValid: "Dieser Wiederherstellungscode gilt nicht. Jeder gilt einmal.",
  toRecovery: "Wiederherstellungscode benutzen",
  toApp: "Doch die App benutzen",
  startAgain: "Von vorn beginnen",
  ended: "Diese Anmeldung ist beendet. Beginnen Sie von vorn.",
  tooMany: "Zu viele falsche Codes. Nehmen Sie einen Wiederherstellungscode.",
};
