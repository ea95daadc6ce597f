import type { GoogleWords } from "./google.en.ts";

export const googleWords: GoogleWords = {
  continue: "Weiter mit Google",
  divider: "oder",
  cancelled: "Sie haben die Anmeldung mit Google nicht abgeschlossen.",
  expired: "Diese Anmeldung mit Google hat zu lange gedauert oder wurde anderswo begonnen. Beginnen Sie noch einmal.",
  unreachable: "Google hat nicht geantwortet. Versuchen Sie es gleich noch einmal oder nehmen Sie Ihr Passwort.",
  unverified:
    "Google bestätigt nicht, dass diese Adresse Ihnen gehört. Bestätigen Sie sie bei Google oder nehmen Sie Ihr Passwort.",
  otherAccount:
    "Das Konto mit dieser Adresse öffnet ein anderes Google-Konto. Nehmen Sie jenes oder melden Sie sich mit Ihrem Passwort an.",
  tooMany: "Zu viele Versuche mit Google aus Ihrem Netz. Warten Sie einige Minuten.",
  failed: "Die Anmeldung mit Google hat nicht geklappt. Versuchen Sie es erneut oder nehmen Sie Ihr Passwort.",
};
