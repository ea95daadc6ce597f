/** The typed client with a program's token, against the real server: over HTTP and over the socket. */
import { createRelaydeckClient, type RelaydeckClient } from "@relaydeck/client/relaydeck";
import { deviceNames } from "@relaydeck/client/testing/readme/device-names";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { addProgram, type Program } from "../testing/programs.ts";
import { until } from "../testing/quiet.ts";

let product: Product;
let close: () => Promise<void>;
let maria: Person;
let device: OwnedDevice;
const clients: RelaydeckClient[] = [];
beforeAll(async () => {
  ({ product, close } = await startProduct({ clock: "real" }));
  maria = await addPerson(product);
  device = await addDevice(product, maria);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await close();
});

/** The address, because the name of the origin may stand for ::1 first. */
const baseUrl = () => product.origin.replace("localhost", "127.0.0.1");

function clientOf({ token }: Program, socket: { WebSocket?: typeof WebSocket } = { WebSocket }): RelaydeckClient {
  const client = createRelaydeckClient({ baseUrl: baseUrl(), token, ...socket });
  clients.push(client);
  return client;
}

const linkOf = (client: RelaydeckClient) => client.live.getState().link;

test("the README's first example reads the devices' names with a token", async () => {
  const { token } = await addProgram(product, maria, { scope: "read" });
  expect(await deviceNames(baseUrl(), token)).toEqual([`Device ${device.serial}`]);
});

test("a token opens the documented paths, and what it may not do is an error with its code", async () => {
  const client = clientOf(await addProgram(product, maria, { scope: "read" }));
  expect(await client.rest({ method: "GET", path: "/api/devices" })).toMatchObject([{ id: device.id }]);
  await expect(client.api.auth.tokens.query()).rejects.toMatchObject({ status: 403, code: "FORBIDDEN" });
  await expect(client.api.auth.logout.mutate()).rejects.toMatchObject({ status: 403, code: "FORBIDDEN" });
});

test.each([
  ["the ws package's", { WebSocket }],
  ["Node's own", {}],
])("a controlling token watches over %s socket, switches over HTTP, and sees the relay confirm it", async (_name, socket) => {
  const client = clientOf(await addProgram(product, maria, { deviceIds: [device.id] }), socket);
  client.live.start();
  await until(() => linkOf(client) === "live");
  const relay = () => client.live.getState().snapshot?.devices[0]?.relays[0];
  const target = relay()?.state === "on" ? "off" : "on";
  expect(await client.commands.switch({ deviceId: device.id, relayNumber: 1, target })).toMatchObject({
    kind: "known",
    command: { target, by: "you" },
  });
  await until(() => relay()?.state === target && relay()?.command?.state === "confirmed");
});

test("[SE-5] a revoked token signs the client out: the stream ends, the copy is emptied, nothing is tried again", async () => {
  const program = await addProgram(product, maria);
  const client = clientOf(program);
  client.live.start();
  await until(() => linkOf(client) === "live");
  await maria.browser.mutate("auth.revokeToken", { tokenId: program.tokenId });
  await until(() => linkOf(client) === "signed-out");
  expect(client.live.getState().snapshot).toBeNull();
  await expect(client.api.devices.list.query()).rejects.toMatchObject({ status: 401, code: "SESSION_REQUIRED" });
});
