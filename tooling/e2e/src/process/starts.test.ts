import { until } from "@relaydeck/server/testing/quiet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPlace, forget, visitor, type DemoPlace } from "./demo.ts";
import { Program } from "./program.ts";

/** The acceptance's bound of a second start, in milliseconds. */
const secondStartMs = 5_000;

let place: DemoPlace;
let running: Program | null = null;

beforeAll(async () => {
  place = await demoPlace();
});
afterAll(async () => {
  await running?.end("SIGKILL");
  forget(place);
});

test("a start without settings prints its address, serves the demo, and a second one is quick and finds everything", async () => {
  const firstMs = await start();
  expect(running?.err).toContain('Sign in as demo@relaydeck.test and alex@relaydeck.test, password "demo switch over there"');
  const maria = await visitor(place);
  const page = await maria.get("/");
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  const switched = await maria.post("/api/powerone-relay-command", await lightOn(maria));
  expect([switched.status, switched.json]).toMatchObject([200, { success: true }]);
  const before = await known(maria);
  expect(before.light).toBe("closed");
  expect(await running?.end("SIGTERM")).toEqual({ code: 0, signal: null });

  const secondMs = await start();
  // The old session still opens the door, and both databases of the world tell what was done.
  expect(await known(maria)).toEqual(before);
  console.log(`First start ${firstMs} ms, second start ${secondMs} ms`);
  expect(secondMs).toBeLessThan(secondStartMs);
});

test("[G12] one undici is loaded, whatever a person asks for: the one inside Node would be a second", async () => {
  const at = await demoPlace();
  const list = "process.on('exit', () => console.error('loaded', ...process.moduleLoadList))";
  const settings = { ...at.settings, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(list)}` };
  const server = Program.relaydeck(["serve"], { ...at, settings });
  try {
    await server.says(/^Relaydeck /m);
    const maria = await visitor(at);
    expect((await maria.get("/api/devices")).status).toBe(200);
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  } finally {
    await server.end("SIGKILL");
    forget(at);
  }
  const [, loaded = ""] = /^loaded (.*)$/m.exec(server.err) ?? [];
  expect(loaded).toContain("NativeModule http");
  expect(loaded).not.toContain("undici");
});

async function start(): Promise<number> {
  const begun = performance.now();
  running = Program.relaydeck(["serve"], place);
  await running.says(new RegExp(`^Relaydeck \\S+ at ${place.origin}$`, "m"));
  expect((await (await visitor(place)).get("/readyz")).status).toBe(200);
  return Math.round(performance.now() - begun);
}

interface ListedDevice {
  readonly id: string;
  readonly serialNumber: string;
  readonly status: string;
}

type Person = Awaited<ReturnType<typeof visitor>>;

async function pumpHouse(maria: Person): Promise<ListedDevice | undefined> {
  const devices = (await maria.get("/api/devices")).json as ListedDevice[];
  return devices.find(({ serialNumber }) => serialNumber === "P0SIM0001");
}

async function lightOn(maria: Person) {
  await until(async () => (await pumpHouse(maria))?.status === "online", 20_000);
  return { deviceId: (await pumpHouse(maria))?.id, functionName: "ctrl_relay3", argument: "on", relayNumber: 3 };
}

/** Who we are, which devices there are, that the log holds the switch, and how the Light's contact stands. */
async function known(maria: Person) {
  const user = (await maria.get("/api/auth/user")).json as { id: string };
  const devices = (await maria.get("/api/devices")).json as ListedDevice[];
  const log = (await maria.get("/api/activity-logs")).json as { message: string }[];
  const truth = (await (await fetch(`${place.simulator}/devices/P0SIM0001`)).json()) as {
    relays: { number: number; contact: string }[];
  };
  return {
    userId: user.id,
    devices: devices.map(({ id }) => id).toSorted(),
    switches: log.filter(({ message }) => message.startsWith("Light on: ")).length,
    light: truth.relays.find(({ number }) => number === 3)?.contact,
  };
}
