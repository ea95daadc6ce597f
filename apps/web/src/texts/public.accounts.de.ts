import type { AccountWords } from "./public.accounts.en.ts";

export const accountWords: AccountWords = {
  sending: "Wird gesendet…",
  linkLasts:
    "Der Link gilt 24 Stunden. Sehen Sie auch im Spam-Ordner nach. Keine E-Mail, oder Ihr Passwort wird nicht angenommen? Nehmen Sie „Passwort vergessen?“: Das bestätigt auch Ihre E-Mail-Adresse.",
  waitSeconds: (seconds) => `${seconds} s`,
  waitMinutes: (minutes) => `${minutes} min`,
  longerIsBetter: "15 oder mehr sind besser. Einen Satz merkt man sich leicht.",
  resentAgain: (seconds) => `In ${seconds} s können Sie sie erneut senden.`,
  forgotHint: "Die Adresse Ihres Kontos. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
  remembered: "Wieder eingefallen?",
  resetLinkLasts: "Der Link gilt 1 Stunde. Sehen Sie auch im Spam-Ordner nach.",
  verifyFailedTitle: "Das hat nicht geklappt",
};
