/** The workflows of `.github`, read as the machine reads them that runs them. */
import { present } from "@relaydeck/kit/assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { repository } from "../process/machine.ts";

export interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface Job {
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly unknown[]>> };
}

export interface Workflow {
  /** What it begins by, with its settings. */
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export type WorkflowName = "ci" | "nightly";

export function workflowFile(name: WorkflowName): string {
  return `.github/workflows/${name}.yml`;
}

export function workflow(name: WorkflowName): Workflow {
  return parse(readFileSync(join(repository, workflowFile(name)), "utf8")) as Workflow;
}

/** That job of that workflow; an error where there is none. */
export function job(name: WorkflowName, jobName: string): Job {
  return present(workflow(name).jobs[jobName], `${workflowFile(name)} has a job "${jobName}"`);
}

/** What a job gives to the shell, one text a step, once for each value of its matrix that the text asks for. */
export function commandsOf({ steps, strategy }: Job): string[] {
  const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const matrix = Object.entries(strategy?.matrix ?? {});
  return matrix.reduce(
    (texts, [name, values]) =>
      texts.flatMap((text) => {
        const asked = `\${{ matrix.${name} }}`;
        return text.includes(asked) ? values.map((value) => text.replaceAll(asked, String(value))) : [text];
      }),
    runs,
  );
}
