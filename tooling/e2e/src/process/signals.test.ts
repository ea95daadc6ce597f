import { until } from "@relaydeck/server/testing/quiet";
import { Viewer } from "@relaydeck/server/testing/viewer";
import { withoutProgress } from "@relaydeck/server/testing/without-progress";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
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
  const idle = connect(Number(place.settings["PORT"]), "localhost");
  left.push(() => idle.destroy());
  idle.write(`GET /healthz HTTP/1.1\r\nhost: ${new URL(place.origin).host}\r\n\r\n`);
  await once(idle, "data");
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

test("[BP-2, C1] SIGTERM while calls are at the cloud: who waits is told what came of it, who comes is told to come again", async () => {
  const place = await newPlace();
  const server = await serving(Program.relaydeck(["serve"], place), place);
  const browser = await visitor(place);
  const devices = (await browser.get("/api/devices")).json as { id: string; serialNumber: string }[];
  const deviceId = devices.find(({ serialNumber }) => serialNumber === "P0SIM0001")?.id;
  // The demo's own way to a device takes up to 3 s, nearly as long as an end waits.
  await simulator(place, "POST /reset", { latencyMs: [2_000, 2_000] });
  const asked = [
    browser.post("/api/powerone-relay-command", { deviceId, functionName: "ctrl_relay1", argument: "on", relayNumber: 1 }),
    browser.mutate("relays.switch", { deviceId, relayNumber: 2, target: "on" }),
  ];
  const called = async () =>
    ((await simulator(place, "GET /requests")) as { operation: string }[]).filter((call) => call.operation === "function");
  await until(async () => (await called()).length === 2);
  // The third waits behind the first.
  const waits = browser.mutate("relays.switch", { deviceId, relayNumber: 1, target: "off" });
  await until(() => server.out.match(/"command\.begun"/g)?.length === 3);
  const halfAsked = connect(Number(place.settings["PORT"]), "localhost").setEncoding("utf8");
  left.push(() => halfAsked.destroy());
  let refused = "";
  halfAsked.on("data", (text: string) => (refused += text));
  // One that was answered before, so that the server is known to have it; then a request that ends after the signal.
  halfAsked.write(`GET /healthz HTTP/1.1\r\nhost: ${new URL(place.origin).host}\r\n\r\n`);
  await until(() => refused.includes('"ok"'));
  refused = "";
  halfAsked.write(`GET /api/devices HTTP/1.1\r\nhost: ${new URL(place.origin).host}\r\n`);
  const begun = performance.now();
  server.process.kill("SIGTERM");
  await server.says(/"server\.stopping"/);
  halfAsked.write("\r\n");
  const [rest, rpc] = await Promise.all(asked);
  expect([rest?.status, rest?.json]).toMatchObject([
    200,
    { success: true, state: expect.toBeOneOf(["acknowledged", "confirmed"]) },
  ]);
  expect([rpc?.status, rpc?.json]).toMatchObject([200, { result: { data: { success: true } } }]);
  const notSent = { success: false, code: "UNCONFIRMED", state: "requested", message: expect.stringContaining("is stopping") };
  expect((await waits).json).toMatchObject({ result: { data: notSent } });
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - begun).toBeLessThan(endMs);
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/connection: close/i);
  expect(refused).toContain('"code":"SHUTTING_DOWN"');
  // What was told is what is kept, and the address is free.
  const again = await serving(Program.relaydeck(["serve"], place), place);
  const { json } = await browser.get("/api/devices");
  expect((json as typeof devices).find(({ id }) => id === deviceId)).toMatchObject({
    relays: [{}, { state: "on" }, {}, {}],
  });
  expect(await again.end("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("[BP-2] Ctrl-C while the cloud is silent to a call: who waits is told that it is not known, and all ends in time", async () => {
  const place = await newPlace();
  const npm = await serving(Program.belowBootstrap(["serve"], { ...place, ownGroup: true }), place);
  const browser = await visitor(place);
  const devices = (await browser.get("/api/devices")).json as { id: string; serialNumber: string }[];
  const deviceId = devices.find(({ serialNumber }) => serialNumber === "P0SIM0001")?.id;
  await simulator(place, "POST /faults", {
    match: { device: "P0SIM0001", operation: "function" },
    effect: { kind: "delay", ms: 30_000 },
  });
  // Or a report would prove what the answer does not.
  await simulator(place, "PATCH /devices/P0SIM0001", { telemetry: false });
  const asked = browser.mutate("relays.switch", { deviceId, relayNumber: 2, target: "on" });
  await until(async () =>
    ((await simulator(place, "GET /requests")) as { operation: string }[]).some((call) => call.operation === "function"),
  );
  const begun = performance.now();
  npm.signalGroup("SIGINT");
  expect((await asked).json).toMatchObject({ result: { data: { success: false, code: "UNCONFIRMED" } } });
  expect(await npm.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - begun).toBeLessThan(endMs);
  expect([npm.signalGroup(0), await answers(place.settings["PORT"])]).toEqual([false, false]);
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
  const alone = Program.belowBootstrap(["simulate", "--port", "0"], { ...place, ownGroup: true });
  left.push(() => alone.signalGroup("SIGKILL"));
  await alone.says(/Simulator at http/);
  for (let time = 0; time < 3; time += 1) alone.signalGroup("SIGINT");
  expect(await alone.ended).toEqual({ code: 0, signal: null });
  expect(alone.signalGroup(0)).toBe(false);
});

test("Ctrl-C ends a seeding and a restore with one sentence on what is left, and how to go on", async () => {
  const place = await newPlace();
  const settings = { DATABASE_URL: "file:./seeded.db" };
  const seeding = Program.relaydeck(["seed", "--users", "1", "--devices", "1", "--history", "5000000"], { ...place, settings });
  left.push(() => seeding.process.kill("SIGKILL"));
  await seeding.says(/^Seed: \d+ portions\n/);
  expect(await seeding.end("SIGINT")).toEqual({ code: 130, signal: null });
  expect(withoutProgress(seeding.err)).toBe(
    "Ended before all was made. What was stored until then stays; seeding again adds to it.\n",
  );
  expect(await Program.relaydeck(["backup", "kept"], { ...place, settings }).ended).toEqual({ code: 0, signal: null });

  const other = { ...place, settings: { DATABASE_URL: "file:./other.db" } };
  const restoring = Program.relaydeck(["restore", "kept"], other);
  await until(() => existsSync(join(place.folder, "other.db")));
  expect(await restoring.end("SIGINT")).toEqual({ code: 130, signal: null });
  expect(withoutProgress(restoring.err)).toBe("Ended before all was stored, so nothing is. The same command begins anew.\n");
  expect(readdirSync(place.folder).filter((name) => name.startsWith("other.db"))).toEqual([]);
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

/** A call of the simulator's control door: method and path, and what is sent as JSON. */
async function simulator(place: DemoPlace, call: string, sent?: unknown): Promise<unknown> {
  const [method = "GET", path = ""] = call.split(" ");
  const headers = { "content-type": "application/json" };
  const json = sent === undefined ? {} : { body: JSON.stringify(sent), headers };
  return (await fetch(`${place.simulator}${path}`, { method, ...json })).json();
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
