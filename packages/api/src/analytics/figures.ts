/** Sums as they are told: rates and means of them, and percentiles. [D27, D52, C18] */
import type { CommandCounts as ToldCounts, CommandFigures } from "@relaydeck/contract/analytics-overview";
import {
  averageResponseOf,
  successRateOf,
  type CommandCounts,
  type CommandNumbers,
} from "@relaydeck/core/analytics/command-numbers";
import { percentilesOf } from "@relaydeck/core/analytics/times";

export function toldCounts(numbers: CommandCounts): ToldCounts {
  const { commands, successful, confirmed, failed, unconfirmed, expired, cancelled } = numbers;
  return {
    commands,
    confirmed,
    answered: successful - confirmed,
    failed,
    unconfirmed,
    expired,
    cancelled,
    successRate: successRateOf(numbers),
    averageResponseMs: averageResponseOf(numbers),
  };
}

export function toldFigures(numbers: CommandNumbers): CommandFigures {
  return {
    ...toldCounts(numbers),
    response: percentilesOf(numbers.responseTimes),
    confirmation: percentilesOf(numbers.confirmationTimes),
  };
}
