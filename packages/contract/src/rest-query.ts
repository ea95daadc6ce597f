import * as z from "zod/mini";

/** Query numbers are parsed strictly: digits, nothing else. [rest-shapes section 1] */
export const queryNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, "Not a whole number")),
  z.transform((text: string) => Number(text)),
);
