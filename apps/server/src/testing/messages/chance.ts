/** What generated messages are made of, by chance: one of several, a text of anything. */
import { integerBetween, type Random } from "@relaydeck/kit/random";

export function oneOf<T>(random: Random, all: readonly T[]): T {
  // Not by index: one of them may be `undefined`.
  for (const one of all.slice(integerBetween(random, 0, all.length - 1))) return one;
  throw new Error("There is nothing to choose from");
}

/** Of any UTF-16 units at all: controls, halves of letters, letters of every script. */
export function anyText(random: Random, mostUnits = 20): string {
  const units = Array.from({ length: integerBetween(random, 0, mostUnits) }, () => integerBetween(random, 0, 0xffff));
  return String.fromCharCode(...units);
}

export function anyBytes(random: Random, mostBytes: number): Buffer {
  return Buffer.from(random.bytes(integerBetween(random, 1, mostBytes)));
}

/** How often each word is in it. */
export function counted(words: readonly string[]): string {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([word, count]) => `${word}: ${count}`)
    .join(", ");
}
