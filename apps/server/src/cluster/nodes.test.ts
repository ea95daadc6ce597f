/** Three nodes of one installation, as far as their doors go; how one is killed or paused stands in tooling/e2e/src/cluster. */
import { toInstant } from "@relaydeck/contract/instants";
import { present } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsTo, powerOneDoor, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

let nodes: Product[];
let end: () => Promise<void>;
beforeAll(async () => {
  // Nodes and their database answer in their own time.
  const { product, close } = await startProduct({
    ...{ database: "postgres", clock: "real" },
    environment: { RATE_LIMIT_FACTOR: "1" },
  });
  const others = [await product.beside(product.settings.databaseUrl), await product.beside(product.settings.databaseUrl)];
  for (const other of others) await other.start();
  nodes = [product, ...others];
  end = async () => {
    for (const other of others) await other.stop();
    await close();
  };
});
afterAll(() => end?.());

function node(index: number): Product {
  return present(nodes[index], "There are three");
}

/** The same person, whose browser came to another node. */
function at(product: Product, person: Person): Person {
  return { ...person, browser: product.browser(Object.fromEntries(person.browser.cookies)) };
}

test("[LE-1] the first listens, the others stand by and say of the stream what it says", async () => {
  await until(() => node(0).deps.link.stream.state === "connected");
  expect(nodes.map(({ deps }) => deps.link.stream.state)).toEqual(["connected", "standby", "standby"]);
  const person = await addPerson(node(0));
  await until(() => node(2).deps.link.neutral().connectionStatus === "connected");
  for (const each of nodes) {
    const { json } = await at(each, person).browser.get("/api/system-stats");
    expect(json).toMatchObject({ connectionStatus: "connected" });
  }
});

test("[C2, CM-1] 50 equal commands over three nodes and two doors: one provider call, 50 equal answers", async () => {
  const owner = await addPerson(node(0));
  const device = await addDevice(node(0), owner);
  await node(0).fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 500 } });
  const wish = { deviceId: device.id, key: "one-wish", validUntil: toInstant(node(0).clock.now() + 30_000) };
  const asked = Array.from({ length: 50 }, (_, index) =>
    (index % 2 === 0 ? powerOneDoor : rpcDoor).send(at(node(index % 3), owner), wish),
  );
  const said = await Promise.all(asked);
  const [first] = said;
  for (const { status, answer } of said) expect([status, answer]).toEqual([200, { ...first?.answer, repeat: answer.repeat }]);
  expect(said.filter(({ answer }) => !answer.repeat)).toHaveLength(1);
  expect(callsTo(node(0), device)).toHaveLength(1);
});

test("[CM-7] commands of one relay over three nodes go one after the other, in order of acceptance", async () => {
  const owner = await addPerson(node(0));
  const device = await addDevice(node(0), owner);
  await node(0).fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 300 } });
  const validUntil = toInstant(node(0).clock.now() + 30_000);
  const send = (index: number, target: "on" | "off") =>
    rpcDoor.send(at(node(index), owner), { deviceId: device.id, key: `turn-${index}`, target, validUntil });
  const first = send(1, "on");
  await until(() => callsTo(node(0), device).length === 1);
  const second = send(2, "off");
  const [one, two] = await Promise.all([first, second]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(callsTo(node(0), device).map(({ argument }) => argument)).toEqual(["on", "off"]);
});

test("[RL-2, ST-2, CM-5] 64 commands of one person at once over three nodes: within the limit, and what is refused is not sent", async () => {
  const owner = await addPerson(node(0));
  const devices: OwnedDevice[] = [];
  // As many as one may register in an hour, and no more commands for each than it takes in ten seconds.
  for (let count = 0; count < 8; count += 1) devices.push(await addDevice(node(0), owner));
  const asked = Array.from({ length: 64 }, (_, index) => {
    const { id } = present(devices[index % devices.length], "One of them");
    const relayNumber = 1 + (Math.floor(index / devices.length) % 4);
    return rpcDoor.send(at(node(index % 3), owner), { deviceId: id, relayNumber, key: `at-once-${index}` });
  });
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  // Also what was sent and whose end a slow database could not store in time.
  const sent = statuses.filter((status) => [200, 504].includes(status)).length;
  // A database that is too slow for so many refuses in time; a command never leaves seconds after it was pressed.
  expect(statuses.filter((status) => ![200, 504, 429, 503].includes(status))).toEqual([]);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(60);
  expect(devices.flatMap((device) => callsTo(node(0), device)).length).toBeLessThanOrEqual(sent);
});

test("[WS-5, SE-5] a share revoked and a session ended at one node: the sockets of another know it within a second", async () => {
  const owner = await addPerson(node(0));
  const device = await addDevice(node(0), owner);
  const alex = await addPerson(node(1));
  const given = await share(node(0), { owner, deviceId: device.id }, { person: alex, permission: "view" });
  const viewer = await Viewer.watch(node(2), at(node(2), alex));
  const began = node(0).clock.monotonic();
  await owner.browser.mutate("shares.revoke", { shareId: given.id });
  await until(() => viewer.ofKind("access-ended").length === 1);
  expect(node(0).clock.monotonic() - began).toBeLessThan(1_000);

  const signedOut = node(0).clock.monotonic();
  await alex.browser.post("/api/auth/logout");
  await until(() => viewer.closeCode !== null);
  expect(viewer.closeCode).toBe(4401);
  expect(node(0).clock.monotonic() - signedOut).toBeLessThan(1_000);
  expect((await at(node(2), alex).browser.get("/api/auth/user")).status).toBe(401);
});

test("[RL-2] one client that spreads its calls over three nodes gets the limit within a fifth", async () => {
  const person = await addPerson(node(0));
  const browsers = nodes.map((each) => at(each, person).browser);
  let served = 0;
  // As fast as it can, one call at each node at a time, for more than the limit allows.
  await Promise.all(
    browsers.map(async (browser) => {
      for (let call = 0; call < 700; call += 1) if ((await browser.get("/api/auth/user")).status === 200) served += 1;
    }),
  );
  expect(served).toBeGreaterThan(0.8 * 1_200);
  expect(served).toBeLessThan(1.2 * 1_200);
});
