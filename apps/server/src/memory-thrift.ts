/**
 * How much memory V8 may take before it clears away, and for its compilers: little at rest and under a usual load, as much as it
 * likes when there is much to do. Only WebAssembly is never optimised. [G12]
 *
 * Left to itself it lets the space for new objects double whenever something outlives it, to 32 MB, and what is old gather
 * until it has trebled; and what a space once held is given back to nobody. Two hundred devices that report fifty times a
 * second then took 100 MB more than they need, for no less work of the processor.
 */
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export type Spending = "sparing" | "free";

/** Viewers from whom on a single event is much to do. */
export const crowd = 50;

/**
 * So many looks in a row at more than half of a processor are much to do, whoever asks for it; a start is over sooner. And so
 * many at less, without a crowd, end it: what comes in waves does not switch with each of them.
 */
export const busyLooks = 3;

const lookEveryMs = 1_000;

export interface ThriftDeps {
  readonly clock: Clock;
  readonly viewers: () => number;
  /** Time of processors that this process has used, milliseconds. */
  readonly cpuMs?: () => number;
  readonly spend?: (how: Spending) => void;
  readonly clear?: () => void;
}

/**
 * Sparing from now on, until there is much to do, and again when that is over. What is old is cleared away once the start is
 * over, too: how much it may grow is a part of what the last clearing left, and before the first V8 lets it come to three times
 * what is needed.
 */
export function spareMemory(deps: ThriftDeps): Disposer {
  const { clock, viewers, cpuMs = cpuMsOfProcess, spend = spendMemory, clear = clearAway } = deps;
  let isStarting = true;
  let spending: Spending = "sparing";
  /** Looks in a row that found it otherwise. */
  let otherwise = 0;
  let last = { at: clock.monotonic(), cpuMs: cpuMs() };
  spend(spending);
  return every(clock, lookEveryMs, () => {
    const now = { at: clock.monotonic(), cpuMs: cpuMs() };
    const isBusy = now.cpuMs - last.cpuMs > (now.at - last.at) / 2;
    last = now;
    const hasCrowd = viewers() >= crowd;
    otherwise = (hasCrowd || isBusy) === (spending === "free") ? 0 : otherwise + 1;
    const isOver = otherwise >= busyLooks || (hasCrowd && spending === "sparing");
    if (isOver) {
      spending = spending === "free" ? "sparing" : "free";
      otherwise = 0;
      spend(spending);
    }
    if (spending === "sparing" && (isOver || isStarting)) clear();
    isStarting = false;
  });
}

/**
 * By how much the space for new objects grows, with 1 not at all; how much what is old may grow, percent, 0 as V8 sees fit, and
 * 16 MB at least unless it works for size; and whether the optimising compilers work, because what these take to work with stays
 * with the allocator. That of WebAssembly never does: the parser of the provider's answers, small as it is, would take 23 MB.
 */
const flags: Readonly<Record<Spending, readonly string[]>> = {
  sparing: [
    "--semi-space-growth-factor=1",
    "--heap-growing-percent=20",
    "--optimize-for-size",
    "--no-turbofan",
    "--no-maglev",
    "--no-wasm-tier-up",
    "--no-wasm-dynamic-tiering",
  ],
  free: ["--semi-space-growth-factor=2", "--heap-growing-percent=0", "--no-optimize-for-size", "--turbofan", "--maglev"],
};

export function spendMemory(how: Spending): void {
  for (const flag of flags[how]) setFlagsFromString(flag);
}

/** Stands still for some 40 ms with what the server holds while it spares. V8 hands its collector out by this way alone. */
export function clearAway(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  setFlagsFromString("--no-expose-gc");
}

function cpuMsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
