/** Alerts on both doors: their shapes, who may have which, where mails go, and the ways they end and come back. [D47, D48, D49] */
import { Alert, AlertNotice, alertTypes } from "@relaydeck/contract/alerts";
import { newId } from "@relaydeck/contract/ids";
import { updateUser } from "@relaydeck/db/accounts/store";
import { listAudit } from "@relaydeck/db/audit/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { addAlert, alertSubjects, noticesOf, report } from "../testing/alerting.ts";
import { mailedToken } from "../testing/accounts.ts";
import type { Answer } from "../testing/http-client.ts";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
let owner: Person;
let device: OwnedDevice;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  owner = await addPerson(product);
  device = await addDevice(product, owner);
});
afterAll(() => close());

interface Told {
  readonly status: number;
  readonly body: Record<string, unknown>;
}
interface Door {
  readonly name: string;
  /** Status of something made. */
  readonly created: number;
  list(person: Person, deviceId: string): Promise<Told>;
  create(person: Person, wish: object): Promise<Told>;
  update(person: Person, id: string, change: object): Promise<Told>;
  remove(person: Person, id: string): Promise<Told>;
}

const restTold = ({ status, json }: Answer): Told => ({ status, body: json as Record<string, unknown> });
function rpcTold({ status, json }: Answer): Told {
  const { result, error } = json as { result?: { data: Record<string, unknown> }; error?: { message: string; data: object } };
  return { status, body: error === undefined ? (result?.data ?? {}) : { message: error.message, ...error.data } };
}

const doors: readonly Door[] = [
  {
    name: "REST",
    created: 201,
    list: async ({ browser }, deviceId) => restTold(await browser.get(`/api/email-alerts/${deviceId}`)),
    create: async ({ browser }, wish) => restTold(await browser.post("/api/email-alerts", wish)),
    update: async ({ browser }, id, body) => restTold(await browser.call("PUT", `/api/email-alerts/${id}`, { body })),
    remove: async ({ browser }, id) => restTold(await browser.call("DELETE", `/api/email-alerts/${id}`)),
  },
  {
    name: "tRPC",
    created: 200,
    list: async ({ browser }, deviceId) => rpcTold(await browser.query("alerts.list", { deviceId })),
    create: async ({ browser }, wish) => rpcTold(await browser.mutate("alerts.create", wish)),
    update: async ({ browser }, alertId, change) => rpcTold(await browser.mutate("alerts.update", { alertId, ...change })),
    remove: async ({ browser }, alertId) => rpcTold(await browser.mutate("alerts.remove", { alertId })),
  },
];

const wish = (person: Person, over: object = {}) => ({
  alertType: "power_off",
  deviceId: device.id,
  emailAddress: person.email,
  ...over,
});
const ended = { status: 404, body: { code: "NOT_FOUND", message: "Not found" } };

