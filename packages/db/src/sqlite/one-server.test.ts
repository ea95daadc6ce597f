import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "@relaydeck/kit/clock";
import { Disposers } from "@relaydeck/kit/disposer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../open.ts";
import { holdForServer } from "./one-server.ts";

let folder = "";
const left = new Disposers();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "relaydeck-one-"));
});
afterEach(() => {
  left.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (name: string) => `file:${join(folder, name)}`;

function hold(name: string): () => void {
  const letGo = holdForServer(urlOf(name));
  left.add(letGo);
  return letGo;
}

const refusal = (name: string) => ({
  name: "DatabaseRefused",
  message: `A server runs on the database file ${join(folder, name)} already. Stop that one first, or name another file.`,
});

test("a file has one server at a time, also under another name; who was refused takes nothing from it", () => {
  const letGo = hold("a.db");
  symlinkSync(join(folder, "a.db"), join(folder, "b.db"));
  for (const name of ["a.db", "b.db", "a.db"]) expect(() => hold(name)).toThrow(expect.objectContaining(refusal(name)));
  hold("c.db");
  letGo();
  hold("b.db");
  expect(() => hold("a.db")).toThrow(expect.objectContaining(refusal("a.db")));
});

test("[DA-3] others write beside it, and what it leaves is one empty file that only its owner reads", async () => {
  const letGo = hold("data/a.db");
  const store = await openStore({ url: urlOf("data/a.db"), clock: systemClock() });
  await store.write((tx) => tx.live([{ kind: "k", body: 1 }]));
  await store.close();
  letGo();
  expect(readdirSync(join(folder, "data")).toSorted()).toEqual(["a.db", "a.db.lock"]);
  const { size, mode } = statSync(join(folder, "data/a.db.lock"));
  expect([size, mode & 0o777]).toEqual([0, 0o600]);
});

test("a server in another process keeps it, and leaves it when it is killed", async () => {
  const program = fileURLToPath(new URL("../testing/hold-and-wait.ts", import.meta.url));
  const child = spawn(process.execPath, [program, urlOf("a.db")], { stdio: ["pipe", "pipe", "inherit"] });
  left.add(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  expect(() => hold("a.db")).toThrow(expect.objectContaining(refusal("a.db")));
  child.kill("SIGKILL");
  await once(child, "close");
  expect(() => hold("a.db")).not.toThrow();
});
