/** A copy of the repository as somebody has it who has just cloned it, to type commands in. */
import { assert } from "@relaydeck/kit/assert";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { ofMachine, repository } from "../process/machine.ts";
import { Program, type Settings } from "../process/program.ts";

/** Made by tools or by running the product; .gitignore names the same. */
const made = /^(node_modules|dist|data|\.git|\.turbo|\.artifacts|\.env|.*\.log)$/;

/** The build asks git what has changed, so the copy has to be a clone. */
const author = ["-c", "user.name=copy", "-c", "user.email=copy@relaydeck.test", "-c", "commit.gpgsign=false"];

/** Nobody listens there, so nothing that is typed here reaches a real cloud or mail server. */
const nobody = "127.0.0.1:9";

export class FreshCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "relaydeck-copy-"));
  readonly #settings: Settings;
  readonly #replaced: readonly (readonly [RegExp, string])[];

  private constructor(ports: { own: number; simulator: number; alone: number }, databaseUrl: string) {
    cpSync(repository, this.folder, { recursive: true, filter: (path) => path === repository || !made.test(basename(path)) });
    // Started by root, Postgres runs as another user, who has to pass through.
    chmodSync(this.folder, 0o755);
    const machine = ofMachine();
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"],
      [...author, "commit", "--quiet", "--message=copy"],
    ])
      assert(spawnSync("git", args, { cwd: this.folder, env: machine }).status === 0, `git ${args.join(" ")} failed`);
    // As in a shell of somebody who works here: the Node of this run, and the tools that an npm script has brought.
    const path = [dirname(process.execPath), machine["PATH"] ?? "", join(this.folder, "node_modules/.bin")].join(delimiter);
    const { own, simulator } = ports;
    const cloud = { PARTICLE_API_URL: `http://${nobody}` };
    this.#settings = { ...machine, ...cloud, PATH: path, PORT: String(own), SIMULATOR_PORT: String(simulator) };
    this.#replaced = [
      [/postgres:\/\/user:password@localhost:5432\/relaydeck/, databaseUrl],
      [/file:\/path\/relaydeck\.db postgres:\/\/user@host\/relaydeck/, `file:${this.folder}/data/relaydeck.db ${databaseUrl}`],
      [/PARTICLE_ACCESS_TOKEN=…/, "PARTICLE_ACCESS_TOKEN=8f1c4e0b7a2d"],
      [/SMTP_URL=smtps:\/\/…/, `SMTP_URL=smtps://relays:8f1c4e0b7a2d@${nobody}`],
      // Other programs of this machine may have the usual one.
      [/http:\/\/127\.0\.0\.1:4010/, `http://127.0.0.1:${ports.alone}`],
      [/^npm run simulator$/, `npm run simulator -- --port ${ports.alone}`],
      [/^(npm run simulator -- .*|npm run relaydeck -- simulate)$/, `$1 --port ${ports.alone}`],
    ];
  }

  static async make(databaseUrl: string): Promise<FreshCopy> {
    return new FreshCopy({ own: await freePort(), simulator: await freePort(), alone: await freePort() }, databaseUrl);
  }

  /** The line as a shell gets it, but for what has to differ from reader to reader. */
  type(command: string, settings: Settings = {}): Program {
    const line = this.#replaced.reduce((text, [what, by]) => text.replace(what, by), command);
    return new Program(["sh", "-c", line], {
      folder: this.folder,
      settings: { ...this.#settings, ...settings },
      ownGroup: true,
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
