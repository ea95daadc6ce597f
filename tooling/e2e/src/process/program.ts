/**
 * One of our commands as a process of its own, with the settings it is given and no others.
 *
 * Nothing here waits for time: only for what the process says, and for its end.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../../../..");
const cli = join(root, "apps/server/src/cli.ts");

export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class Program {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  out = "";
  err = "";

  constructor(command: readonly string[], at: { folder: string; settings?: Settings }) {
    const [program = "", ...args] = command;
    this.process = spawn(program, args, { cwd: at.folder, env: { ...at.settings }, stdio: ["ignore", "pipe", "pipe"] });
    this.process.stdout?.setEncoding("utf8").on("data", (text: string) => (this.out += text));
    this.process.stderr?.setEncoding("utf8").on("data", (text: string) => (this.err += text));
    this.ended = new Promise((resolve) => this.process.once("close", (code, signal) => resolve({ code, signal })));
  }

  /** `relaydeck …`, in a folder where no `.env` lies. */
  static relaydeck(args: readonly string[], at: { folder: string; settings?: Settings }): Program {
    return new Program([process.execPath, cli, ...args], at);
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
      await Promise.race([once(stdout, "data"), once(stderr, "data"), this.ended]);
    }
  }

  end(signal: NodeJS.Signals): Promise<Ended> {
    this.process.kill(signal);
    return this.ended;
  }
}

/** A port that was free a moment ago: the public address has to be known before the server listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
