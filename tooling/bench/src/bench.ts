/** What every measurement is given, and how several are taken in turn. */
import type { Clock } from "@relaydeck/kit/clock";
import type { GoalName } from "./report/finding.ts";

export interface Bench {
  readonly clock: Clock;
  /** Goals that were asked for; a measurement that serves several leaves out the others. */
  readonly wanted: ReadonlySet<GoalName>;
  /** One line on what is under way. */
  say(text: string): void;
}

/** Rounds of every comparison; the middle one of their ratios counts. */
export const rounds = 5;

/**
 * Runs every subject once per round, one after the other, so that what else the machine does meanwhile meets all alike.
 * Results are in the order of the subjects, each with one entry per round.
 */
export async function inTurns<S, R>(subjects: readonly S[], run: (subject: S) => Promise<R>): Promise<R[][]> {
  const results: R[][] = subjects.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) results[index]?.push(await run(subject));
  }
  return results;
}
