/** `relaydeck serve` as `npm start` runs it, on a SQLite file of its own and the cloud that it is given. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../../../apps/server/dist/cli.js", import.meta.url));

export class Served {
  readonly #child: ChildProcess;
  /** Rejects when the process ends by itself. */
  readonly failed: Promise<never>;
  readonly #ended: Promise<void>;

  constructor({ folder, port, cloudUrl }: { folder: string; port: number; cloudUrl: string }) {
    const env = {
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: `file:${join(folder, "relaydeck.db")}`,
      PARTICLE_ACCESS_TOKEN: "a-token-of-the-bench",
      PARTICLE_API_URL: cloudUrl,
      LOG_LEVEL: "error",
    };
    this.#child = spawn(process.execPath, [command, "serve"], { cwd: folder, env, stdio: "ignore" });
    const ended = new Promise<string>((resolve) =>
      this.#child.once("close", (code, signal) => resolve(`relaydeck serve ended with ${code ?? signal}`)),
    );
    this.#ended = ended.then(() => {});
    this.failed = ended.then((why) => Promise.reject(new Error(why)));
    // It ends when it is told to, too.
    this.failed.catch(() => {});
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#ended;
  }
}
