/** What became of the commands of a stretch of time. Only proved results count as success or failure. [D27, D52] */
import { mergedTimes, noTimes, type Times } from "./times.ts";

export interface CommandCounts {
  /** All that were answered or are of unknown outcome: the rows of relay history. */
  readonly commands: number;
  /** The device said yes. */
  readonly successful: number;
  /** Those of them that data proved. */
  readonly confirmed: number;
  readonly failed: number;
  readonly unconfirmed: number;
  /** Never sent, so not among `commands`. */
  readonly expired: number;
  readonly cancelled: number;
  /** Milliseconds from request to answer, of all that were answered. */
  readonly responseSum: number;
  readonly responseCount: number;
}

export interface CommandNumbers extends CommandCounts {
  readonly responseTimes: Times;
  readonly confirmationTimes: Times;
}

const noCounts: CommandCounts = {
  commands: 0,
  successful: 0,
  confirmed: 0,
  failed: 0,
  unconfirmed: 0,
  expired: 0,
  cancelled: 0,
  responseSum: 0,
  responseCount: 0,
};

export const noNumbers: CommandNumbers = { ...noCounts, responseTimes: noTimes, confirmationTimes: noTimes };

function sumOfCounts(parts: readonly CommandCounts[]): CommandCounts {
  return parts.reduce(
    (sum, part) => ({
      commands: sum.commands + part.commands,
      successful: sum.successful + part.successful,
      confirmed: sum.confirmed + part.confirmed,
      failed: sum.failed + part.failed,
      unconfirmed: sum.unconfirmed + part.unconfirmed,
      expired: sum.expired + part.expired,
      cancelled: sum.cancelled + part.cancelled,
      responseSum: sum.responseSum + part.responseSum,
      responseCount: sum.responseCount + part.responseCount,
    }),
    noCounts,
  );
}

export function sumOfNumbers(parts: readonly CommandNumbers[]): CommandNumbers {
  return {
    ...sumOfCounts(parts),
    responseTimes: mergedTimes(parts.map((part) => part.responseTimes)),
    confirmationTimes: mergedTimes(parts.map((part) => part.confirmationTimes)),
  };
}

/** Percent of the proved results that are good, not rounded; null without one. */
export function successRateOf({ successful, failed }: Pick<CommandCounts, "successful" | "failed">): number | null {
  const proved = successful + failed;
  return proved === 0 ? null : (100 * successful) / proved;
}

/** Mean of the milliseconds from request to answer, not rounded; null without one. */
export function averageResponseOf({ responseSum, responseCount }: Pick<CommandCounts, "responseSum" | "responseCount">) {
  return responseCount === 0 ? null : responseSum / responseCount;
}
