/** What notices about two-step sign-in say, in both languages. */
import type { Language } from "@relaydeck/contract/languages";
import { productName } from "@relaydeck/contract/product";

const en = {
  "switched-on": {
    title: `Two-step sign-in is on for your ${productName} account`,
    what: "from now on, signing in needs your password and a code from your authenticator app. Keep your recovery codes in a safe place.",
  },
  "switched-off": {
    title: `Two-step sign-in is off for your ${productName} account`,
    what: "two-step sign-in was switched off. Your account now opens without a code.",
  },
  "codes-renewed": {
    title: `New recovery codes for your ${productName} account`,
    what: "new recovery codes were made. The old ones no longer work.",
  },
  "recovery-used": {
    title: `A recovery code of your ${productName} account was used`,
    what: "somebody proved to be you with one of your recovery codes. It does not work a second time.",
  },
  codesLeft: (left: number) =>
    left === 0
      ? "No recovery code is left. Make new ones on your profile page."
      : `${left === 1 ? "1 recovery code is" : `${left} recovery codes are`} left.`,
  notYou: "If it was not you, choose a new password at once, and look at where you are signed in on your profile page.",
  button: "Choose a new password",
  foot: `You get this mail because this address belongs to an account at ${productName}.`,
};

const de: typeof en = {
  "switched-on": {
    title: `Die Anmeldung in zwei Schritten ist an für Ihr Konto bei ${productName}`,
    what: "zum Anmelden brauchen Sie ab jetzt Ihr Passwort und einen Code aus Ihrer Authenticator-App. Bewahren Sie Ihre Wiederherstellungscodes sicher auf.",
  },
  "switched-off": {
    title: `Die Anmeldung in zwei Schritten ist aus für Ihr Konto bei ${productName}`,
    what: "die Anmeldung in zwei Schritten wurde ausgeschaltet. Ihr Konto öffnet sich jetzt ohne Code.",
  },
  "codes-renewed": {
    title: `Neue Wiederherstellungscodes für Ihr Konto bei ${productName}`,
    what: "es gibt neue Wiederherstellungscodes. Die alten gelten nicht mehr.",
  },
  "recovery-used": {
    title: `Ein Wiederherstellungscode Ihres Kontos bei ${productName} wurde benutzt`,
    what: "jemand hat sich mit einem Ihrer Wiederherstellungscodes ausgewiesen. Er gilt kein zweites Mal.",
  },
  codesLeft: (left) =>
    left === 0
      ? "Es ist kein Wiederherstellungscode mehr übrig. Machen Sie auf Ihrer Profilseite neue."
      : `${left === 1 ? "1 Wiederherstellungscode ist" : `${left} Wiederherstellungscodes sind`} noch übrig.`,
  notYou:
    "Waren Sie es nicht, wählen Sie sofort ein neues Passwort und sehen Sie auf Ihrer Profilseite nach, wo Sie angemeldet sind.",
  button: "Neues Passwort wählen",
  foot: `Sie bekommen diese E-Mail, weil diese Adresse zu einem Konto bei ${productName} gehört.`,
};

export const twoStepTexts: Readonly<Record<Language, typeof en>> = { en, de };
