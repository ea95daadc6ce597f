/** What is written about shares. The words stand in texts/. */
import type { Language } from "@relaydeck/contract/languages";
import type { SharePermission } from "@relaydeck/contract/shares";
import { cleanAddress, cleanLine, cleanName } from "./clean-text.ts";
import { letter, type Letter } from "./letter.ts";
import { sharingTexts } from "./texts/sharing.ts";
import { momentInWords } from "./when-and-from.ts";

/** The facts of an invitation; its reader has no account yet, so there is no name to greet. */
export interface InvitationFacts {
  /** The language of who invites; English where it is not known. */
  readonly language?: Language | undefined;
  readonly inviterName: string;
  readonly inviterEmail: string;
  readonly deviceName: string;
  /** The address that is invited, and that the account must have. */
  readonly email: string;
  readonly permission: SharePermission;
  /** Opens the page that accepts, with its token. */
  readonly link: string;
  /** From then on (epoch ms) it is refused. */
  readonly validUntil: number;
}

/** Sent to an address without an account. [D43, AC-6] */
export function invitationLetter({ language = "en", link, ...facts }: InvitationFacts): Letter {
  const texts = sharingTexts[language];
  return letter({
    language,
    title: texts.title,
    paragraphs: [
      texts.hello,
      `${texts.invites(cleanName(facts.inviterName), cleanLine(facts.inviterEmail), cleanName(facts.deviceName))} ${texts.may[facts.permission]}`,
      texts.how(cleanAddress(facts.email), momentInWords(facts.validUntil, language)),
    ],
    button: { label: texts.button, url: link },
    foot: texts.foot,
  });
}
