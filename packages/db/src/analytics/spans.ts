/** Numbers of several stretches of time at once, exact whether or not they are summed up already. */
import { noNumbers, sumOfNumbers, type CommandNumbers } from "@relaydeck/core/analytics/command-numbers";
import { sumOfCalls, sumOfEndpoints, type CallNumbers, type EndpointNumbers } from "@relaydeck/core/analytics/call-numbers";
import { piecesOf, quarterMs, wholeQuarters, type RolledUp, type Stretch } from "@relaydeck/core/analytics/quarters";
import type { Reader } from "../store.ts";
import { endpointSums, limitSlotMs, listCallQuarters } from "./call-quarters.ts";
import { commandNumbers, listCommandCounts, listCommandQuarters } from "./command-quarters.ts";
import { callSumsByEndpoint, callSumsByTime } from "./provider-calls.ts";
import { listMarks, rolledUntil, type RollupName } from "./rollups.ts";

/** More than so many changed quarters at once are not looked at one by one; the next roll-up takes them. */
const mostMarks = 200;

async function rolledUp(from: Reader, name: RollupName, spans: readonly Stretch[]): Promise<RolledUp & { whole: Stretch }> {
  const until = await rolledUntil(from, name);
  const whole = { from: Math.min(...spans.map((span) => span.from)), to: Math.max(...spans.map((span) => span.to)) };
  const marks = await listMarks(from, {
    ...wholeQuarters({ from: whole.from - quarterMs, to: whole.to }),
    name,
    limit: mostMarks,
  });
  return { until, marks: new Set(marks), whole };
}

/** What became of the commands of each stretch; `without` times where percentiles are not asked for. */
export async function commandNumbersOf(
  from: Reader,
  spans: readonly Stretch[],
  without: "times" | "nothing" = "nothing",
): Promise<CommandNumbers[]> {
  if (spans.length === 0) return [];
  const { whole, ...known } = await rolledUp(from, "commands", spans);
  const list = without === "times" ? listCommandCounts : listCommandQuarters;
  const rolled = await list(from, { from: whole.from, to: Math.min(whole.to, known.until) });
  const numbers: CommandNumbers[] = [];
  for (const span of spans) {
    const { quarters, rows } = piecesOf(span, known);
    const parts: CommandNumbers[] = rolled.filter((row) => isIn(row.start, quarters, known));
    for (const stretch of rows) parts.push(await commandNumbers(from, stretch));
    numbers.push(parts.length === 0 ? noNumbers : sumOfNumbers(parts));
  }
  return numbers;
}

export type CallBucket = Stretch & CallNumbers & { readonly busiest: number };

/** The provider's calls of each stretch, and the most of any five minutes of it. Stretches begin and end with five minutes of UTC. */
export async function callNumbersOf(from: Reader, spans: readonly Stretch[]): Promise<CallBucket[]> {
  if (spans.length === 0) return [];
  const { whole, ...known } = await rolledUp(from, "calls", spans);
  const rolled = await listCallQuarters(from, { from: whole.from, to: Math.min(whole.to, known.until) });
  const buckets: CallBucket[] = [];
  for (const span of spans) {
    const { quarters, rows } = piecesOf(span, known);
    const parts: (CallNumbers & { busiest: number })[] = rolled.filter((row) => isIn(row.start, quarters, known));
    for (const stretch of rows) {
      const slots = await callSumsByTime(from, { ...stretch, stretchMs: limitSlotMs });
      parts.push(...slots.map((slot) => ({ ...slot, busiest: slot.calls })));
    }
    buckets.push({ ...span, ...sumOfCalls(parts), busiest: parts.reduce((most, part) => Math.max(most, part.busiest), 0) });
  }
  return buckets;
}

/** The same of one stretch by endpoint, most calls first. */
export async function endpointNumbersOf(from: Reader, span: Stretch): Promise<EndpointNumbers[]> {
  const { whole: _whole, ...known } = await rolledUp(from, "calls", [span]);
  const { quarters, rows } = piecesOf(span, known);
  const parts = quarters.to > quarters.from ? [...(await endpointSums(from, quarters))] : [];
  const marked = [...known.marks].filter((start) => start >= quarters.from && start < quarters.to);
  for (const start of marked) parts.push(...(await endpointSums(from, { from: start, to: start + quarterMs })).map(negative));
  for (const stretch of rows) parts.push(...(await callSumsByEndpoint(from, stretch)));
  return sumOfEndpoints(parts).filter(({ calls }) => calls > 0);
}

/** Taken away again: what is marked is told by its rows. */
function negative(numbers: EndpointNumbers): EndpointNumbers {
  const { calls, failed, responseSum, responseCount, bytes } = numbers;
  return { ...numbers, calls: -calls, failed: -failed, responseSum: -responseSum, responseCount: -responseCount, bytes: -bytes };
}

function isIn(start: number, quarters: Stretch, { marks }: RolledUp): boolean {
  return start >= quarters.from && start < quarters.to && !marks.has(start);
}
