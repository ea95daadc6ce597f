/** What the bench found of one goal in one place: our figure, the baseline's of the same run, and whether the goal is met. */
import { median } from "../statistics.ts";

const performanceGoals = ["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10", "G11", "G12", "G13"] as const;
/** Figures of the security checklist that a test cannot hold without flaking: parallel hashes [PW-5] and timing rows. */
const checklistGoals = ["A-hash", "AC-3", "AC-4"] as const;
/** Figures of the interface brief, as a browser measures them. */
const screenGoals = ["A3", "A4", "A8", "A16"] as const;
/** What administrators are promised with as many rows as an installation may have. [issue 5, acceptance 2] */
const adminGoals = ["A-admin"] as const;
/** One process beside several nodes, with nothing promised. [issue 6, acceptance 6] */
const clusterGoals = ["nodes"] as const;
export const goalNames = [...performanceGoals, ...checklistGoals, ...screenGoals, ...adminGoals, ...clusterGoals] as const;
export type GoalName = (typeof goalNames)[number];

export interface Finding {
  readonly goal: GoalName;
  /** What was measured, with its size. */
  readonly what: string;
  readonly figure: string;
  readonly baseline: string;
  readonly ratio: string;
  readonly wanted: string;
  /** Null where nothing is promised. */
  readonly isMet: boolean | null;
}

type Bound = { readonly atLeast: number } | { readonly atMost: number };

interface Compared {
  readonly goal: GoalName;
  readonly what: string;
  readonly unit: string;
  /** One per round, in order. */
  readonly ours: readonly number[];
  /** Of the same rounds. */
  readonly baseline: { readonly name: string; readonly values: readonly number[] };
  /** Of the ratio, ours to the baseline's. */
  readonly wanted: Bound;
}

/**
 * Ours beside a baseline: the middle one of the rounds' ratios counts, as a neighbour of the machine may halve all rates for seconds
 * at a time; of the figures the middle ones are shown.
 */
export function compared({ goal, what, unit, ours, baseline, wanted }: Compared): Finding {
  if (ours.length !== baseline.values.length) throw new Error(`${what}: ${ours.length} rounds beside ${baseline.values.length}`);
  const ratio = median(ours.map((value, round) => value / (baseline.values[round] ?? Number.NaN)));
  return {
    goal,
    what,
    figure: `${readable(median(ours))} ${unit}`,
    baseline: `${baseline.name} ${readable(median(baseline.values))}`,
    ratio: `${readable(ratio)}x`,
    wanted: "atLeast" in wanted ? `>= ${wanted.atLeast}x` : `<= ${wanted.atMost}x`,
    isMet: "atLeast" in wanted ? ratio >= wanted.atLeast : ratio <= wanted.atMost,
  };
}

/** Ours beside a baseline, where nothing is promised. */
export function told(of: Omit<Compared, "wanted">): Finding {
  return { ...compared({ ...of, wanted: { atLeast: 0 } }), wanted: "-", isMet: null };
}

type Limited = Pick<Compared, "goal" | "what" | "unit"> & { readonly ours: number } & Bound;

/** Ours against a figure that no baseline gives. */
export function limited({ goal, what, unit, ours, ...wanted }: Limited): Finding {
  const isLeast = "atLeast" in wanted;
  const bound = isLeast ? wanted.atLeast : wanted.atMost;
  return {
    goal,
    what,
    figure: `${readable(ours)} ${unit}`.trim(),
    baseline: "-",
    ratio: "-",
    wanted: `${isLeast ? ">=" : "<="} ${readable(bound)} ${unit}`.trim(),
    isMet: isLeast ? ours >= bound : ours <= bound,
  };
}

interface Alike extends Pick<Compared, "goal" | "what" | "unit"> {
  readonly ours: number;
  readonly baseline: { readonly name: string; readonly value: number };
  /** Differs by at most this share of the baseline, or by at most so many units. */
  readonly within: { readonly share: number; readonly atMost: number };
}

/** Ours beside another of ours that it must not be told apart from. */
export function alike({ goal, what, unit, ours, baseline, within }: Alike): Finding {
  const difference = Math.abs(ours - baseline.value);
  return {
    goal,
    what,
    figure: `${readable(ours)} ${unit}`,
    baseline: `${baseline.name} ${readable(baseline.value)}`,
    ratio: `${readable(ours / baseline.value)}x`,
    wanted: `+-${within.share * 100}% or ${within.atMost} ${unit}`,
    isMet: difference <= Math.max(within.atMost, baseline.value * within.share),
  };
}

interface Scored {
  readonly goal: GoalName;
  readonly what: string;
  /** Of 100, each. */
  readonly scores: readonly number[];
  readonly atLeast: number;
}

/** Marks of one thing in several subjects, all of which have to be good. */
export function scored({ goal, what, scores, atLeast }: Scored): Finding {
  return {
    goal,
    what,
    figure: scores.join(" "),
    baseline: "-",
    ratio: "-",
    wanted: `>= ${atLeast} each`,
    isMet: scores.every((score) => score >= atLeast),
  };
}

/** Three digits that count, thousands apart. */
function readable(value: number): string {
  if (!Number.isFinite(value)) return "?";
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", { maximumFractionDigits: Math.min(digits, 3) });
}