describe.each(doors)("over $name", (door) => {
  /** Somebody with a right on the device, and no alerts yet. */
  async function friend(permission: "view" | "control" = "view"): Promise<Person> {
    const person = await addPerson(product);
    await share(product, { owner, deviceId: device.id }, { person, permission });
    return person;
  }

  test("[D51] an alert is made, listed, switched and deleted in the documented shapes", async () => {
    const person = await friend();
    const made = await door.create(person, wish(person, { emailAddress: ` ${person.email.toUpperCase()} ` }));
    const { message, ...alert } = made.body;
    expect([message, z.safeParse(Alert, alert).success]).toEqual(["Email alert created", true]);
    expect(made.status).toBe(door.created);
    expect(alert).toMatchObject({
      userId: person.userId,
      enabled: true,
      emailAddress: person.email,
      lastTriggered: null,
    });
    const id = String(alert["id"]);
    const off = await door.create(person, wish(person, { alertType: "power_on", enabled: false }));
    const listed = (await door.list(person, device.id)).body as unknown as { alertType: string }[];
    expect(listed.map(({ alertType }) => alertType).toSorted()).toEqual(["power_off", "power_on"]);
    expect(await door.update(person, id, { enabled: false })).toMatchObject({
      status: 200,
      body: { ...alert, enabled: false, updatedAt: expect.any(String), message: "Email alert updated" },
    });
    expect(await door.remove(person, id)).toEqual({ status: 200, body: { id, message: "Email alert deleted" } });
    expect(await door.remove(person, id)).toMatchObject(ended);
    expect(await door.update(person, id, { enabled: true })).toMatchObject(ended);
    expect((await door.list(person, device.id)).body).toMatchObject([{ id: off.body["id"], enabled: false }]);
  });

  test("[D57] each of the six kinds, once per person and device; a seventh is none", async () => {
    const person = await friend("control");
    for (const alertType of alertTypes) {
      expect((await door.create(person, wish(person, { alertType }))).body).toMatchObject({ alertType });
      expect(await door.create(person, wish(person, { alertType }))).toMatchObject({
        status: 409,
        body: { code: "DUPLICATE_ALERT" },
      });
    }
    const bad = await Promise.all(
      [{ alertType: "fire" }, { alertType: undefined }, { enabled: "yes" }, { color: 1 }].map((over) =>
        door.create(person, wish(person, over)),
      ),
    );
    expect(bad.map(({ status, body }) => [status, body["code"]])).toEqual(bad.map(() => [400, "VALIDATION"]));
  });

  test("[D48] of 10 at once one is made", async () => {
    const person = await friend();
    const all = await Promise.all(Array.from({ length: 10 }, () => door.create(person, wish(person))));
    expect(all.filter(({ status }) => status === door.created)).toHaveLength(1);
    expect(all.filter(({ status, body }) => status === 409 && body["code"] === "DUPLICATE_ALERT")).toHaveLength(9);
  });

  test("[ML-9] the recipient is the caller's own verified address, when it is made and when it is changed", async () => {
    const person = await friend();
    for (const emailAddress of [owner.email, "somebody@else.test"])
      expect(await door.create(person, wish(person, { emailAddress }))).toMatchObject({
        status: 400,
        body: { code: "ALERT_ADDRESS" },
      });
    for (const emailAddress of [`${person.email},x@y.test`, `<${person.email}>`, "", undefined, `"x y"@z.test`])
      expect(await door.create(person, wish(person, { emailAddress }))).toMatchObject({
        status: 400,
        body: { code: "VALIDATION", issues: [{ path: "emailAddress" }] },
      });
    const made = await door.create(person, wish(person));
    expect(await door.update(person, String(made.body["id"]), { enabled: true, emailAddress: owner.email })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION" },
    });
    await product.store.write((tx) => updateUser(tx, { id: person.userId }, { emailVerified: false }));
    const refused = { status: 400, body: { code: "ALERT_ADDRESS" } };
    expect(await door.update(person, String(made.body["id"]), { enabled: false })).toMatchObject(refused);
    expect(await door.create(person, wish(person, { alertType: "power_on" }))).toMatchObject(refused);
  });

  test("[AZ-3, D49] others' alerts, invisible devices, mixed-up ids and lost access all read as absent", async () => {
    const [person, stranger] = [await friend(), await addPerson(product)];
    const { id } = await addAlert(person, device, "power_off");
    const unknown = newId("alert", product.deps.random);
    for (const alertId of [id, unknown, device.id, "x"]) {
      expect(await door.update(owner, alertId, { enabled: false })).toMatchObject(ended);
      expect(await door.remove(owner, alertId)).toMatchObject(ended);
    }
    for (const deviceId of [device.id, id, "x"]) {
      expect(await door.list(stranger, deviceId)).toMatchObject(ended);
      expect(await door.create(stranger, wish(stranger, { deviceId }))).toMatchObject(ended);
    }
    expect(await door.list(person, id)).toMatchObject(ended);
    expect((await door.list(owner, device.id)).body).toEqual([]);
    const { json } = await owner.browser.get(`/api/devices/${device.id}/shares`);
    const shares = json as { id: string; sharedWithId: string }[];
    const held = shares.find(({ sharedWithId }) => sharedWithId === person.userId)?.id ?? "";
    expect((await owner.browser.call("DELETE", `/api/device-shares/${held}`)).status).toBe(200);
    expect(await door.update(person, id, { enabled: true })).toMatchObject(ended);
    expect(await door.remove(person, id)).toMatchObject(ended);
    expect(await door.list(person, device.id)).toMatchObject(ended);
    await share(product, { owner, deviceId: device.id }, { person, permission: "view" });
    // Access that comes back finds the alert switched off. [D48]
    expect((await door.list(person, device.id)).body).toMatchObject([{ id, enabled: false }]);
  });

  test("[AZ-1] without a session there is nothing", async () => {
    const nobody = { ...owner, browser: product.browser() };
    const none = { status: 401, body: { code: "SESSION_REQUIRED" } };
    expect(await door.list(nobody, device.id)).toMatchObject(none);
    expect(await door.create(nobody, wish(owner))).toMatchObject(none);
  });
});

