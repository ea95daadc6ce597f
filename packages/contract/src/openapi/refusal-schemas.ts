/** The bodies of errors. [rest-shapes sections 1, 2 and 5] */
import * as z from "zod/mini";
import { refusals, type RefusalCode } from "../refusals.ts";
import { CommandAnswer } from "../relays.ts";

/** Every code of the closed list. */
export const refusalCodes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]];

const issues = z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() })));

/** An error of any call. */
export const RefusalAnswer = z.strictObject({
  message: z.string(),
  code: z.enum(refusalCodes),
  issues,
  retryAfterSeconds: z.optional(z.int()),
  errorId: z.optional(z.string()),
});

/** An error that tells of a command. */
export const RefusedCommand = z.extend(CommandAnswer, { success: z.literal(false), code: z.enum(refusalCodes), issues });
