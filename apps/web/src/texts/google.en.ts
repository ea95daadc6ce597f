/** Words of signing in with Google, and of its way back that did not lead in. */
export const googleWords = {
  continue: "Continue with Google",
  divider: "or",
  cancelled: "You did not finish signing in with Google.",
  expired: "That sign-in with Google took too long or was begun elsewhere. Start it again.",
  unreachable: "Google did not answer. Try again in a moment, or sign in with your password.",
  unverified: "Google does not confirm that this address is yours. Confirm it at Google, or sign in with your password.",
  otherAccount: "Another Google account opens the account with this address. Use that one, or sign in with your password.",
  tooMany: "Too many tries with Google from your network. Wait some minutes.",
  failed: "Google sign-in did not work. Try again, or sign in with your password.",
};

export type GoogleWords = typeof googleWords;
