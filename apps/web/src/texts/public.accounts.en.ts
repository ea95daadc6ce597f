/** Words of the sign-in family beyond those of the product documents: waits and hints. */
export const accountWords = {
  sending: "Sending…",
  linkLasts:
    "The link works for 24 hours. Look in your spam folder as well. No mail, or your password is not accepted? Use “Forgot your password?”: it verifies your email, too.",
  waitSeconds: (seconds: number) => `${seconds} s`,
  waitMinutes: (minutes: number) => `${minutes} min`,
  longerIsBetter: "15 or more are better. A sentence is easy to remember.",
  resentAgain: (seconds: number) => `You can send it again in ${seconds} s.`,
  forgotHint: "The address of your account. We send you a link to choose a new password.",
  remembered: "Remembered it?",
  resetLinkLasts: "The link works for 1 hour. Look in your spam folder as well.",
  verifyFailedTitle: "This did not work",
};

export type AccountWords = typeof accountWords;
