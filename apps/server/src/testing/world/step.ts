import type { Stage } from "./stage.ts";

/** One thing that may happen. It must not wait for answers that need time; the time after it is drawn elsewhere. */
export interface Step {
  readonly name: string;
  readonly weight: number;
  run(stage: Stage): Promise<void> | void;
}
