/** Words of the second step of signing in. */
export const secondStepWords = {
  title: "Enter your code",
  appIntro: "Two-step sign-in is on. Open your authenticator app and type the 6 digits it shows.",
  recoveryIntro: "Type one of the recovery codes that you kept when you switched two-step sign-in on. Each works once.",
  recoveryLabel: "Recovery code",
  codeMissing: "Enter the code",
  notValid: "That code is not valid. Each code works once; wait for the next one.",
  recoveryNotValid: "That recovery code is not valid. Each works once.",
  toRecovery: "Use a recovery code",
  toApp: "Use the app instead",
  startAgain: "Start again",
  ended: "This sign-in has ended. Start again.",
  tooMany: "Too many wrong codes. Use a recovery code.",
};

export type SecondStepWords = typeof secondStepWords;