describe("beyond the documented calls", () => {
  test("a deletion is taken back within 30 days, unless another alert of its kind has taken the place", async () => {
    const person = owner;
    const restore = async (alertId: string) => rpcTold(await person.browser.mutate("alerts.restore", { alertId }));
    const first = await addAlert(person, device, "battery_low");
    await person.browser.call("DELETE", `/api/email-alerts/${first.id}`);
    expect(await restore(first.id)).toMatchObject({ status: 200, body: { id: first.id, message: "Email alert restored" } });
    await person.browser.call("DELETE", `/api/email-alerts/${first.id}`);
    const second = await addAlert(person, device, "battery_low");
    expect(await restore(first.id)).toMatchObject({ status: 409, body: { code: "UNDO_NOT_POSSIBLE" } });
    await person.browser.call("DELETE", `/api/email-alerts/${second.id}`);
    expect((await listAudit(product.store.read, { limit: 200 })).filter(({ subjectId }) => subjectId === first.id)).toHaveLength(
      4,
    );
  });

  test("[AC-9, ML-9] an alert that is brought back after its person's address moved goes to the new one", async () => {
    const person = await addPerson(product);
    const own = await addDevice(product, person);
    const { id } = await addAlert(person, own, "power_off");
    await person.browser.call("DELETE", `/api/email-alerts/${id}`);
    const email = `new-${person.email}`;
    expect((await person.browser.mutate("auth.changeEmail", { email })).status).toBe(200);
    const token = await mailedToken(product, email, "confirm-email");
    expect((await person.browser.mutate("auth.confirmEmail", { token })).status).toBe(200);
    const back = rpcTold(await person.browser.mutate("alerts.restore", { alertId: id }));
    expect(back.body).toMatchObject({ enabled: true, emailAddress: email });
    await report(product, own);
    await report(product, own, { powerSource: 0 });
    expect(await alertSubjects(product, { ...person, email })).toEqual([`Power is off: Device ${own.serial}`]);
  });

  test("what was told is listed with its mail, acknowledged and resolved once, by its person alone, and told live", async () => {
    const person = await addPerson(product);
    const own = await addDevice(product, person);
    await addAlert(person, own, "power_off");
    const viewer = await Viewer.watch(product, person);
    await report(product, own);
    await report(product, own, { powerSource: 0 });
    await until(() => viewer.ofKind("alerts").some(({ deviceId }) => deviceId === own.id));
    const [notice] = await noticesOf(person);
    expect(z.safeParse(AlertNotice, notice).success).toBe(true);
    expect(notice).toMatchObject({ severity: "critical", mail: "waiting", acknowledged: false, resolved: false });
    const noticeId = notice?.id ?? "";
    const mark = async (who: Person, what: string) => rpcTold(await who.browser.mutate(`alerts.${what}`, { noticeId }));
    for (const what of ["acknowledge", "resolve"]) expect(await mark(owner, what)).toMatchObject(ended);
    const seen = await mark(person, "acknowledge");
    expect(seen).toMatchObject({ status: 200, body: { acknowledged: true, resolved: false, message: "Alert acknowledged" } });
    await product.advance(1_000);
    expect((await mark(person, "acknowledge")).body["acknowledgedAt"]).toBe(seen.body["acknowledgedAt"]);
    expect(await mark(person, "resolve")).toMatchObject({ body: { resolved: true, message: "Alert resolved" } });
    expect(rpcTold(await owner.browser.query("alerts.history", { deviceId: own.id }))).toMatchObject(ended);
    viewer.close();
  });

  test("[ML-1, ML-2, ML-10] the link in a mail pauses its alert by POST alone, once, for its address; nothing else does", async () => {
    const person = await addPerson(product);
    const own = await addDevice(product, person);
    const alert = await addAlert(person, own, "power_off");
    await report(product, own);
    await report(product, own, { powerSource: 0 });
    const token = await mailedToken(product, person.email, "pause-alert");
    const nobody = product.browser();
    const pause = async (given: string) => rpcTold(await nobody.mutate("alerts.pause", { token: given }));
    const isOn = async () => ((await person.browser.get(`/api/email-alerts/${own.id}`)).json as Alert[])[0]?.enabled;
    expect((await nobody.get(`/pause-alert?token=${token}`)).headers["referrer-policy"]).toBe("no-referrer");
    expect((await nobody.query("alerts.pause", { token })).status).toBe(405);
    const invalid = { status: 400, body: { code: "TOKEN_INVALID", message: "This link is not valid any more." } };
    expect(await pause("wrong")).toMatchObject(invalid);
    expect((await nobody.post("/api/reset-password", { token, newPassword: "a new pump house" })).status).toBe(400);
    expect(await isOn()).toBe(true);
    expect(await pause(token)).toEqual({ status: 200, body: { message: "Alert paused" } });
    expect([await isOn(), (await pause(token)).status]).toEqual([false, 200]);
    await person.browser.call("PUT", `/api/email-alerts/${alert.id}`, { body: { enabled: true } });
    expect(await pause(token)).toMatchObject(invalid);
    expect(await isOn()).toBe(true);
    await product.advance(6 * 60_000);
    await report(product, own, { powerSource: 1 });
    await report(product, own, { powerSource: 0 });
    const next = await mailedToken(product, person.email, "pause-alert");
    expect(next).not.toBe(token);
    await product.store.write((tx) => updateUser(tx, { id: person.userId }, { email: `moved-${person.email}` }));
    expect(await pause(next)).toMatchObject(invalid);
    await product.store.write((tx) => updateUser(tx, { id: person.userId }, { email: person.email }));
    await product.age(31 * 24 * 60 * 60_000);
    expect(await pause(next)).toMatchObject(invalid);
  });

  test("[ML-7] a device's name cannot add a header, a recipient or markup to an alert's mail", async () => {
    const person = await addPerson(product);
    const own = await addDevice(product, person);
    const turned = { name: "Pump\u202E <img src=x>" };
    expect((await person.browser.call("PATCH", `/api/devices/${own.id}`, { body: turned })).status).toBe(400);
    const name = "Pump <img src=x> Bcc: all@evil.example";
    expect((await person.browser.call("PATCH", `/api/devices/${own.id}`, { body: { name } })).status).toBe(200);
    await addAlert(person, own, "power_off");
    await report(product, own);
    await report(product, own, { powerSource: 0 });
    expect(await alertSubjects(product, person)).toEqual(["Power is off: Pump <img src=x> Bcc: all@evil. example"]);
  });
});
