import type { Processes } from "./processes.ts";

/** What the steps of one run share. */
export interface Context {
  readonly root: string;
  /** A folder of this run alone, gone afterwards. */
  readonly folder: string;
  readonly processes: Processes;
  /** Steps add what later steps need, such as the browser's path. */
  readonly env: NodeJS.ProcessEnv;
  /** What has to be stopped when all steps are done. */
  readonly onEnd: (() => Promise<void>)[];
}
