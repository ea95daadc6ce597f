/** Words of the own profile. English is the measure: German has its shape. */
export const profileWords = {
  title: "Your profile",
  toDashboard: "Back to the dashboard",
};

export type ProfileWords = typeof profileWords;
