/** What is written about tokens for programs. The words stand in texts/. */
import type { TokenScope } from "@relaydeck/contract/tokens";
import type { Reader } from "./account-letters.ts";
import { cleanName } from "./clean-text.ts";
import { letter, type Letter } from "./letter.ts";
import { mailTextsIn } from "./texts/texts-in.ts";
import { whenAndFrom, type Happening } from "./when-and-from.ts";

/** The facts of a new token; no part of the token itself is ever mailed. */
export interface NewTokenFacts extends Reader {
  readonly tokenName: string;
  readonly scope: TokenScope;
  readonly profileUrl: string;
  readonly happened: Happening;
}

/** The notice that a program may now ask in the reader's name. */
export function newTokenLetter({ firstName, language = "en", tokenName, scope, profileUrl, happened }: NewTokenFacts): Letter {
  const { hello, newToken } = mailTextsIn(language);
  const token = [
    { label: newToken.name, value: cleanName(tokenName) },
    { label: newToken.scope, value: newToken.scopes[scope] },
  ];
  return letter({
    language,
    title: newToken.title,
    paragraphs: [hello(cleanName(firstName)), newToken.created],
    facts: [...token, ...whenAndFrom(happened, language)],
    afterFacts: [newToken.notYou],
    button: { label: newToken.button, url: profileUrl },
    foot: newToken.foot,
  });
}
