/**
 * Chance as an argument. `systemRandom` is the secure generator; `seededRandom` repeats itself and must never make a secret.
 */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform bytes. */
  bytes(length: number): Uint8Array;
}

export function systemRandom(): Random {
  return {
    next: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
    bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  };
}

/** Mulberry32: small, fast, and the same numbers for the same seed on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  return { next, bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)) };
}

/** Uniform whole number from `min` to `max`, both included. */
export function integerBetween(random: Random, min: number, max: number): number {
  return min + Math.floor(random.next() * (max - min + 1));
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Uniform text over 0-9 A-Z a-z; 22 characters carry 131 bits. */
export function base62(random: Random, length: number): string {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 below 256; larger bytes would favour the first letters.
    for (const byte of random.bytes(length * 2)) if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62);
  }
  return text;
}
