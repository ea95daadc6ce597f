/** The bootstrap's promise about signals, kept with small programs in place of the server and of npx. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";

const processes = new URL("../../bootstrap/processes.mjs", import.meta.url).href;
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** Runs a program that says its own id and then waits for a signal, below the given function of the bootstrap. */
async function startBelow(call: string): Promise<{ parent: ChildProcess; childId: number; ended: Promise<number | null> }> {
  const parent = spawn(process.execPath, [
    "--input-type=module",
    "-e",
    `import * as p from ${JSON.stringify(processes)}; ${call}`,
  ]);
  started.push(parent);
  const ended = new Promise<number | null>((resolve) => parent.once("exit", resolve));
  const childId = await new Promise<number>((resolve) => {
    const listen = (text: Buffer) => {
      const id = /id (\d+)/.exec(text.toString())?.[1];
      if (id !== undefined) resolve(Number(id));
    };
    parent.stdout.on("data", listen);
    parent.stderr.on("data", listen);
  });
  return { parent, childId, ended };
}

const patient = "setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(7)); console.log('id', process.pid)";
const deaf = "console.log('id', process.pid); setInterval(() => {}, 1000)";

test("a signal reaches the task, and its exit code comes back", async () => {
  const call = `process.exit(await p.runInForeground(process.execPath, [["-e", ${JSON.stringify(patient)}]], {}))`;
  const { parent, childId, ended } = await startBelow(call);
  parent.kill("SIGTERM");
  expect(await ended).toBe(7);
  expect(isAlive(childId)).toBe(false);
});

test("when one of two tasks ends, the other is asked to end too", async () => {
  const untilInputEnds = "process.stdin.resume().on('end', () => process.exit(3))";
  const tasks = [
    ["-e", untilInputEnds],
    ["-e", patient],
  ];
  const call = `process.exit(await p.runInForeground(process.execPath, ${JSON.stringify(tasks)}, {}))`;
  const { parent, childId, ended } = await startBelow(call);
  parent.stdin?.end();
  expect(await ended).toBe(3);
  expect(isAlive(childId)).toBe(false);
});

test("a signal during a step of the preparation ends what that step has started", async () => {
  const nested = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], {stdio: 'inherit'})`;
  const call = `await p.attempt(process.execPath, ["-e", ${JSON.stringify(nested)}], { echo: true })`;
  const { parent, childId, ended } = await startBelow(call);
  parent.kill("SIGTERM");
  expect(await ended).toBe(143);
  await expect.poll(() => isAlive(childId)).toBe(false);
});

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    // Ended, but not yet collected by the machine's first process: where there is no /proc, that cannot be told.
    return !existsSync(`/proc/${id}`) || !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, "utf8"));
  } catch {
    return false;
  }
}
