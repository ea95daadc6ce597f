/** Memory of a process that knows nothing of it. */
import { execFileSync } from "node:child_process";

/** What G12 grants a server. */
export const residentGoalMib = 120;

/** As the system counts it, so that nothing of the bench runs inside the measured process. */
export function residentMib(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
