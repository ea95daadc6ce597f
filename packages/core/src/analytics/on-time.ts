/** How long a relay was on, as its device reported it: only times count in which reports came. [C12] */
import type { Stretch } from "./quarters.ts";
import { gapMsIn } from "./uptime.ts";

export interface RelayState {
  readonly at: number;
  readonly state: "on" | "off" | "unknown";
}

export interface OnTime {
  readonly onMs: number;
  /** In which its state was known. */
  readonly knownMs: number;
}

/** `steps` oldest first, the first at the stretch's beginning. */
export function onTimeOf(
  stretch: Stretch,
  { steps, gaps }: { readonly steps: readonly RelayState[]; readonly gaps: readonly Stretch[] },
): OnTime {
  let [onMs, knownMs] = [0, 0];
  for (const [index, { at, state }] of steps.entries()) {
    const part = { from: Math.max(at, stretch.from), to: steps[index + 1]?.at ?? stretch.to };
    const ms = Math.max(0, part.to - part.from) - gapMsIn(part, gaps);
    if (state !== "unknown") knownMs += ms;
    if (state === "on") onMs += ms;
  }
  return { onMs, knownMs };
}
