/**
 * Text that people give. A name shows what it is: nothing in it is invisible or turns the direction of what follows, or
 * one name could pass for another, or for none. [IN-6]
 */
import * as z from "zod/mini";
import { hiddenIn, inOneForm, standsOnNothing, withoutHidden } from "./visible-text.ts";

const controls = /\p{Cc}|\p{Cs}/u;

/** One line of text: outer blanks cut, accents and pictures in one form, 1 to `max` characters, no control and no invisible characters. [IN-6] */
export function line(options: { max: number; required: string }) {
  return z.string(options.required).check(
    z.trim(),
    z.overwrite(inOneForm),
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

/**
 * What is looked for: may be empty, at most `max` characters, no control characters. Invisible ones and outer blanks are left
 * out, since they come along with what is pasted, and nobody means them. [IN-6, IN-9]
 */
export function lookedForLine(options: { max: number }) {
  return maybeLine(options).check(z.overwrite(withoutHidden), z.trim());
}
