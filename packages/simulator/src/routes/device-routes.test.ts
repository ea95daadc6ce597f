/** Dialect section 5 over real sockets: lists, details, changes, claims, serial numbers, the product's flavour. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SimulatorFixture, startFixture } from "../testing/fixture.ts";

let cloud: SimulatorFixture;
beforeAll(async () => {
  cloud = await startFixture();
});
beforeEach(() => cloud.simulator.control.reset());
afterAll(() => cloud.close());

const idOf = (serial: string) => cloud.simulator.control.device(serial)?.id ?? "";
type Fields = Record<string, unknown>;
const fieldsOf = (device: unknown) => Object.keys(device as Fields);

const listFields =
  "id name last_ip_address last_heard last_handshake_at product_id online connected platform_id cellular notes status serial_number iccid imei system_firmware_version";
const productListFields =
  "denied development firmware_product_id groups id last_handshake_at last_ip_address name online owner platform_id product_id quarantined serial_number system_firmware_version targeted_firmware_release_version";
const productDetailFields = `${productListFields} cellular connected current_build_target default_build_target firmware_updates_enabled firmware_updates_forced last_heard mobile_secret functions variables`;

describe("lists and details", () => {
  test("[C5] the account's list is a bare array, newest handshake first", async () => {
    const { body } = await cloud.fetch("GET", "/v1/devices/");
    const devices = body as Fields[];
    expect(devices).toHaveLength(12);
    expect(fieldsOf(devices[0])).toEqual(expect.arrayContaining(listFields.split(" ")));
    const handshakes = devices.map((device) => String(device["last_handshake_at"]));
    expect(handshakes).toEqual(handshakes.toSorted().toReversed());
  });

  test("[C5] a detail has functions and variables", async () => {
    const { body } = await cloud.fetch("GET", `/v1/devices/${idOf("P0SIM0001")}`);
    expect(body).toMatchObject({
      functions: ["ctrl_relay1", "ctrl_relay2", "ctrl_relay3", "ctrl_relay4"],
      variables: { powerone: "string" },
      owner: "sim@relaydeck.test",
    });
    const simple = await cloud.fetch("GET", `/v1/devices/${idOf("R1SIM0001")}`);
    expect(simple.body).toMatchObject({ functions: ["relay"], variables: { relay: "string" } });
  });

  test("[C5] an unknown or foreign device is 403 in shape 3, for every verb", async () => {
    cloud.simulator.control.reset({ devices: [{ serial: "P0SIM0001", owner: "else@relaydeck.test" }] });
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", "/ping"],
      ["GET", "/powerone"],
      ["POST", "/ctrl_relay1"],
      ["DELETE", ""],
    ] as const) {
      const answer = await cloud.fetch(method, `/v1/devices/${idOf("P0SIM0001")}${path}`);
      expect([answer.status, (answer.body as Fields)["error"]]).toEqual([403, "Permission Denied"]);
    }
  });

  test("[C5] the product's list pages by 25 and has the fields the official command line needs", async () => {
    cloud.simulator.control.reset({ devices: 30, simple: 0 });
    const { body } = await cloud.fetch("GET", "/v1/products/4711/devices");
    const page = body as { devices: Fields[]; customers: Fields[]; meta: Fields };
    expect(page.devices).toHaveLength(25);
    expect(page.meta).toMatchObject({ total_pages: 2, page: 1, per_page: 25, total_records: 30 });
    expect(page.customers).toMatchObject([{ username: "sim@relaydeck.test" }]);
    expect(fieldsOf(page.devices[0])).toEqual(expect.arrayContaining(productListFields.split(" ")));
    const second = await cloud.fetch("GET", "/v1/products/sim-product/devices?page=2");
    expect((second.body as { devices: Fields[] }).devices).toHaveLength(5);
    const detail = await cloud.fetch("GET", `/v1/products/4711/devices/${idOf("P0SIM0001")}`);
    expect(fieldsOf(detail.body)).toEqual(expect.arrayContaining(productDetailFields.split(" ")));
  });

  test.each([
    ["deviceName=sim0003", ["P0SIM0003", "R1SIM0003"]],
    ["serialNumber=R1SIM0002", ["R1SIM0002"]],
    ["groups=one-relay&per_page=2&sortAttr=deviceName&sortDir=desc", ["R1SIM0004", "R1SIM0003"]],
    ["groups=one-relay,powerone", []],
  ])("[C5] the product's list filters and sorts by %s", async (query, expected) => {
    const { body } = await cloud.fetch("GET", `/v1/products/4711/devices?${query}`);
    const serials = (body as { devices: Fields[] }).devices.map((device) => String(device["serial_number"]));
    expect(query.includes("sort") ? serials : serials.toSorted()).toEqual(expected);
  });

  test("[C5] an unknown product, and an unknown device of a product", async () => {
    expect(await cloud.fetch("GET", "/v1/products/1/devices")).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining("Permission denied") },
    });
    expect(await cloud.fetch("GET", "/v1/products/1")).toMatchObject({
      status: 404,
      body: { ok: false, error: "Product not found." },
    });
    expect(await cloud.fetch("GET", `/v1/products/4711/devices/${"0".repeat(24)}`)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining("not found") },
    });
    expect((await cloud.fetch("GET", "/v1/products/4711/devices/p0sim0001")).status).toBe(404);
  });
});

describe("changes", () => {
  test("[C5] one purpose per body: name, notes, signal, forced updates, and in the product development and version", async () => {
    const id = idOf("P0SIM0001");
    const put = async (body: unknown, base = "/v1/devices") => (await cloud.fetch("PUT", `${base}/${id}`, body)).body;
    expect(await put({ name: "pump-7" })).toMatchObject({ id, name: "pump-7", updated_at: expect.stringContaining("T") });
    expect(await put({ notes: "here" })).toMatchObject({ id, notes: "here" });
    expect(await put({ signal: "1" })).toEqual({ id, connected: true, signaling: true });
    expect(await put({ firmware_updates_forced: true })).toMatchObject({ id, firmware_updates_forced: true });
    expect(await put({ development: true }, "/v1/products/4711/devices")).toMatchObject({ id, development: true });
    expect(await put({ desired_firmware_version: 5 }, "/v1/products/4711/devices")).toMatchObject({
      desired_firmware_version: 5,
    });
    expect((await cloud.fetch("GET", "/v1/devices/pump-7")).body).toMatchObject({ id, notes: "here" });
    expect((await cloud.fetch("PUT", `/v1/devices/${id}`, {})).status).toBe(400);
  });

  test("[C5] signalling an offline device is 500 in shape 4; flashing an online one starts", async () => {
    const id = idOf("P0SIM0001");
    const firmware = new FormData();
    firmware.append("file", new Blob(["bytes"]), "firmware.bin");
    const flash = await fetch(`${cloud.url}/v1/devices/${id}`, {
      method: "PUT",
      headers: { authorization: cloud.bearer },
      body: firmware,
    });
    expect(await flash.json()).toEqual({ id, status: "Update started" });
    cloud.simulator.control.patchDevice(id, { reachable: false, notice: true });
    expect(await cloud.fetch("PUT", `/v1/devices/${id}`, { signal: "1" })).toMatchObject({
      status: 500,
      body: { ok: false, code: 500, errors: [{ error: "Timed out, didn't hear back from device service" }] },
    });
  });
});

describe("claiming", () => {
  test("[C5] unknown, offline and foreign devices cannot be claimed; a transfer can be asked for", async () => {
    cloud.simulator.control.reset({
      devices: [
        { serial: "P0SIM0001", owner: null, offline: true },
        { serial: "P0SIM0002", owner: "else@relaydeck.test" },
        { serial: "P0SIM0003", owner: null },
      ],
    });
    const claim = (id: string, more = {}) => cloud.fetch("POST", "/v1/devices", { id, ...more });
    expect(await claim("1".repeat(24))).toMatchObject({ status: 404, body: { ok: false, errors: ["device does not exist"] } });
    expect(await claim(idOf("P0SIM0001"))).toMatchObject({ status: 404, body: { errors: [["Core isn't online", 404]] } });
    const foreign = await claim(idOf("P0SIM0002"));
    expect(JSON.stringify(foreign.body)).toContain("belongs to someone else");
    expect((await claim(idOf("P0SIM0002"), { request_transfer: true })).status).toBe(200);
    expect(await claim(idOf("P0SIM0003"))).toMatchObject({
      status: 200,
      body: { id: idOf("P0SIM0003"), connected: true, ok: true, user_id: expect.any(String) },
    });
    expect((await cloud.fetch("GET", "/v1/devices")).body).toHaveLength(1);
  });

  test("[C5] a released device leaves the account's list, but not the product", async () => {
    const id = idOf("P0SIM0004");
    expect((await cloud.fetch("DELETE", `/v1/devices/${id}`)).body).toEqual({ ok: true });
    expect((await cloud.fetch("GET", "/v1/devices")).body).toHaveLength(11);
    expect((await cloud.fetch("GET", `/v1/products/4711/devices/${id}`)).status).toBe(200);
    expect((await cloud.fetch("DELETE", `/v1/products/4711/devices/${id}`)).status).toBe(204);
    expect(await cloud.fetch("DELETE", `/v1/products/4711/devices/${id}`)).toMatchObject({
      status: 404,
      body: { error: "Device not found for this product" },
    });
  });

  test("[C5] a product takes ids and serial numbers, and says what it did not take", async () => {
    const removed = idOf("P0SIM0001");
    await cloud.fetch("DELETE", `/v1/products/4711/devices/${removed}`);
    const { body } = await cloud.fetch("POST", "/v1/products/4711/devices", { ids: ["P0SIM0001", "P0SIM0002", "nobody"] });
    expect(body).toEqual({
      updated: 1,
      updatedDeviceIds: [removed],
      existingDeviceIds: [idOf("P0SIM0002")],
      nonmemberDeviceIds: [],
      invalidDeviceIds: ["nobody"],
    });
  });
});

test("[C5] a serial look-up answers the union of the documented fields; an unknown one is 404", async () => {
  const { body } = await cloud.fetch("GET", "/v1/serial_numbers/P0SIM0001");
  const id = idOf("P0SIM0001");
  expect(body).toMatchObject({
    ok: true,
    deviceID: id,
    device_id: id,
    serial_number: "P0SIM0001",
    platform_id: 13,
    iccid: expect.stringMatching(/^8934\d{16}$/),
  });
  expect((await cloud.fetch("GET", "/v1/serial_numbers/P0SIM9999")).status).toBe(404);
});
