/** Calls to the provider of a stretch of time, in sums that add up. */
import { grouped } from "./grouped.ts";

export interface CallNumbers {
  readonly calls: number;
  readonly failed: number;
  /** Milliseconds, over the calls that were answered. */
  readonly responseSum: number;
  readonly responseCount: number;
  /** Of requests and answers. */
  readonly bytes: number;
}

export type EndpointNumbers = CallNumbers & { readonly endpoint: string; readonly method: string };

export const noCalls: CallNumbers = { calls: 0, failed: 0, responseSum: 0, responseCount: 0, bytes: 0 };

export function sumOfCalls(parts: readonly CallNumbers[]): CallNumbers {
  return parts.reduce(
    (sum, part) => ({
      calls: sum.calls + part.calls,
      failed: sum.failed + part.failed,
      responseSum: sum.responseSum + part.responseSum,
      responseCount: sum.responseCount + part.responseCount,
      bytes: sum.bytes + part.bytes,
    }),
    noCalls,
  );
}

/** One per endpoint and method, most calls first. */
export function sumOfEndpoints(parts: readonly EndpointNumbers[]): EndpointNumbers[] {
  const byName = grouped(parts, ({ method, endpoint }) => `${method} ${endpoint}`);
  const sums = [...byName.values()].flatMap((same) =>
    same.slice(0, 1).map(({ endpoint, method }) => ({ endpoint, method, ...sumOfCalls(same) })),
  );
  return sums.toSorted((a, b) => b.calls - a.calls || compare(a.endpoint, b.endpoint) || compare(a.method, b.method));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Percent of all calls, not rounded; 0 without any. [D27] */
export function callRateOf({ calls, failed }: CallNumbers): number {
  return calls === 0 ? 0 : (100 * (calls - failed)) / calls;
}

/** Mean of the milliseconds, not rounded; 0 without an answer. */
export function averageCallOf({ responseSum, responseCount }: CallNumbers): number {
  return responseCount === 0 ? 0 : responseSum / responseCount;
}
