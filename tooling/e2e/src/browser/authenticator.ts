/**
 * An authenticator app of our own, from RFC 6238 and nothing else: a second opinion beside the library that the product
 * takes. Thirty seconds, six digits, SHA-1.
 */
import { createHmac } from "node:crypto";
import { systemClock } from "@relaydeck/kit/clock";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

export class Authenticator {
  readonly #key: Buffer;
  #last = 0;

  /** `secret`: base32, blanks allowed. */
  constructor(secret: string) {
    const bits = [...secret.replaceAll(/\s/g, "")].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
    this.#key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** A code that was not given before: of now, or at most one step ahead, which the product takes too. */
  newCode(): string {
    this.#last = Math.max(this.#last + 1, Math.floor(systemClock().now() / stepMs));
    return this.#codeOf(this.#last);
  }

  #codeOf(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const digest = createHmac("sha1", this.#key).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 0xf;
    return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
  }
}
