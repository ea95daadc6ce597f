/**
 * The repository's container file, as steps that can be done without an engine.
 *
 * Knows the instructions that it uses and no others: one more is an error, never passed over.
 */
import { assert, present } from "@relaydeck/kit/assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../process/machine.ts";

export interface Step {
  readonly word: "COPY" | "ENV" | "RUN" | "WORKDIR";
  readonly rest: string;
}

/** What the engine keeps of a stage besides its files. */
export interface Told {
  readonly word: "CMD" | "ENTRYPOINT" | "EXPOSE" | "HEALTHCHECK" | "USER" | "VOLUME";
  readonly rest: string;
}

export interface Stage {
  /** Empty for the last one, which is the image. */
  readonly name: string;
  /** Another stage, or an image with its version. */
  readonly from: string;
  readonly steps: readonly Step[];
  readonly told: readonly Told[];
}

export function containerStages(): Stage[] {
  const text = readFileSync(join(repository, "Dockerfile"), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ");
  const stages: { name: string; from: string; steps: Step[]; told: Told[] }[] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const [, word = "", rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === "FROM") {
      const [from = "", , name = ""] = rest.split(" ");
      stages.push({ name, from, steps: [], told: [] });
    } else if (isStep(word)) present(stages.at(-1), "A stage begins with FROM").steps.push({ word, rest });
    else if (isTold(word)) present(stages.at(-1), "A stage begins with FROM").told.push({ word, rest });
    else assert(false, `The test of the build does not know how to do: ${line}`);
  }
  return stages;
}

function isStep(word: string): word is Step["word"] {
  return ["COPY", "ENV", "RUN", "WORKDIR"].includes(word);
}

function isTold(word: string): word is Told["word"] {
  return ["CMD", "ENTRYPOINT", "EXPOSE", "HEALTHCHECK", "USER", "VOLUME"].includes(word);
}

/** Says of a path within the repository whether the engine is sent it. */
export function sentToEngine(): (path: string) => boolean {
  const lines = readFileSync(join(repository, ".dockerignore"), "utf8").split("\n");
  const names = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const name = present(/^\*\*\/([\w.*-]+)$/.exec(line)?.[1], `.dockerignore holds another form of line: ${line}`);
      return new RegExp(`^${name.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
    });
  return (path) => !path.split("/").some((part) => names.some((name) => name.test(part)));
}
