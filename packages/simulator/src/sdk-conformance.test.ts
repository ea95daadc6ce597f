/** The unmodified official JavaScript client against the simulator, over real sockets. Nobody here wrote that client. */
import { once } from "node:events";
import Particle from "particle-api-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SimulatorFixture, startFixture } from "./testing/fixture.ts";

let cloud: SimulatorFixture;
let particle: Particle;
let auth: string;
let deviceId: string;

beforeAll(async () => {
  cloud = await startFixture();
  particle = new Particle({ baseUrl: cloud.url });
  const login = await particle.login({ username: "sim@relaydeck.test", password: "simulator" });
  auth = login.body.access_token;
  particle.setDefaultAuth(auth);
  deviceId = cloud.simulator.control.device("P0SIM0001")?.id ?? "";
});

afterAll(() => cloud.close());

/** What the client rejects with. */
async function failure(
  call: Promise<unknown>,
): Promise<{ statusCode?: number; body?: unknown; message?: string; errorDescription?: string }> {
  return call.then(
    () => expect.unreachable("the call was to fail"),
    (error: unknown) => error as { statusCode?: number; body?: unknown },
  );
}

describe("accounts", () => {
  test("[C5] the official client logs in and gets a token of 90 days", async () => {
    const { body, statusCode } = await particle.login({ username: "sim@relaydeck.test", password: "simulator" });
    expect(statusCode).toBe(200);
    expect(body).toMatchObject({ token_type: "bearer", expires_in: 7_776_000 });
    expect(body.access_token).toMatch(/^[0-9a-f]{40}$/);
  });

  test("[C5] a wrong password is refused in the provider's words", async () => {
    const error = await failure(particle.login({ username: "sim@relaydeck.test", password: "wrong" }));
    expect(error).toMatchObject({
      statusCode: 400,
      body: { error: "invalid_grant", error_description: "User credentials are invalid" },
    });
  });

  test("[C5] the client's owner can log in, look at the account and give a token back", async () => {
    const { body } = await particle.loginAsClientOwner();
    const user = await particle.getUserInfo({ auth: body.access_token });
    expect(user.body).toMatchObject({ username: "sim@relaydeck.test" });
    await particle.deleteAccessToken({ token: body.access_token });
    expect(await failure(particle.listDevices({ auth: body.access_token }))).toMatchObject({ statusCode: 401 });
  });
});

describe("devices", () => {
  test("[C5] lists the account's devices as an array", async () => {
    const { body } = await particle.listDevices({});
    expect(body).toHaveLength(12);
    expect(body).toContainEqual(expect.objectContaining({ serial_number: "P0SIM0001", id: deviceId }));
  });

  test("[C5] gets one device, by id and by name", async () => {
    const byId = await particle.getDevice({ deviceId });
    expect(byId.body).toMatchObject({ id: deviceId, connected: true, online: true, variables: { powerone: "string" } });
    expect(byId.body.functions).toContain("ctrl_relay1");
    const byName = await particle.getDevice({ deviceId: "p0sim0001" });
    expect(byName.body.id).toBe(deviceId);
  });

  test("[C5] looks up a serial number", async () => {
    const { body } = await particle.lookupSerialNumber({ serialNumber: "P0SIM0001" });
    expect(body).toMatchObject({ serial_number: "P0SIM0001", device_id: deviceId, platform_id: 13 });
  });

  test("[C5] releases and claims a device", async () => {
    const id = cloud.simulator.control.device("P0SIM0008")?.id ?? "";
    await particle.removeDevice({ deviceId: id });
    expect(await failure(particle.getDevice({ deviceId: id }))).toMatchObject({ statusCode: 403 });
    const claimed = await particle.claimDevice({ deviceId: id });
    expect(claimed.body).toMatchObject({ id, connected: true, ok: true });
    expect((await particle.getDevice({ deviceId: id })).statusCode).toBe(200);
  });

  test("[C5] renames, signals and notes", async () => {
    const renamed = await particle.renameDevice({ deviceId, name: "well" });
    expect(renamed.body).toMatchObject({ id: deviceId, name: "well" });
    const signaled = await particle.signalDevice({ deviceId, signal: true });
    expect(signaled.body).toMatchObject({ id: deviceId, connected: true, signaling: true });
    const noted = await particle.setDeviceNotes({ deviceId, notes: "behind the shed" });
    expect(noted.body).toMatchObject({ id: deviceId, notes: "behind the shed" });
  });

  test("[C5] lists and gets in the product's flavour, with paging", async () => {
    const { body } = await particle.listDevices({ product: "4711", page: 1, perPage: 5 });
    expect(body).toMatchObject({ devices: { length: 5 }, meta: { total_pages: 3 } });
    const detail = await particle.getDevice({ deviceId, product: "sim-product" });
    expect(detail.body).toMatchObject({ id: deviceId, firmware_product_id: 4711, denied: false });
  });

  test("[C5] removes a device from the product and adds it with a file", async () => {
    const id = cloud.simulator.control.device("R1SIM0004")?.id ?? "";
    const removed = await particle.removeDevice({ deviceId: id, product: "4711" });
    expect(removed.statusCode).toBe(204);
    const added = await particle.addDeviceToProduct({ product: "4711", file: Buffer.from(`${id}\nnonsense\n`) });
    expect(added.body).toMatchObject({ updatedDeviceIds: [id], invalidDeviceIds: ["nonsense"] });
  });
});

