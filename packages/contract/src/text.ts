/**
 * Text that people give. A name shows what it is: nothing in it is invisible or turns the direction of what follows, or
 * one name could pass for another, or for none. [IN-6]
 */
import * as z from "zod/mini";

const controls = /\p{Cc}|\p{Cs}/u;

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
/** What alone makes no name: marks and selectors without anything that they stand on. */
const standsOnNothing = /^[\p{M}\p{Z}]*$/u;

/** What of the text nobody would see, but for joiners and selectors where they belong. */
function hiddenIn(text: string): readonly string[] {
  return text.replace(rightfulJoiners, "$1$2").replace(rightfulSelectors, "$1$2$3$4").match(hidden) ?? [];
}

/** The same picture is the same text. */
function withPicturesOnce(text: string): string {
  return text.replace(pictureTwice, "$1");
}

/** Text from elsewhere as a name may hold it; empty where nothing is left to see. */
export function withoutHidden(text: string): string {
  const once = withPicturesOnce(text);
  const left = hiddenIn(once).length === 0 ? once : once.replace(hidden, "");
  return standsOnNothing.test(left) ? "" : left;
}

/** One line of text: outer blanks and doubled signs for a picture cut, 1 to `max` characters, no control and no invisible characters. [IN-6] */
export function line(options: { max: number; required: string }) {
  return z.string(options.required).check(
    z.trim(),
    z.overwrite(withPicturesOnce),
    z.minLength(1, options.required),
    z.maxLength(options.max, `At most ${options.max} characters`),
    z.refine((text) => !controls.test(text), "Control characters are not allowed"),
    z.refine((text) => hiddenIn(text).length === 0, "Invisible characters are not allowed"),
    z.refine((text) => text === "" || !standsOnNothing.test(text), options.required),
  );
}

/** One line that only its writer reads, and that may be empty: kept as it is, at most `max` characters, no control characters. [IN-6] */
export function maybeLine({ max }: { max: number }) {
  return z.string().check(
    z.maxLength(max, `At most ${max} characters`),
    z.refine((text) => !controls.test(text), "Control characters are not allowed"),
  );
}
