/** What happened in a world, line by line with the time of each, and which rules it broke. */
import type { ManualClock } from "@relaydeck/kit/testing/manual-clock";

export interface Breach {
  /** The history rule of architecture section 11, or the id of the checklist. */
  readonly rule: string;
  readonly sentence: string;
}

/** What a rule says of facts: a breach when they break it, else nothing. */
export function said(isBroken: boolean, rule: string, sentence: string): Breach[] {
  return isBroken ? [{ rule, sentence }] : [];
}

/** A failing world says the rule, its whole history, and how to see it again. */
export class WorldBroken extends Error {
  override name = "WorldBroken";
}

export class History {
  readonly lines: string[] = [];
  readonly breaches: Breach[] = [];
  /** Marks of what was reached: faults, transitions, crashes. */
  readonly reached = new Set<string>();
  #clock: ManualClock | null = null;

  startsOn(clock: ManualClock): void {
    this.#clock = clock;
  }

  say(line: string): void {
    const at = ((this.#clock?.monotonic() ?? 0) / 1000).toFixed(3).padStart(8);
    this.lines.push(`${at}  ${line}`);
  }

  breach(rule: string, sentence: string): void {
    this.charge([{ rule, sentence }]);
  }

  charge(breaches: readonly Breach[]): void {
    for (const breach of breaches) {
      this.breaches.push(breach);
      this.say(`✘ [${breach.rule}] ${breach.sentence}`);
    }
  }

  /** Throws with a readable history when a rule was broken. */
  demand(seed: number): void {
    if (this.breaches.length === 0) return;
    throw this.brokenBy(seed, this.breaches.map(({ rule, sentence }) => `[${rule}] ${sentence}`).join("\n"));
  }

  /** `what` as an error that says all one needs to see it again. */
  brokenBy(seed: number, what: string): WorldBroken {
    const again = `RELAYDECK_WORLD_SEED=${seed} npx vitest run apps/server/src/world/one-world.test.ts`;
    return new WorldBroken(`World ${seed} broke a rule:\n${what}\n\nIts history:\n${this.lines.join("\n")}\n\nAgain: ${again}`);
  }
}
