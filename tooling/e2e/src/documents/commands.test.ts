import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../process/machine.ts";
import { commandsOf, job, workflowFile } from "../workflows/workflow.ts";
import { documentedCommands, documents } from "./documented.ts";
import { proofs } from "./proofs.ts";

const commands = documentedCommands();

test("every document is read, and has the commands that it is known for", () => {
  const found = new Set(commands.map((one) => one.in));
  expect(documents.filter((document) => !found.has(document))).toEqual(["ARCHITECTURE.md"]);
  expect(commands.map(({ command }) => command)).toEqual(expect.arrayContaining(["npm start", "npm test"]));
});

test("every command of the documents is run by a check", () => {
  const unproved = commands.filter(({ command }) => !Object.hasOwn(proofs, command));
  expect(
    unproved.map((one) => `${one.in}: ${one.command}`),
    "Say in tooling/e2e/src/documents/proofs.ts which check runs it; best is that it is typed as it stands",
  ).toEqual([]);
});

test("every line of the table is a command of the documents", () => {
  const known = new Set(commands.map(({ command }) => command));
  expect(Object.keys(proofs).filter((command) => !known.has(command))).toEqual([]);
});

test("what only CI runs is a line of that job", () => {
  const lost = Object.entries(proofs).flatMap(([command, proof]) => {
    if (proof.by !== "only-ci") return [];
    const { workflow, job: name, line = command } = proof;
    return line.includes(command) && commandsOf(job(workflow, name)).includes(line)
      ? []
      : [`${command}: the job ${name} of ${workflowFile(workflow)} has no line ${line}`];
  });
  expect(lost).toEqual([]);
});

test("what another test runs stands there", () => {
  const lost = Object.entries(proofs).flatMap(([command, proof]) =>
    proof.by === "elsewhere" &&
    !(proof.file.endsWith(".test.ts") && readFileSync(join(repository, proof.file), "utf8").includes(proof.holds))
      ? [`${command}: ${proof.file} does not hold ${proof.holds}`]
      : [],
  );
  expect(lost).toEqual([]);
});
