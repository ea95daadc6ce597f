/**
 * Recovery codes: ten at once, each works once, for when the authenticator app is lost.
 *
 * A code holds 80 random bits, so that its SHA-256 tells nothing even to somebody with much time and the database; the
 * owner's id is hashed with it, so that one guess never counts for two people.
 */
import { codeDigits, recoveryCodeCount } from "@relaydeck/contract/two-step";
import type { Random } from "@relaydeck/kit/random";
import { isSameHash, sha256 } from "./secrets.ts";

/** Crockford's: no letter that is taken for a digit. 32 of them, so five bits of a byte choose one evenly. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 16;
const oneTimeCode = new RegExp(`^\\d{${codeDigits}}$`);

/** What somebody typed, without what people and apps put between the characters. */
export type ReadCode =
  | { readonly is: "one-time"; readonly digits: string }
  | { readonly is: "recovery"; readonly text: string }
  | { readonly is: "nonsense" };

export function readCode(typed: string): ReadCode {
  const bare = typed.replaceAll(/[\s-]/g, "").toLowerCase();
  if (oneTimeCode.test(bare)) return { is: "one-time", digits: bare };
  const text = bare.replaceAll("o", "0").replaceAll(/[il]/g, "1");
  const isForm = text.length === codeLength && [...text].every((letter) => alphabet.includes(letter));
  return isForm ? { is: "recovery", text } : { is: "nonsense" };
}

/** As they are shown: four groups of four. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: recoveryCodeCount }, () => newRecoveryCode(random));
}

/** For a code as it is shown, or as it was read. */
export function recoveryHash(ownerId: string, code: string): string {
  return sha256(`${ownerId}:${code.replaceAll("-", "")}`);
}

/** The hashes that are left without this code's; null when it is none of them. */
export function withoutCode(hashes: readonly string[], hash: string): string[] | null {
  // Every one is compared, so that the time does not tell which it was.
  const rest = hashes.filter((one) => !isSameHash(one, hash));
  return rest.length < hashes.length ? rest : null;
}

function newRecoveryCode(random: Random): string {
  const letters = Array.from(random.bytes(codeLength), (byte) => alphabet.charAt(byte % alphabet.length));
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join("")).join("-");
}
