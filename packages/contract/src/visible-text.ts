/**
 * What of a text people see. Names and what is looked for hold nothing invisible, or one name could pass for another, and a
 * search could find nothing that anybody sees. Without the schemas, which a page has no need of: text.ts. [IN-6]
 */

/**
 * Format characters (direction marks, zero widths, soft hyphens), selectors and fillers that Unicode says to leave out, and
 * signs that are blank: of braille, of Khitan, of music, and what stands for an object.
 */
const hidden = /[\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800\uFFFC]|\u{16FE4}|\u{1D159}/gu;
/** What is drawn as a picture by itself, which a selector asks for once more; some keyboards do. */
const pictureTwice = /(\p{Emoji_Presentation})\uFE0F|\uFE0F(?=\p{Emoji_Modifier})/gu;
/** Joiners where they are part of writing: within an emoji, after an Arabic letter, after a mark as Indic scripts have. */
const rightfulJoiners =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}])\u200D(?=\p{Extended_Pictographic}|\p{L})|([\p{Script=Arabic}\p{M}])\u200C(?=\p{L})/gu;
/** Selectors where they change what is seen: sign or picture, the digit of a key, the shape of a Mongolian letter. */
const rightfulSelectors =
  /(\p{Extended_Pictographic})\uFE0F|(\p{Emoji_Presentation})\uFE0E|([0-9#*])\uFE0F(?=\u20E3)|(\p{Script=Mongolian})[\u180B-\u180D\u180F]/gu;
/** Matches what alone makes no name: marks and selectors without anything that they stand on. */
export const standsOnNothing = /^[\p{M}\p{Z}]*$/u;

/** What of the text nobody would see, but for joiners and selectors where they belong; empty where all is seen. */
export function hiddenIn(text: string): readonly string[] {
  return text.replace(rightfulJoiners, "$1$2").replace(rightfulSelectors, "$1$2$3$4").match(hidden) ?? [];
}

/** What looks the same is the same text: an accent is part of its letter (NFC), and a picture's doubled sign is cut. */
export function inOneForm(text: string): string {
  return text.normalize("NFC").replace(pictureTwice, "$1");
}

/** Text from elsewhere as a name may hold it; empty where nothing is left to see. */
export function withoutHidden(text: string): string {
  const once = inOneForm(text);
  const left = hiddenIn(once).length === 0 ? once : once.replace(hidden, "");
  return standsOnNothing.test(left) ? "" : left;
}

/**
 * What somebody types or a link brings as what is looked for: every blank a space, without control and invisible characters
 * and outer blanks, cut to `max` characters (UTF-16 units). Empty where nothing is left to look for. [IN-6, IN-9]
 */
export function lookedFor(text: string, max: number): string {
  const seen = withoutHidden(text.replaceAll(/\s+/gu, " ").replaceAll(/[\p{Cc}\p{Cs}]/gu, ""));
  // Half a pair is no letter.
  return seen
    .trim()
    .slice(0, max)
    .replace(/\p{Cs}$/u, "")
    .trim();
}
