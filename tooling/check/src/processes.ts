/**
 * Programs that a step runs, each in a process group of its own: nothing that a suite starts outlives its step.
 *
 * Only one program of a step is waited for; what it leaves in its group is killed when it ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { type Clock, sleep } from "@relaydeck/kit/clock";

export interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Killed and counted as failed after this time. */
  readonly limitMs: number;
  /** Keep the output instead of showing it as it comes. */
  readonly quiet?: boolean;
}

export interface Ended {
  /** `null` when it was killed or could not start. */
  readonly code: number | null;
  readonly output: string;
}

/** A program that was asked to end is killed after this time. */
const graceMs = 5_000;

export class Processes {
  readonly #clock: Clock;
  readonly #running = new Set<ChildProcess>();
  #ending = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  run({ command, args, cwd, env, limitMs, quiet = false }: Run): Promise<Ended> {
    if (this.#ending) return Promise.resolve({ code: null, output: "" });
    return new Promise((resolve) => {
      const stdio = quiet ? "pipe" : "inherit";
      const child = spawn(command, [...args], { cwd, env, stdio: ["ignore", stdio, stdio], detached: true });
      this.#running.add(child);
      let output = "";
      child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (output += text));
      const stopLimit = this.#clock.after(limitMs, () => {
        output += `\n${command} was still running after ${limitMs / 60_000} minutes and was killed.\n`;
        signalGroup(child, "SIGKILL");
      });
      const finish = (code: number | null) => {
        stopLimit();
        this.#running.delete(child);
        signalGroup(child, "SIGKILL");
        resolve({ code, output });
      };
      child.once("error", (error) => {
        output += `${error.message}\n`;
        finish(null);
      });
      child.once("exit", () => signalGroup(child, "SIGKILL"));
      child.once("close", finish);
    });
  }

  /** Asks every running program to end, then kills what is left. Nothing can be started afterwards. */
  async endAll(): Promise<void> {
    this.#ending = true;
    for (const child of this.#running) signalGroup(child, "SIGTERM");
    const giveUpAt = this.#clock.monotonic() + graceMs;
    while (this.#running.size > 0 && this.#clock.monotonic() < giveUpAt) await sleep(this.#clock, 50);
    for (const child of this.#running) signalGroup(child, "SIGKILL");
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    const gone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!gone) throw error;
  }
}
