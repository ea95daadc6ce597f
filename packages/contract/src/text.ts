import * as z from "zod/mini";

const controls = /\p{Cc}|\p{Cs}/u;

/** One line of text: outer blanks cut, 1 to `max` characters, no control characters. [IN-6] */
export function line(options: { max: number; required: string }) {
  return z.string(options.required).check(
    z.trim(),
    z.minLength(1, options.required),
    z.maxLength(options.max, `At most ${options.max} characters`),
    z.refine((text) => !controls.test(text), "Control characters are not allowed"),
  );
}

/** One line that may be empty: kept as it is, at most `max` characters, no control characters. [IN-6] */
export function maybeLine({ max }: { max: number }) {
  return z.string().check(
    z.maxLength(max, `At most ${max} characters`),
    z.refine((text) => !controls.test(text), "Control characters are not allowed"),
  );
}