describe("functions, variables, ping", () => {
  test("[C5] calls a function and the contact moves", async () => {
    const { body } = await particle.callFunction({ deviceId, name: "ctrl_relay2", argument: "on" });
    expect(body).toMatchObject({ id: deviceId, connected: true, return_value: 1 });
    expect(cloud.simulator.control.device(deviceId)?.relays[1]?.contact).toBe("closed");
  });

  test("[C5] a bad argument is 200 with −1", async () => {
    const { body } = await particle.callFunction({ deviceId, name: "ctrl_relay2", argument: "maybe" });
    expect(body.return_value).toBe(-1);
  });

  test("[C5] reads a variable", async () => {
    const { body } = await particle.getVariable({ deviceId, name: "powerone" });
    expect(body).toMatchObject({ name: "powerone", coreInfo: { deviceID: deviceId, connected: true } });
    expect(JSON.parse(String(body.result))).toMatchObject({ i: [expect.any(Number), 600, 0, 0], ps: 1 });
  });

  test("[C5] pings through the generic put", async () => {
    const { body } = await particle.put({ uri: `/v1/devices/${deviceId}/ping`, auth });
    expect(body).toEqual({ online: true, ok: true });
  });

  test("[C5] an offline device is 408 “Timed out.”, and its ping says so", async () => {
    cloud.simulator.control.patchDevice("P0SIM0002", { reachable: false, notice: true });
    const id = cloud.simulator.control.device("P0SIM0002")?.id ?? "";
    const error = await failure(particle.callFunction({ deviceId: id, name: "ctrl_relay1", argument: "on" }));
    expect(error).toMatchObject({ statusCode: 408, body: { ok: false, error: "Timed out." } });
    expect((await particle.put({ uri: `/v1/devices/${id}/ping`, auth })).body).toEqual({ online: false, ok: true });
  });

  test("[C5] an unknown function and an unknown variable are 404", async () => {
    expect(await failure(particle.callFunction({ deviceId, name: "fly", argument: "" }))).toMatchObject({
      statusCode: 404,
      body: { ok: false, error: "Function fly not found" },
    });
    expect(await failure(particle.getVariable({ deviceId, name: "wings" }))).toMatchObject({
      statusCode: 404,
      body: { error: "Variable not found" },
    });
  });

  test("[C5] a bad token and a foreign device are refused in the provider's words", async () => {
    const badToken = await failure(
      particle.callFunction({ deviceId, name: "ctrl_relay1", argument: "on", auth: "f".repeat(40) }),
    );
    expect(badToken).toMatchObject({ statusCode: 401, body: { error: "invalid_token" } });
    const foreign = await failure(particle.callFunction({ deviceId: "0".repeat(24), name: "ctrl_relay1", argument: "on" }));
    expect(foreign).toMatchObject({ statusCode: 403, body: { error: "Permission Denied" } });
  });
});

describe("events", () => {
  test.each([
    ["mine", {}, "deviceId"],
    ["one device", {}, "device"],
    ["the product", { product: "4711" }, "product"],
  ])("[C5] hears the stream of %s", async (_what, where, kind) => {
    const target = kind === "deviceId" ? { deviceId: "mine" } : kind === "device" ? { deviceId } : where;
    const stream = await particle.getEventStream({ ...target, auth });
    const heard = once(stream, "event");
    cloud.simulator.control.emit({ device: "P0SIM0001", name: "test/word", data: "hello" });
    const [event] = (await heard) as [Record<string, unknown>];
    expect(event).toMatchObject({ name: "test/word", data: "hello", ttl: 60, coreid: deviceId });
    expect(event["productID"]).toBe(kind === "product" ? 4711 : undefined);
    stream.abort();
  });

  test("[C5] publishes, and hears its own event", async () => {
    const stream = await particle.getEventStream({ deviceId: "mine", name: "from/me", auth });
    const heard = once(stream, "event");
    const { body } = await particle.publishEvent({ name: "from/me", data: "x", isPrivate: true });
    expect(body).toEqual({ ok: true });
    const [event] = (await heard) as [Record<string, unknown>];
    expect(event).toMatchObject({ name: "from/me", data: "x", coreid: "api" });
    stream.abort();
  });

  test("[C5] a stream with a bad token rejects with status and body", async () => {
    const error = await failure(particle.getEventStream({ deviceId: "mine", auth: "0".repeat(40) }));
    expect(error).toMatchObject({ statusCode: 401, body: { error: "invalid_token" } });
  });
});

test("[C5] webhooks can be made, listed and taken away", async () => {
  const made = await particle.createIntegration({
    event: "powerone",
    settings: { integration_type: "Webhook", url: "http://127.0.0.1:1/hook" },
  });
  expect(made.statusCode).toBe(201);
  const { body } = await particle.listIntegrations({});
  expect(body).toMatchObject([{ event: "powerone", url: "http://127.0.0.1:1/hook" }]);
  const removed = await particle.deleteIntegration({ integrationId: made.body.id });
  expect(removed.statusCode).toBe(204);
});
