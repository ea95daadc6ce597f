/**
 * Does the steps of the container file in a folder of its own: the same commands, read from that file, with a folder for each
 * stage in place of its root.
 *
 * What a base image brings is this machine's: a shell, npm, and the Node that runs this.
 */
import { assert, present } from "@relaydeck/kit/assert";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join, relative } from "node:path";
import { ofMachine, repository } from "../process/machine.ts";
import { containerStages, sentToEngine, type Stage, type Step, type Told } from "./container-file.ts";

export interface Image {
  /** Stands for the root of the container's files. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workFolder: string;
  /** The value of an instruction that is no step. */
  told(word: Told["word"]): string;
  /** As JSON lists. */
  command(word: "CMD" | "ENTRYPOINT" | "HEALTHCHECK"): string[];
}

interface Built {
  readonly root: string;
  workFolder: string;
  environment: Record<string, string>;
}

/** The longest that one RUN line may take, in milliseconds. */
const longestRunMs = 300_000;

/** Builds into `folder`; throws with what a command said when it fails. */
export function buildImage(folder: string): Image {
  const stages = containerStages();
  const built = new Map<string, Built>();
  for (const stage of stages) built.set(stage.name, buildStage(stage, folder, built));
  const last = present(stages.at(-1), "The file has a stage");
  const { root, workFolder, environment } = present(built.get(last.name), "It was built");
  bringNode(root);
  const told = (word: Told["word"]) => present(last.told.find((one) => one.word === word)?.rest, `The image has no ${word}`);
  const command = (word: "CMD" | "ENTRYPOINT" | "HEALTHCHECK") => JSON.parse(told(word).replace(/^.*?(?=\[)/, "")) as string[];
  return { root, workFolder, environment, told, command };
}

function buildStage({ name, from, steps }: Stage, folder: string, built: ReadonlyMap<string, Built>): Built {
  const root = join(folder, name === "" ? "image" : name);
  mkdirSync(join(root, "usr/local/bin"), { recursive: true });
  const base = built.get(from);
  if (base !== undefined) cpSync(base.root, root, { recursive: true, verbatimSymlinks: true });
  const stage: Built = { root, workFolder: base?.workFolder ?? "/", environment: { ...base?.environment } };
  for (const step of steps) doStep(step, stage, built);
  return stage;
}

function doStep({ word, rest }: Step, stage: Built, built: ReadonlyMap<string, Built>): void {
  if (word === "RUN") return run(rest, stage);
  if (word === "COPY") return copy(rest, stage, built);
  if (word === "WORKDIR") {
    stage.workFolder = rest;
    mkdirSync(join(stage.root, rest), { recursive: true });
    return;
  }
  for (const pair of rest.split(" ")) {
    const [, name = "", value = ""] = /^([A-Z_]+)=(\S+)$/.exec(pair) ?? [];
    assert(name !== "", `ENV is written NAME=value, not ${pair}`);
    stage.environment[name] = value;
  }
}

/** Below the stage's own folder only: a line that named a place by its full path would reach this machine's. */
function run(line: string, { root, workFolder, environment }: Built): void {
  assert(!/(^|[\s"'=])[/~]|\.\./.test(line.replaceAll(/"@relaydeck\/\w+\.\.\."/g, "")), `A RUN line names a place: ${line}`);
  const path = [join(root, "usr/local/bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const env = { ...ofMachine(), ...environment, PATH: path, npm_config_prefix: join(root, "usr/local"), CI: "1" };
  const done = spawnSync("sh", ["-c", line], { cwd: join(root, workFolder), env, encoding: "utf8", timeout: longestRunMs });
  assert(done.status === 0, `RUN ${line}\n${done.stdout}\n${done.stderr}`);
}

function copy(rest: string, stage: Built, built: ReadonlyMap<string, Built>): void {
  const words = rest.split(" ");
  const flags = new Map(words.filter((word) => word.startsWith("--")).map((word) => word.split("=") as [string, string]));
  const [to = "", ...sources] = words.filter((word) => !word.startsWith("--")).toReversed();
  const from = flags.get("--from");
  const origin = from === undefined ? repository : present(built.get(from), `There is no stage ${from} yet`).root;
  const isSent = from === undefined ? sentToEngine() : () => true;
  for (const source of sources) {
    const path = join(origin, source);
    const target = join(stage.root, to.startsWith("/") ? to : join(stage.workFolder, to));
    const place = to.endsWith("/") && !statSync(path).isDirectory() ? join(target, basename(source)) : target;
    const filter = (file: string) => isSent(relative(origin, file));
    cpSync(path, place, { recursive: true, verbatimSymlinks: true, filter });
    const mode = flags.get("--chmod");
    if (mode !== undefined) chmodSync(place, Number.parseInt(mode, 8));
  }
}

/** As the base image has it. */
function bringNode(root: string): void {
  const node = join(root, "usr/local/bin/node");
  if (existsSync(node)) return;
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
}
