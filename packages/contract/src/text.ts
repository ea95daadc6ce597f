/**
 * Text that people give. A name shows what it is: nothing in it is invisible or turns the direction of what follows, or
 * one name could pass for another, or for none. [IN-6]
 */
import * as z from "zod/mini";

const controls = /\p{Cc}|\p{Cs}/u;

/** Format characters (direction marks, zero widths, soft hyphens), and letters and marks that are blank. */
const hidden = /[\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5/gu;
/** Joiners where they are part of writing: within an emoji, after an Arabic letter, after a mark as Indic scripts have. */
const rightfulJoiners =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}])\u200D(?=\p{Extended_Pictographic}|\p{L})|([\p{Script=Arabic}\p{M}])\u200C(?=\p{L})/gu;
/** What alone makes no name: marks and selectors without anything that they stand on. */
const standsOnNothing = /^[\p{M}\p{Z}]*$/u;

/** What of the text nobody would see, but for joiners where they belong. */
function hiddenIn(text: string): readonly string[] {
  return text.replace(rightfulJoiners, "$1$2").match(hidden) ?? [];
}

/** Text from elsewhere as a name may hold it; empty where nothing is left to see. */
export function withoutHidden(text: string): string {
  const left = hiddenIn(text).length === 0 ? text : text.replace(hidden, "");
  return standsOnNothing.test(left) ? "" : left;
}

/** One line of text: outer blanks cut, 1 to `max` characters, no control and no invisible characters. [IN-6] */
export function line(options: { max: number; required: string }) {
  return z.string(options.required).check(
    z.trim(),
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
