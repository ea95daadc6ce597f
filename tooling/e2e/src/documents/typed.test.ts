/** The commands of the documents, typed as they stand there, in a copy of the repository in which nothing was done yet. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase, type OutsideDatabase } from "../crash/database.ts";
import type { Program } from "../process/program.ts";
import { FreshCopy } from "./fresh-copy.ts";
import { documentedCommands } from "./documented.ts";
import { proofs, refusals, type Run, type Serves } from "./proofs.ts";

/** The first one installs everything and builds the pages. */
const longestMs = 900_000;

let database: OutsideDatabase;
let copy: FreshCopy;
const started: Program[] = [];
beforeAll(async () => {
  database = await openDatabase("postgres", "");
  copy = await FreshCopy.make(database.url);
});
afterEach(() => {
  for (const program of started.splice(0)) program.signalGroup("SIGKILL");
});
afterAll(async () => {
  copy.remove();
  await database.close();
});

const entries = Object.entries(proofs);
const meanwhile = new Set(entries.flatMap(([, proof]) => (proof.by === "serves" ? [proof.meanwhile] : [])));
const typed = entries.flatMap(([command, proof]): [string, Run | Serves][] =>
  (proof.by === "run" || proof.by === "serves") && !meanwhile.has(command) ? [[command, proof]] : [],
);

function type(command: string, { settings = {} }: Run | Serves): Program {
  const program = copy.type(command, settings);
  started.push(program);
  return program;
}

/** Ended well, and has printed what it should. */
async function runs(command: string, proof: Run): Promise<void> {
  const program = type(command, proof);
  const { code } = await program.ended;
  expect({ code, said: code === 0 ? "" : `${program.out}\n${program.err}` }).toEqual({ code: 0, said: "" });
  expect(program.out).toMatch(proof.prints ?? /(?:)/);
}

async function serves(command: string, proof: Serves): Promise<void> {
  const program = type(command, proof);
  for (const pattern of proof.says) await program.says(pattern);
  const other = proof.meanwhile === undefined ? undefined : proofs[proof.meanwhile];
  if (proof.meanwhile !== undefined && other?.by === "run") await runs(proof.meanwhile, other);
  program.signalGroup("SIGINT");
  await program.ended;
  expect(program.signalGroup(0)).toBe(false);
}

test.each(typed)(
  "%s",
  async (command, proof) => {
    await (proof.by === "run" ? runs(command, proof) : serves(command, proof));
    expect(started.every(({ hasEnded }) => hasEnded)).toBe(true);
  },
  longestMs,
);

test.each(Object.entries(refusals))(
  "it starts here too, and refuses what it does not know: %s",
  async (command, says) => {
    const program = type(command, { by: "run" });
    expect(await program.ended).toEqual({ code: 2, signal: null });
    expect(`${program.out}${program.err}`).toMatch(says);
  },
  longestMs,
);

test(
  "npm run bench starts here, and knows every goal that the documents have measured",
  async () => {
    const program = type("npm run bench -- none", { by: "run" });
    expect(await program.ended).toEqual({ code: 2, signal: null });
    const goals = new Set(/Goals: (.*)\.$/m.exec(program.err)?.[1]?.split(", "));
    const wanted = documentedCommands().flatMap(({ command }) => /npm run bench -- (.+)$/.exec(command)?.[1]?.split(" ") ?? []);
    expect(wanted.length).toBeGreaterThan(5);
    expect(wanted.filter((name) => !goals.has(name))).toEqual([]);
  },
  longestMs,
);
