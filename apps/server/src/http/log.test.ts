/** What matters is told once: who, in which request, what; and no text of a user makes a line of its own. [LG-3] */
import { jsonLog } from "@relaydeck/kit/log";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addAccount, password, upgraded } from "../testing/accounts.ts";
import { accountDoors } from "../testing/account-doors.ts";
import { commandDoors } from "../testing/commanding.ts";
import { addDevice, addPerson, share, type Person } from "../testing/people.ts";
import { addProgram } from "../testing/programs.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

interface Line {
  readonly at: string;
  readonly event: string;
  readonly requestId?: string;
  readonly userId?: string | null;
  readonly code?: string;
}

let product: Product;
let close: () => Promise<void>;
let maria: Person;
const lines: Line[] = [];
beforeAll(async () => {
  const log = jsonLog({ level: "info", now: () => 0, write: (line) => void lines.push(JSON.parse(line) as Line) });
  ({ product, close } = await startProduct({ log, environment: { RATE_LIMIT_FACTOR: "2", TRUST_PROXY: "1" } }));
  maria = await addAccount(product);
});
afterAll(() => close());
beforeEach(() => void lines.splice(0));

const told = (event: string) => lines.filter((line) => line.event === event);
const requestId = expect.stringMatching(/^req_\w{16}$/);
let addresses = 0;
/** An address of its own, so that no test is stopped by another's tries. */
const fromElsewhere = () => ({ "x-forwarded-for": `198.51.100.${(addresses += 1)}` });

describe.each(accountDoors)("[LG-3] over $name", (door) => {
  test("a sign-in, right and wrong, is one line each, with the request, and the person where one is known", async () => {
    const from = door.with(fromElsewhere());
    await from.ask(product.browser(), "login", { email: maria.email, password: "wrong" });
    expect(lines).toEqual([expect.objectContaining({ event: "sign-in.refused", requestId, code: "INVALID_CREDENTIALS" })]);
    lines.splice(0);
    await from.ask(product.browser(), "login", { email: maria.email, password });
    expect(lines).toEqual([expect.objectContaining({ event: "sign-in.done", requestId, userId: maria.userId })]);
  });

  test("a limit that is reached is one line", async () => {
    const from = door.with(fromElsewhere());
    const email = `limited-${door.name.toLowerCase()}@relaydeck.test`;
    for (let count = 0; count < 7; count += 1) await from.ask(product.browser(), "forgotPassword", { email });
    expect(told("request.refused")).toEqual([expect.objectContaining({ requestId, userId: null, code: "RATE_LIMITED" })]);
  });
});

describe("[LG-3] a refusal is one line, with the request and whoever is known", () => {
  const line = (more: object) => [expect.objectContaining({ event: "request.refused", requestId, ...more })];

  test.each([
    ["REST, nobody signed in", "GET", "/api/devices", {}, "SESSION_REQUIRED"],
    ["tRPC, nobody signed in", "GET", "/trpc/devices.list", {}, "SESSION_REQUIRED"],
    ["another origin", "POST", "/api/auth/login", { origin: "http://evil.example" }, "ORIGIN_REFUSED"],
    ["another host", "GET", "/", { host: "evil.example" }, "WRONG_HOST"],
    ["a dead token", "GET", "/api/devices", { authorization: `Bearer rd_${"x".repeat(43)}` }, "SESSION_REQUIRED"],
  ] as const)("%s", async (...[, method, path, headers, code]) => {
    await product.browser().call(method, path, { headers: { ...fromElsewhere(), ...headers } });
    expect(lines).toEqual(line({ code, userId: null, path }));
  });

  test("a device that is not theirs, and one that they may only see, by each door of commands", async () => {
    const [alex, eve] = [await addPerson(product), await addPerson(product)];
    for (const door of commandDoors) {
      const device = await addDevice(product, maria, door.kind);
      await share(product, { owner: maria, deviceId: device.id }, { person: alex, permission: "view" });
      lines.splice(0);
      expect((await door.send(alex, { deviceId: device.id })).status).toBe(403);
      expect(lines).toEqual(line({ code: "FORBIDDEN", userId: alex.userId }));
      lines.splice(0);
      expect((await door.send(eve, { deviceId: device.id })).status).toBe(404);
      expect(lines).toEqual(line({ code: "NOT_FOUND", userId: eve.userId }));
    }
  });

  test("each refused call of a batch by its code, once a request", async () => {
    await product.browser().get("/trpc/devices.list,status.get?batch=1&input=%7B%7D", fromElsewhere());
    expect(lines).toEqual(line({ code: "SESSION_REQUIRED" }));
  });

  test("an upgrade", async () => {
    expect(await upgraded(product, { origin: "http://evil.example" })).toBe(403);
    expect(await upgraded(product, {})).toBe(401);
    expect(lines.map(({ event, code }) => `${event} ${code}`)).toEqual([
      "upgrade.refused ORIGIN_REFUSED",
      "upgrade.refused SESSION_REQUIRED",
    ]);
    expect(lines).toEqual([expect.objectContaining({ requestId }), expect.objectContaining({ requestId })]);
  });

  test("what is merely wrong is none", async () => {
    await maria.browser.post("/api/register-device", {});
    await product.browser().get("/nothing");
    await product.browser().get("/api/nothing");
    expect(lines).toEqual([]);
  });
});

test("[LG-3] a command is one line with person, request and relay, by each door, and a repeat is none", async () => {
  for (const door of commandDoors) {
    const device = await addDevice(product, maria, door.kind);
    lines.splice(0);
    const wish = { deviceId: device.id, key: `told-${door.name}`.replaceAll(/[^\w-]/g, "") };
    const said = await door.send(maria, wish);
    await door.send(maria, wish);
    const facts = { requestId, userId: maria.userId, deviceId: device.id, relayNumber: 1, target: "on" };
    expect(told("command.begun")).toEqual([expect.objectContaining({ ...facts, commandId: said.answer.commandId })]);
  }
});

test("[LG-3] a command of a program names its token", async () => {
  const device = await addDevice(product, maria);
  const program = await addProgram(product, maria);
  lines.splice(0);
  await commandDoors[0]?.send(program, { deviceId: device.id });
  expect(told("command.begun")).toEqual([expect.objectContaining({ userId: maria.userId, tokenId: program.tokenId })]);
});

test("[LG-3] a share that begins, and one that ends, is one line each", async () => {
  const alex = await addPerson(product);
  const device = await addDevice(product, maria);
  const given = await share(product, { owner: maria, deviceId: device.id }, { person: alex, permission: "control" });
  const facts = { userId: maria.userId, shareId: given.id, deviceId: device.id };
  expect(told("share.granted")).toEqual([expect.objectContaining({ ...facts, permission: "control" })]);
  await maria.browser.mutate("shares.revoke", { shareId: given.id });
  await until(() => told("share.ended").length === 1);
  expect(told("share.ended")).toEqual([expect.objectContaining({ ...facts, requestId, reason: "revoked" })]);
});

test("[LG-3] a text of a user is a value in the line and never one of its own", async () => {
  const forged = encodeURIComponent('x\r\n{"event":"forged","userId":"usr_1"}\u001b[31m');
  await product.browser().get(`/api/devices/${forged}/powerone-data`, fromElsewhere());
  await product.browser().get(`/trpc/devices.list`, { ...fromElsewhere(), "user-agent": 'x"} {"event":"forged"' });
  expect(told("forged")).toEqual([]);
  expect(lines.map(({ event }) => event)).toEqual(["request.refused", "request.refused"]);
});
