/**
 * Passwords that nobody may choose: the most common ones, the product's name, and what everybody knows of the person. [PW-2]
 *
 * Letter case never makes a listed password good. Around the product's or the person's own words, digits and signs do
 * not either ("relaydeck2026!"); around a listed password they do, as the list itself holds the common endings.
 */
import { productName } from "@relaydeck/contract/product";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { ok, type Result } from "@relaydeck/kit/result";
import { isCommonPassword } from "./listed-passwords.ts";

export interface PersonalWords {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Refused with the reason, or accepted. */
export function checkPassword(password: string, person: PersonalWords): Result<null, Refusal> {
  if (isCommonPassword(password.toLowerCase())) {
    return refuse("PASSWORD_BLOCKED", { message: "This password is one of the most common ones. Choose another one." });
  }
  if (isPersonal(password, person)) {
    return refuse("PASSWORD_BLOCKED", {
      message: `This password is made of your name, your email or the name ${productName}. Choose another one.`,
    });
  }
  return ok(null);
}

function isPersonal(password: string, { email, firstName, lastName }: PersonalWords): boolean {
  const local = email.split("@")[0] ?? "";
  const words = [productName, email, local, firstName, lastName, firstName + lastName, lastName + firstName].map(
    lettersAndDigits,
  );
  const presented = lettersAndDigits(password);
  const core = withoutOuterDigits(presented);
  return words.some((word) => isSame(presented, word, 1) || isSame(core, withoutOuterDigits(word), shortestCore));
}

/** A name of one or two letters among digits says little: "4711-0815-B" is not the name B. */
const shortestCore = 3;

function isSame(presented: string, word: string, shortest: number): boolean {
  return presented.length >= shortest && presented === word;
}

function lettersAndDigits(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

function withoutOuterDigits(text: string): string {
  return text.replace(/^\p{N}+|\p{N}+$/gu, "");
}
