import type { ProfileWords } from "./profile.en.ts";

export const profileWords: ProfileWords = {
  title: "Ihr Profil",
  toDashboard: "Zurück zum Dashboard",
};
