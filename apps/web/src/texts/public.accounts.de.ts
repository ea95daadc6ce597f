import type { AccountWords } from "./public.accounts.en.ts";

export const accountWords: AccountWords = {
  sending: "Wird gesendet…",
  linkLasts: "Der Link gilt 24 Stunden. Sehen Sie auch im Spam-Ordner nach.",
  waitSeconds: (seconds) => `${seconds} s`,
  waitMinutes: (minutes) => `${minutes} min`,
  googleFailed: "Die Anmeldung mit Google hat nicht geklappt. Versuchen Sie es erneut oder nehmen Sie Ihr Passwort.",
  longerIsBetter: "15 oder mehr sind besser. Einen Satz merkt man sich leicht.",
  resentAgain: (seconds) => `In ${seconds} s können Sie sie erneut senden.`,
  verifyFailedTitle: "Das hat nicht geklappt",
};
