/** RPC batches over HTTP: small, one relay command at most, every call judged for itself. [IN-8] */
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsTo } from "../testing/commanding.ts";
import type { Answer } from "../testing/http-client.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet } from "../testing/quiet.ts";

let product: Product;
let close: () => Promise<void>;
let maria: Person;
let device: OwnedDevice;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  maria = await addPerson(product);
  device = await addDevice(product, maria);
});
afterAll(() => close());

const inputsOf = (inputs: readonly unknown[]) => Object.fromEntries(inputs.map((input, index) => [String(index), input ?? {}]));

/** A batch as tRPC's client sends it. */
function queries(person: Person, calls: readonly (readonly [string, unknown?])[]): Promise<Answer> {
  const names = calls.map(([name]) => name).join(",");
  const known = Object.fromEntries(calls.flatMap(([, input], index) => (input === undefined ? [] : [[String(index), input]])));
  return person.browser.get(`/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(known))}`);
}
const mutations = (person: Person, calls: readonly (readonly [string, unknown])[]) =>
  person.browser.post(`/trpc/${calls.map(([name]) => name).join(",")}?batch=1`, inputsOf(calls.map(([, input]) => input)));

const wish = (key: string, target = "on") => ["relays.switch", { deviceId: device.id, relayNumber: 1, target, key }] as const;

test("[IN-8] ten calls in a batch are answered, eleven are 400 and none of them runs", async () => {
  const ten = await queries(
    maria,
    Array.from({ length: 10 }, () => ["devices.list"]),
  );
  expect(ten.status).toBe(200);
  expect(ten.json).toHaveLength(10);
  const eleven = await queries(
    maria,
    Array.from({ length: 11 }, () => ["devices.list"]),
  );
  expect(eleven).toMatchObject({ status: 400, json: { code: "VALIDATION" } });
});

test.each([
  ["two relay commands", () => [wish("two-1"), wish("two-2", "off")]],
  ["the same command twice", () => [wish("twice"), wish("twice")]],
  ["two among others", () => [["devices.check", { deviceId: device.id }] as const, wish("three-1"), wish("three-2")]],
])("[IN-8] %s in one batch: 400, nothing is sent and no key bound", async (_what, calls) => {
  const answer = await mutations(maria, calls());
  expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION" } });
  await quiet();
  expect(callsTo(product, device)).toEqual([]);
  const found = await maria.browser.query("relays.command", { key: "two-1" });
  expect(found.json).toMatchObject({ error: { data: { code: "NOT_FOUND" } } });
});

test("[IN-8] an encoded comma or name makes no difference", async () => {
  const body = inputsOf([wish("encoded-1")[1], wish("encoded-2")[1]]);
  for (const path of ["relays.switch%2Crelays.switch", "relays%2Eswitch,relays.switch"]) {
    expect((await maria.browser.post(`/trpc/${path}?batch=1`, body)).status).toBe(400);
  }
  await quiet();
  expect(callsTo(product, device)).toEqual([]);
});

test("[IN-8] one relay command beside other calls is carried out, once", async () => {
  const answer = await mutations(maria, [wish("one"), ["devices.check", { deviceId: device.id }]]);
  expect(answer.json).toMatchObject([{ result: { data: { state: "acknowledged" } } }, { result: { data: { id: device.id } } }]);
  expect(callsTo(product, device)).toHaveLength(1);
});

test("[IN-8, AZ-3] each call of a batch is authorised singly", async () => {
  const alex = await addPerson(product);
  const answer = await queries(alex, [["devices.list"], ["devices.powerone", { deviceId: device.id }], ["status.get"]]);
  expect(answer.status).toBe(207);
  expect(answer.json).toMatchObject([
    { result: { data: [] } },
    { error: { message: "Not found", data: { code: "NOT_FOUND", httpStatus: 404 } } },
    { result: { data: { totalCount: 0 } } },
  ]);
  const sent = await mutations(alex, [wish("foreign"), ["devices.check", { deviceId: device.id }]]);
  expect(sent.json).toMatchObject([{ error: { data: { httpStatus: 404 } } }, { error: { data: { httpStatus: 404 } } }]);
  const nobody = product.browser();
  const unknown = await nobody.get("/trpc/devices.list,status.get?batch=1&input=%7B%7D");
  expect(unknown.json).toMatchObject([
    { error: { data: { code: "SESSION_REQUIRED" } } },
    { error: { data: { code: "SESSION_REQUIRED" } } },
  ]);
});

test("[IN-8] each call of a batch counts for the limits as if it came alone", async () => {
  const started = await startProduct({ environment: { RATE_LIMIT_FACTOR: "1" } });
  const person = await addPerson(started.product);
  const batch = Array.from({ length: 10 }, () => ["status.get"] as const);
  for (let sent = 0; sent < 120; sent += 1) expect((await queries(person, batch)).status).toBe(200);
  const refused = await queries(person, [["status.get"]]);
  expect(refused).toMatchObject({ status: 429, json: { code: "RATE_LIMITED" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  await started.product.advance(120_000);
  expect((await queries(person, batch)).status).toBe(200);
  await started.close();
});

test.each(["devices.list", "devices.powerone", "devices.list,status.get"])(
  "[IN-5] an input of %s that is no JSON, or is given twice, is 400",
  async (names) => {
    for (const input of ["input=%7Bbad", "input=", "input=%7B%7D&input=%7B%7D"]) {
      const answer = await maria.browser.get(`/trpc/${names}?${names.includes(",") ? "batch=1&" : ""}${input}`);
      expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION", issues: [{ path: "input" }] } });
    }
  },
);
