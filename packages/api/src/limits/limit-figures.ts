/**
 * The limits of checklist section 5 as figures, before `RATE_LIMIT_FACTOR` multiplies them: counted by these, and told by these
 * on the operations page. What they count, and how, stands in the files beside this one.
 */
import type { LimitName } from "@relaydeck/contract/operations";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const quarterMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export interface LimitFigure {
  readonly limit: number;
  /** In any time of this length. */
  readonly windowMs: number;
}

/** Those of live connections count what is open, and stand with the socket. [WS-3] */
export type CountedName = Exclude<LimitName, "socketsPerUser" | "socketsPerAddress">;

export const limitFigures = {
  signInFailuresPerAccount: { limit: 10, windowMs: quarterMs },
  signInFailuresPerAddress: { limit: 30, windowMs: quarterMs },
  codeFailuresPerAccount: { limit: 10, windowMs: quarterMs },
  adminFailuresPerAccount: { limit: 5, windowMs: quarterMs },
  adminFailuresPerAddress: { limit: 10, windowMs: quarterMs },
  googleStartsPerAddress: { limit: 60, windowMs: quarterMs },
  registrationsPerAddress: { limit: 10, windowMs: hourMs },
  mailsPerRecipientAndHour: { limit: 3, windowMs: hourMs },
  mailsPerRecipientAndDay: { limit: 10, windowMs: dayMs },
  mailsPerAddress: { limit: 10, windowMs: hourMs },
  invitationsPerUser: { limit: 30, windowMs: dayMs },
  tokenTrialsPerAddress: { limit: 20, windowMs: hourMs },
  newTokensPerUser: { limit: 30, windowMs: hourMs },
  deviceRegistrationsPerUser: { limit: 10, windowMs: hourMs },
  deviceRegistrations: { limit: 40, windowMs: hourMs },
  commandsPerDevice: { limit: 10, windowMs: 10 * secondMs },
  commandsPerUser: { limit: 60, windowMs: minuteMs },
  commandRequestsPerUser: { limit: 600, windowMs: minuteMs },
  /** The documented polling of 50 open cards must fit. */
  readsPerUser: { limit: 1_200, windowMs: minuteMs },
  readsPerAddress: { limit: 60, windowMs: minuteMs },
} as const satisfies Record<CountedName, LimitFigure>;

/** Of a day's mails to one recipient so many are left for a forgotten password, evenly over the day. */
export const keptForForgottenADay = 4;

/** Of a day's mails to one recipient an invitation is among the first so many: the others are for an account of one's own. */
export const invitationsADay = 4;

/** A limit as it holds here, for what is counted under that key. */
export function limitOf(name: CountedName, key: string, factor: number): LimitFigure & { readonly key: string } {
  const { limit, windowMs } = limitFigures[name];
  return { key, limit: limit * factor, windowMs };
}
