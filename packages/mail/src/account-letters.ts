/** What accounts are written: each function is one mail, from facts to a finished letter. */
import { productName } from "@relaydeck/contract/product";
import { cleanLine } from "./clean-text.ts";
import { letter, type Letter } from "./letter.ts";

/** Sent after a registration, and again when somebody asks for it. `link` opens the verify page with its token. */
export function verificationLetter(facts: { firstName: string; link: string; validHours: number }): Letter {
  return letter({
    title: `Verify your email for ${productName}`,
    paragraphs: [
      `Hello ${cleanLine(facts.firstName)},`,
      `please confirm that this address is yours. The link works for ${facts.validHours} hours.`,
    ],
    button: { label: "Verify email", url: facts.link },
    foot: `You get this mail because somebody registered this address at ${productName}. If it was not you, do nothing: without the link no account can be used.`,
  });
}

/** Sent in place of an answer when a known address is registered again and registration is quiet. [D11] */
export function alreadyRegisteredLetter(facts: { firstName: string; signInUrl: string; resetUrl: string }): Letter {
  return letter({
    title: `You already have a ${productName} account`,
    paragraphs: [
      `Hello ${cleanLine(facts.firstName)},`,
      "somebody tried to register an account with this address. You have one already, and nothing was changed.",
      `If it was you and you forgot your password, set a new one here: ${facts.resetUrl}`,
    ],
    button: { label: "Sign in", url: facts.signInUrl },
    foot: `You get this mail because this address belongs to an account at ${productName}. If it was not you, do nothing.`,
  });
}
