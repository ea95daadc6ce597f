import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../process/machine.ts";
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

test("what another check runs stands there", () => {
  const lost = Object.entries(proofs).flatMap(([command, proof]) =>
    proof.by === "elsewhere" && !readFileSync(join(repository, proof.file), "utf8").includes(proof.holds)
      ? [`${command}: ${proof.file} does not hold ${proof.holds}`]
      : [],
  );
  expect(lost).toEqual([]);
});
