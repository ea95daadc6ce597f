/** An image that runs as it would in a container: as nobody, on files that cannot be changed, with one folder to write in. */
import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "@relaydeck/kit/assert";
import { Program, type Settings } from "../process/program.ts";
import { buildImage, type Image } from "./build-image.ts";

/** Nobody, wherever there is one. */
const nobody = 65_534;

export class SealedImage {
  readonly image: Image;
  /** The volume: all that the program may write. */
  readonly volume: string;
  /** Only root can be somebody else; who is not has no rights of its own already. */
  readonly userId = process.getuid?.() === 0 ? nobody : undefined;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.image = buildImage(folder);
    this.volume = join(this.image.root, this.image.told("VOLUME"));
    chmod("a-w", this.image.root);
    chmod("u+w", this.volume);
    if (this.userId !== undefined) chownSync(this.volume, this.userId, this.userId);
  }

  /** Leaves nothing where it fails. */
  static build(): SealedImage {
    const folder = mkdtempSync(join(tmpdir(), "relaydeck-image-"));
    chmodSync(folder, 0o755);
    try {
      return new SealedImage(folder);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** What the entry point is given, in the image's own folder and with its own settings. */
  run(args: readonly string[], settings: Settings = {}): Program {
    return this.start([...this.image.command("ENTRYPOINT"), ...args], settings);
  }

  start(command: readonly string[], settings: Settings = {}): Program {
    const { root, workFolder } = this.image;
    const folder = join(root, workFolder);
    return new Program(command, { folder, userId: this.userId, settings: { ...this.#environment(), ...settings } });
  }

  remove(): void {
    chmod("u+w", this.#folder);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The volume stands elsewhere here than in a container. */
  #environment(): Settings {
    const { root, environment } = this.image;
    const volume = this.image.told("VOLUME");
    const moved = Object.entries(environment).map(([name, value]) => [name, value.replace(`${volume}/`, `${root}${volume}/`)]);
    return { ...Object.fromEntries(moved), PATH: `${join(root, "usr/local/bin")}:/usr/bin:/bin` };
  }
}

function chmod(mode: string, folder: string): void {
  const done = spawnSync("chmod", ["-R", mode, folder], { encoding: "utf8" });
  assert(done.status === 0, `chmod ${mode} ${folder}: ${done.stderr}`);
}
