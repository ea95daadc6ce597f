import { productName } from "@relaydeck/contract/product";
import type { MailTexts } from "./en.ts";

const hoursInWords = (hours: number) => (hours === 1 ? "1 Stunde" : `${hours} Stunden`);

export const de: MailTexts = {
  hello: (firstName) => `Hallo ${firstName},`,
  facts: {
    when: "Wann",
    from: "Von",
    client: ({ program, system }) =>
      system === null ? (program ?? "Unbekanntes Programm") : `${program ?? "Ein Programm"} unter ${system}`,
  },
  verification: {
    title: `Bestätigen Sie Ihre E-Mail-Adresse für ${productName}`,
    please: (hours) => `bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link gilt ${hoursInWords(hours)}.`,
    button: "E-Mail bestätigen",
    foot: `Sie bekommen diese E-Mail, weil jemand diese Adresse bei ${productName} registriert hat. Waren Sie es nicht, brauchen Sie nichts zu tun: Ohne den Link kann niemand das Konto benutzen.`,
  },
  alreadyRegistered: {
    title: `Sie haben schon ein Konto bei ${productName}`,
    tried: "jemand wollte mit dieser Adresse ein Konto anlegen. Sie haben schon eines, und nichts wurde geändert.",
    forgotten: (resetUrl) => `Waren Sie es und haben Ihr Passwort vergessen, setzen Sie hier ein neues: ${resetUrl}`,
    button: "Anmelden",
    foot: `Sie bekommen diese E-Mail, weil diese Adresse zu einem Konto bei ${productName} gehört. Waren Sie es nicht, brauchen Sie nichts zu tun.`,
  },
  reset: {
    title: `Wählen Sie ein neues Passwort für ${productName}`,
    please: (hours) =>
      `mit diesem Link wählen Sie ein neues Passwort. Er gilt einmal und ${hoursInWords(hours)} lang, und nur der neueste zählt.`,
    signedOut: "Danach ist Ihr Konto auf allen Geräten abgemeldet.",
    button: "Neues Passwort wählen",
    foot: `Sie bekommen diese E-Mail, weil jemand bei ${productName} ein neues Passwort für diese Adresse angefordert hat. Waren Sie es nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
  },
  googleOnly: {
    title: `Sie melden sich bei ${productName} mit Google an`,
    noPassword: "jemand hat ein neues Passwort für Ihr Konto angefordert. Es hat keines: Sie melden sich mit Google an.",
    button: "Anmelden",
    foot: `Sie bekommen diese E-Mail, weil jemand bei ${productName} ein neues Passwort für diese Adresse angefordert hat. Waren Sie es nicht, brauchen Sie nichts zu tun.`,
  },
  passwordChanged: {
    title: `Ihr Passwort bei ${productName} wurde geändert`,
    changed: (endsTokens) =>
      `das Passwort Ihres Kontos wurde geändert. Andere Geräte, die angemeldet waren, sind jetzt abgemeldet. ${endsTokens ? "Auch alle Tokens für Programme sind beendet; legen Sie neue an, wo Sie welche brauchen." : "Ihre Tokens für Programme gelten weiter; Sie können sie in Ihrem Profil beenden."}`,
    notYou: "Waren Sie es nicht, wählen Sie sofort ein neues Passwort.",
    button: "Neues Passwort wählen",
    foot: `Sie bekommen diese E-Mail, weil diese Adresse zu einem Konto bei ${productName} gehört.`,
  },
  confirmEmail: {
    title: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${productName}`,
    please: (hours) =>
      `Sie möchten diese Adresse für Ihr Konto verwenden. Öffnen Sie den Link, um sie zu bestätigen; er gilt einmal und ${hoursInWords(hours)} lang. Bis dahin bleibt Ihre jetzige Adresse.`,
    button: "Neue Adresse bestätigen",
    foot: `Sie bekommen diese E-Mail, weil jemand diese Adresse in einem Profil bei ${productName} eingetragen hat. Waren Sie es nicht, brauchen Sie nichts zu tun.`,
  },
  emailChanged: {
    title: `Ihre E-Mail-Adresse bei ${productName} wurde geändert`,
    changed: (newEmail) =>
      `Ihr Konto verwendet jetzt ${newEmail} für die Anmeldung und für alle E-Mails. Andere Geräte, die angemeldet waren, sind jetzt abgemeldet.`,
    notYou: "Waren Sie es nicht, kennt jemand Ihr Passwort: Wenden Sie sich sofort an den Betreiber.",
    foot: `Sie bekommen diese letzte E-Mail, weil diese Adresse zu einem Konto bei ${productName} gehörte.`,
  },
  accountDeleted: {
    title: `Ihr Konto bei ${productName} wurde gelöscht`,
    deleted: "Ihr Konto wurde gelöscht. Sie sind überall abgemeldet, und Ihre Geräte gehören niemandem mehr.",
    notYou: (days) => `Waren Sie es nicht, wenden Sie sich an den Betreiber: ${days} Tage lang lässt sich das Konto zurückholen.`,
    foot: `Sie bekommen diese letzte E-Mail, weil diese Adresse zu einem Konto bei ${productName} gehörte.`,
  },
  newToken: {
    title: `Ein Token bei ${productName} wurde erstellt`,
    created:
      "jemand, der in Ihrem Konto angemeldet ist, hat ein Token erstellt, mit dem ein Programm in Ihrem Namen anfragen kann.",
    name: "Name",
    scope: "Darf",
    scopes: { read: "nur lesen", control: "lesen und Relais schalten" },
    notYou: "Waren Sie es nicht, widerrufen Sie das Token auf Ihrer Profilseite und wählen Sie sofort ein neues Passwort.",
    button: "Profil öffnen",
    foot: `Sie bekommen diese E-Mail, weil diese Adresse zu einem Konto bei ${productName} gehört.`,
  },
};
