/** What mails say, in English; German says the same in de.ts. Names come in cleaned. */
import { clientWords } from "@relaydeck/contract/clients";
import { productName } from "@relaydeck/contract/product";

const hoursInWords = (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`);

export const en = {
  hello: (firstName: string) => `Hello ${firstName},`,
  facts: { when: "When", from: "From", client: clientWords },
  verification: {
    title: `Verify your email for ${productName}`,
    please: (hours: number) => `please confirm that this address is yours. The link works for ${hoursInWords(hours)}.`,
    button: "Verify email",
    foot: `You get this mail because somebody registered this address at ${productName}. If it was not you, do nothing: without the link no account can be used.`,
  },
  alreadyRegistered: {
    title: `You already have a ${productName} account`,
    tried: "somebody tried to register an account with this address. You have one already, and nothing was changed.",
    forgotten: (resetUrl: string) => `If it was you and you forgot your password, set a new one here: ${resetUrl}`,
    button: "Sign in",
    foot: `You get this mail because this address belongs to an account at ${productName}. If it was not you, do nothing.`,
  },
  reset: {
    title: `Choose a new ${productName} password`,
    please: (hours: number) =>
      `with this link you choose a new password. It works once, for ${hoursInWords(hours)}, and only the newest one counts.`,
    signedOut: "Afterwards every device that is signed in to your account is signed out.",
    button: "Choose a new password",
    foot: `You get this mail because somebody asked for a new password for this address at ${productName}. If it was not you, do nothing: your password stays as it is.`,
  },
  googleOnly: {
    title: `You sign in to ${productName} with Google`,
    noPassword: "somebody asked for a new password for your account. It has none: you sign in with Google.",
    button: "Sign in",
    foot: `You get this mail because somebody asked for a new password for this address at ${productName}. If it was not you, do nothing.`,
  },
  passwordChanged: {
    title: `Your ${productName} password was changed`,
    changed: (endsTokens: boolean) =>
      `the password of your account was changed. Other devices that were signed in have been signed out. ${endsTokens ? "Every token for programs has ended too; make new ones where you need them." : "Your tokens for programs still work; you can end them on your profile page."}`,
    notYou: "If it was not you, choose a new password at once.",
    button: "Choose a new password",
    foot: `You get this mail because this address belongs to an account at ${productName}.`,
  },
  confirmEmail: {
    title: `Confirm your new email for ${productName}`,
    please: (hours: number) =>
      `you asked to use this address for your account. Open the link to confirm it; it works once, for ${hoursInWords(hours)}. Until then your present address stays.`,
    button: "Confirm new email",
    foot: `You get this mail because somebody entered this address in a profile at ${productName}. If it was not you, do nothing.`,
  },
  emailChanged: {
    title: `Your ${productName} email was changed`,
    changed: (newEmail: string) =>
      `your account now uses ${newEmail} to sign in and for all mails. Other devices that were signed in have been signed out.`,
    notYou: "If it was not you, somebody knows your password: tell the operator at once.",
    foot: `You get this last mail because this address belonged to an account at ${productName}.`,
  },
  accountDeleted: {
    title: `Your ${productName} account was deleted`,
    deleted: "your account was deleted. You are signed out everywhere, and your devices have no owner any more.",
    notYou: (days: number) => `If it was not you, tell the operator: for ${days} days the account can be brought back.`,
    foot: `You get this last mail because this address belonged to an account at ${productName}.`,
  },
  newToken: {
    title: `A ${productName} token was created`,
    created: "somebody who is signed in to your account created a token, with which a program can ask in your name.",
    name: "Name",
    scope: "May",
    scopes: { read: "only read", control: "read and switch relays" },
    notYou: "If it was not you, revoke the token on your profile page and choose a new password at once.",
    button: "Open your profile",
    foot: `You get this mail because this address belongs to an account at ${productName}.`,
  },
};

export type MailTexts = typeof en;
