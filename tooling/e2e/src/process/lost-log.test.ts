/** A server whose log cannot be written: it goes on. */
import { until } from "@relaydeck/server/testing/quiet";
import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { demoPlace, forget, visitor, type DemoPlace } from "./demo.ts";
import { cli, Program } from "./program.ts";

const left: (() => void)[] = [];
afterEach(() => {
  for (const clean of left.splice(0)) clean();
});

/** Of any file, in bytes: this is what a full disk is here. `ulimit` counts by 512 where the shell is `sh`. */
const room = 64 * 1024 * 1024;

async function newPlace(): Promise<DemoPlace> {
  const place = await demoPlace();
  left.push(() => forget(place));
  return place;
}

/** A server that a shell starts in this way, with its answers in its log. */
async function started(way: string, place: DemoPlace): Promise<Program> {
  const settings = { ...place.settings, LOG_LEVEL: "debug" };
  const server = new Program(["/bin/sh", "-c", way, process.execPath, cli, "serve"], { ...place, settings });
  left.unshift(() => server.process.kill("SIGKILL"));
  await server.says(new RegExp(` at ${place.origin}`));
  return server;
}

/** Each is told in the log. */
async function askedOften(place: DemoPlace): Promise<void> {
  const maria = await visitor(place);
  for (let times = 0; times < 20; times += 1) expect((await maria.get("/api/devices")).status).toBe(200);
}

const cleanEnd = { code: 0, signal: null };

test("[ST-1] the disk of its log is full: it serves on, and writes whole lines again when there is room", async () => {
  const place = await newPlace();
  const log = join(place.folder, "log");
  writeFileSync(log, "");
  truncateSync(log, room - 300);
  const server = await started(`ulimit -f ${room / 512}; exec "$0" "$@" >> log`, place);
  await askedOften(place);
  expect(statSync(log).size).toBe(room);

  truncateSync(log);
  await askedOften(place);
  const lines = () =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  await until(() => lines().length >= 20);
  expect(lines().filter((line) => !/^\{"at":.*\}$/.test(line))).toEqual([]);
  expect(await server.end("SIGTERM")).toEqual(cleanEnd);
});

test("[ST-1] nobody reads its log any more: it serves on", async () => {
  const place = await newPlace();
  const server = await started('exec "$0" "$@"', place);
  server.process.stdout?.destroy();
  await askedOften(place);
  expect(await server.end("SIGTERM")).toEqual(cleanEnd);
});
