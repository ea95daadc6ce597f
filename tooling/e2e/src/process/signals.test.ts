import { until } from "@relaydeck/server/testing/quiet";
import { Viewer } from "@relaydeck/server/testing/viewer";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { demoPlace, forget, visitor, type DemoPlace } from "./demo.ts";
import { Program } from "./program.ts";

/** Ctrl-C ends everything cleanly within this time, in milliseconds. [operator-interface] */
const endMs = 5_000;

const left: (() => void)[] = [];
afterEach(() => {
  for (const clean of left.splice(0)) clean();
});

test("[BP-2] SIGTERM, and twice more while it ends, is one clean end: sockets closed with 1012, exit code 0, ports free", async () => {
  const place = await newPlace();
  const server = await serving(Program.relaydeck(["serve"], place), place);
  const viewer = await watch(place);
  const begun = performance.now();
  server.process.kill("SIGTERM");
  await server.says(/"server\.stopping"/);
  server.process.kill("SIGTERM");
  server.process.kill("SIGTERM");
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - begun).toBeLessThan(endMs);
  await until(() => viewer.closeCode !== null);
  expect(viewer.closeCode).toBe(1012);
  expect([await answers(place.settings["PORT"]), await answers(place.settings["SIMULATOR_PORT"])]).toEqual([false, false]);
  expect(server.err).not.toMatch(/ {4}at /);
});

test.each([1, 3])("Ctrl-C %i times in a terminal, where the bootstrap passes it on as well, leaves no process", async (times) => {
  const place = await newPlace();
  const npm = await serving(Program.belowBootstrap(["serve"], { ...place, ownGroup: true }), place);
  const begun = performance.now();
  for (let time = 0; time < times; time += 1) npm.signalGroup("SIGINT");
  expect(await npm.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - begun).toBeLessThan(endMs);
  expect([npm.signalGroup(0), await answers(place.settings["PORT"])]).toEqual([false, false]);
});

test("SIGTERM to the bootstrap alone leaves no process", async () => {
  const place = await newPlace();
  const npm = await serving(Program.belowBootstrap(["serve"], { ...place, ownGroup: true }), place);
  expect(await npm.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect([npm.signalGroup(0), await answers(place.settings["PORT"])]).toEqual([false, false]);
});

test("the simulator alone ends like that too", async () => {
  const place = await newPlace();
  const simulator = Program.belowBootstrap(["simulate", "--port", "0"], { ...place, ownGroup: true });
  left.push(() => simulator.signalGroup("SIGKILL"));
  await simulator.says(/Simulator at http/);
  for (let time = 0; time < 3; time += 1) simulator.signalGroup("SIGINT");
  expect(await simulator.ended).toEqual({ code: 0, signal: null });
  expect(simulator.signalGroup(0)).toBe(false);
});

async function newPlace(): Promise<DemoPlace> {
  const place = await demoPlace();
  left.push(() => forget(place));
  return place;
}

async function serving(program: Program, place: DemoPlace): Promise<Program> {
  left.unshift(() => {
    program.signalGroup("SIGKILL");
    program.process.kill("SIGKILL");
  });
  await program.says(new RegExp(` at ${place.origin}`));
  return program;
}

async function watch(place: DemoPlace): Promise<Viewer> {
  const maria = await visitor(place);
  const url = `ws://127.0.0.1:${place.settings["PORT"] ?? ""}/trpc`;
  const viewer = new Viewer(url, { headers: { cookie: maria.cookie, origin: place.origin } });
  await until(() => viewer.ws.readyState === viewer.ws.OPEN);
  viewer.subscribe(1);
  await until(() => viewer.items.length > 0);
  return viewer;
}

/** Does anybody listen there? */
function answers(port: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
