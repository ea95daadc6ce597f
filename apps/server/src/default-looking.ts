/** Secrets that are none: what an example holds, one word again and again, or hardly a letter. [LG-4] */

/** Words that stand where somebody should have put something of their own. */
const placeholder =
  /change(?:me|it|this)|replace(?:me|this|with)|placeholder|insert(?:here|your)|^your|example|todo|fixme|letmein|qwerty/;
const oneWord = /^(?:password|passwd|secret|default|admin|root|user|test|token|key|relaydeck|\d)+$/;
const fewestLetters = 5;
const longestRepeated = 12;

/** For secrets that somebody else made, such as the cloud: only what is plainly no value at all. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(bareOf(value));
}

/** For secrets that the operator makes. */
export function looksLikeDefault(value: string): boolean {
  const bare = bareOf(value);
  return isPlaceholder(value) || oneWord.test(bare) || new Set(bare).size < fewestLetters || isRepeated(bare);
}

/** The same few letters to the end. */
function isRepeated(text: string): boolean {
  const lengths = Array.from({ length: Math.min(longestRepeated, text.length >> 1) }, (_, index) => index + 1);
  return lengths.some((length) => [...text].every((letter, index) => letter === text[index % length]));
}

function bareOf(value: string): string {
  return value.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
