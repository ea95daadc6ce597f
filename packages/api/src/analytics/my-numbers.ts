/** What became of one person's own commands, by their days. [D7, D52] */
import { overviewDays, type MyNumbers } from "@relaydeck/contract/analytics";
import { lastDays } from "@relaydeck/core/analytics/days";
import { commandSums, commandTimes } from "@relaydeck/db/analytics/system";
import type { Ground } from "../ground.ts";

/** Newest confirmations that the median is taken of. */
const mostTimes = 1_000;

export async function myNumbers(
  { store, clock }: Pick<Ground, "store" | "clock">,
  asked: { userId: string; timeZone: string },
): Promise<MyNumbers> {
  const { userId, timeZone } = asked;
  const spans = lastDays(clock.now(), timeZone, overviewDays);
  const sums = await Promise.all(
    spans.map(async ({ date, from, to }) => ({ date, ...(await commandSums(store.read, { from, to, userId })) })),
  );
  const successful = sums.reduce((sum, day) => sum + day.successful, 0);
  const proved = sums.reduce((sum, day) => sum + day.failed, successful);
  const whole = { from: spans.at(0)?.from ?? 0, to: spans.at(-1)?.to ?? 0, userId };
  const times = await commandTimes(store.read, { ...whole, limit: mostTimes });
  return {
    timeZone,
    commandsToday: sums.at(-1)?.commands ?? 0,
    successRate: proved === 0 ? null : (100 * successful) / proved,
    medianConfirmMs: median(times.confirmation),
    days: sums.map((day) => ({
      date: day.date,
      successful: day.successful,
      confirmed: day.confirmed,
      failed: day.failed,
      unconfirmed: day.unconfirmed,
    })),
  };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return below === undefined || above === undefined ? null : (below + above) / 2;
}
