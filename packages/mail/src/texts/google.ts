/** What notices about sign-in with Google say, in both languages. */
import type { Language } from "@relaydeck/contract/languages";
import { productName } from "@relaydeck/contract/product";

const en = {
  linked: {
    title: `Google now opens your ${productName} account`,
    what: "sign-in with Google was added to your account, after its password was entered. The password works as before.",
  },
  "taken-over": {
    title: `You sign in to ${productName} with Google now`,
    what: "you signed in with Google. An account with this address was waiting for its verification: it is yours now, and the password that was set for it before has been removed.",
  },
  unlinked: {
    title: `Google no longer opens your ${productName} account`,
    what: "sign-in with Google was removed from your account. You sign in with your password. Other devices that were signed in have been signed out.",
  },
  notYou: "If it was not you, choose a new password at once, and look at where you are signed in on your profile page.",
  button: "Open your profile",
  foot: `You get this mail because this address belongs to an account at ${productName}.`,
};

const de: typeof en = {
  linked: {
    title: `Google öffnet jetzt Ihr Konto bei ${productName}`,
    what: "die Anmeldung mit Google wurde Ihrem Konto hinzugefügt, nachdem sein Passwort eingegeben wurde. Das Passwort gilt weiter.",
  },
  "taken-over": {
    title: `Sie melden sich bei ${productName} jetzt mit Google an`,
    what: "Sie haben sich mit Google angemeldet. Ein Konto mit dieser Adresse wartete auf seine Bestätigung: Es gehört jetzt Ihnen, und das Passwort, das vorher dafür gesetzt wurde, ist entfernt.",
  },
  unlinked: {
    title: `Google öffnet Ihr Konto bei ${productName} nicht mehr`,
    what: "die Anmeldung mit Google wurde von Ihrem Konto entfernt. Sie melden sich mit Ihrem Passwort an. Andere angemeldete Geräte wurden abgemeldet.",
  },
  notYou:
    "Waren Sie es nicht, wählen Sie sofort ein neues Passwort und sehen Sie auf Ihrer Profilseite nach, wo Sie angemeldet sind.",
  button: "Profil öffnen",
  foot: `Sie bekommen diese E-Mail, weil diese Adresse zu einem Konto bei ${productName} gehört.`,
};

export const googleTexts: Readonly<Record<Language, typeof en>> = { en, de };
