/**
 * One of our commands as a process of its own, with the settings it is given and no others.
 *
 * Nothing here waits for time: only for what the process says, and for its end.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../../../..");
/** The built program. */
export const cli = join(root, "apps/server/dist/cli.js");
const bootstrap = pathToFileURL(join(root, "tooling/bootstrap/processes.mjs")).href;

export type Settings = Readonly<Record<string, string>>;

interface Place {
  readonly folder: string;
  readonly settings?: Settings;
  /** A process group as a terminal makes one, so that a signal can be sent to all of it. */
  readonly ownGroup?: boolean;
  /** Another user of this machine, by its number; only root may ask for one. */
  readonly userId?: number | undefined;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class Program {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  out = "";
  err = "";

  constructor(command: readonly string[], at: Place) {
    const [program = "", ...args] = command;
    const { folder: cwd, ownGroup = false, userId } = at;
    const user = userId === undefined ? {} : { uid: userId, gid: userId };
    const env = { ...at.settings };
    this.process = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: ownGroup, ...user });
    this.process.stdout?.setEncoding("utf8").on("data", (text: string) => (this.out += text));
    this.process.stderr?.setEncoding("utf8").on("data", (text: string) => (this.err += text));
    this.ended = new Promise((resolve) => this.process.once("close", (code, signal) => resolve({ code, signal })));
  }

  /** `relaydeck …`, in a folder where no `.env` lies. */
  static relaydeck(args: readonly string[], at: Place): Program {
    return new Program([process.execPath, cli, ...args], at);
  }

  /** The same as the child of the bootstrap, as every npm script starts it after its preparation. */
  static belowBootstrap(args: readonly string[], at: Place): Program {
    const call = `import { runInForeground } from ${JSON.stringify(bootstrap)};
      process.exit(await runInForeground(process.execPath, [${JSON.stringify([cli, ...args])}], {}));`;
    return new Program([process.execPath, "--input-type=module", "-e", call], at);
  }

  /** The first match in what it has said or will say, on either stream; throws when it ends without having said it. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const { stdout, stderr } = this.process;
    let hasEnded = false;
    void this.ended.then(() => (hasEnded = true));
    for (;;) {
      const match = pattern.exec(this.out) ?? pattern.exec(this.err);
      if (match !== null) return match;
      if (hasEnded || stdout === null || stderr === null)
        throw new Error(`It ended without ${String(pattern)}:\n${this.out}\n${this.err}`);
      // Whichever speaks first: the other one is not listened to any longer, or listeners would gather.
      const heard = new AbortController();
      const { signal } = heard;
      await Promise.race([once(stdout, "data", { signal }), once(stderr, "data", { signal }), this.ended]);
      heard.abort();
    }
  }

  /** Ctrl-C and its like: the signal to every process of its own group. False when there is none left. */
  signalGroup(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.process;
    if (pid === undefined) return false;
    try {
      return process.kill(-pid, signal);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
      throw error;
    }
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  end(signal: NodeJS.Signals): Promise<Ended> {
    this.process.kill(signal);
    return this.ended;
  }
}
