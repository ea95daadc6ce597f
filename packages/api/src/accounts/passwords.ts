/**
 * Passwords as argon2id, each with its own salt and parameters in the stored text. [PW-4]
 *
 * Verified byte for byte: nothing is trimmed, cut or changed in case. [PW-1] Where there is nothing to compare with, one of
 * nobody's stands in at the same cost, so that the time says nothing about the account. [AC-3]
 *
 * Not here: how many run at once (hash-gate.ts), and which passwords may be chosen (password-blocklist.ts).
 */
import { hash as argon2, verify as argon2Verify } from "@node-rs/argon2";
import type { Random } from "@relaydeck/kit/random";

/** Cost of one hash; memory in KiB. The library's default algorithm is argon2id. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** 19 MiB, two passes, one lane. */
export const hashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const saltBytes = 16;
const sumBytes = 32;
const halfCharacter = /\p{Cs}/u;

export interface Verdict {
  readonly matches: boolean;
  /** It matches, but was stored at a lower cost than today's: hash it again. [PW-4] */
  readonly outdated: boolean;
}

export class Passwords {
  readonly #random: Random;
  readonly #cost: HashCost;

  constructor(options: { random: Random; cost?: HashCost }) {
    this.#random = options.random;
    this.#cost = options.cost ?? hashCost;
  }

  hash(password: string): Promise<string> {
    return argon2(toBytes(password), { ...this.#cost, salt: this.#random.bytes(saltBytes) });
  }

  /** `stored` is null where no account or no password exists: false, after the same work. */
  async verify(password: string, stored: string | null): Promise<Verdict> {
    const matches = await argon2Verify(stored ?? this.nobodys(), toBytes(password));
    // Half a character has no bytes of its own, so it would match whatever stands in for it. No stored password holds one.
    if (stored === null || !matches || halfCharacter.test(password)) return { matches: false, outdated: false };
    return { matches: true, outdated: isCheaper(stored, this.#cost) };
  }

  /**
   * Chance in the shape of a hash, with a salt of its own each time: no password matches it, and to verify one against it
   * costs as much as ever.
   */
  nobodys(): string {
    const { memoryCost, timeCost, parallelism } = this.#cost;
    const [salt, sum] = [saltBytes, sumBytes].map((length) => toBase64(this.#random.bytes(length)));
    return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${sum}`;
  }
}

function toBytes(password: string): Uint8Array {
  return new TextEncoder().encode(password);
}

/** Without padding, as a stored hash has it. */
function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}

/** True for another algorithm, and for any parameter below the wanted one. */
function isCheaper(stored: string, wanted: HashCost): boolean {
  const [, memory, time, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? [];
  if (memory === undefined) return true;
  return Number(memory) < wanted.memoryCost || Number(time) < wanted.timeCost || Number(lanes) < wanted.parallelism;
}
