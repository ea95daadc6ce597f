/**
 * A day of events at two devices, by the simulator, and the mails that a real mail server is given for it: these, each once,
 * and no others. [D48, OB-1, OB-2, S17-10]
 *
 * Time runs where something waits for it; quiet hours pass while the server is stopped, so that it starts anew in between.
 */
import { countMails } from "@relaydeck/db/mail/outbox";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAlert, arrive, noticesOf } from "../testing/alerting.ts";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let sink: SmtpSink;
let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  sink = await startSmtpSink();
  ({ product, close } = await startProduct({ environment: { SMTP_URL: sink.url, MAIL_FROM: "alerts@relaydeck.test" } }));
});
afterAll(async () => {
  await close();
  await sink.close();
});

/**
 * Time passes, in steps within which no delivery can run out of its time: each mail is handed over while the clock stands
 * still, so that nothing may repeat one.
 */
const stepMs = 20 * second;
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await product.advance(Math.min(left, stepMs));
    await untilHandedOver();
  }
}
function untilHandedOver(): Promise<void> {
  return until(async () => (await countMails(product.store.read)).waiting === 0, 30_000);
}

/** Something happens at a device, and the product has heard of it. */
async function at(device: OwnedDevice, truth: object): Promise<void> {
  await product.door("PATCH", `/devices/${device.serial}`, truth);
  await pass(2 * second);
  await arrive(product);
}
async function press(device: OwnedDevice, relay: number, state: "on" | "off"): Promise<void> {
  await product.door("POST", `/devices/${device.serial}/button`, { relay, state });
  await pass(2 * second);
  await arrive(product);
}
/** The next report carries it: one comes when a load changes. */
let load = 0;
async function battery(device: OwnedDevice, batteryPercent: number): Promise<void> {
  await product.door("PATCH", `/devices/${device.serial}`, { batteryPercent });
  load += 1;
  await press(device, 4, load % 2 === 0 ? "off" : "on");
}
async function quietHours(hours: number): Promise<void> {
  const { clock } = product;
  if (!(clock instanceof ManualClock)) throw new Error("The clock is moved by hand");
  await untilHandedOver();
  await product.stop();
  clock.jumpWall(hours * hour);
  await product.start();
  await product.passUntil(async () => (await product.browser().get("/readyz")).text.includes('"connected"'));
}

/** What the mail server was given since it was asked last, every single one: who got which subject. [OB-1] */
let told = 0;
async function mails(): Promise<string[]> {
  await pass(2 * second);
  const fresh = sink.mails.slice(told);
  told = sink.mails.length;
  return fresh.map(({ to, raw }) => `${to.join()}: ${/^Subject: (.+)$/im.exec(raw)?.[1] ?? ""}`).toSorted();
}

test("[D48, S17-10] a recorded day of two devices and two people gives exactly these mails", async () => {
  const [owner, friend] = [await addPerson(product), await addPerson(product)];
  const [pump, cabin] = [await addDevice(product, owner), await addDevice(product, owner)];
  const to = (person: Person, subject: string, device = pump) => `${person.email}: ${subject}: Device ${device.serial}`;
  await share(product, { owner, deviceId: pump.id }, { person: friend, permission: "view" });
  for (const kind of ["power_on", "power_off", "relay_changed", "device_online", "device_offline"] as const)
    await addAlert(owner, pump, kind);
  for (const alertType of ["power_off", "device_offline"] as const) await addAlert(friend, pump, { alertType, language: "de" });
  await addAlert(owner, cabin, "battery_low");
  expect(await mails()).toEqual([]);

  // 6 o'clock: somebody switches the pump by hand, twice within five minutes.
  await press(pump, 1, "on");
  expect(await mails()).toEqual([to(owner, "Relay changed")]);
  await press(pump, 2, "on");
  expect(await mails()).toEqual([]);
  await pass(5 * minute);
  expect(await mails()).toEqual([to(owner, "Relay changed")]);
  await quietHours(2);

  // 8 o'clock: the power goes, and with it every current; it flickers, and stays away.
  await at(pump, { supply: "battery" });
  const gone = [to(owner, "Power is off"), to(owner, "Relay changed"), to(friend, "Strom ist aus")];
  expect(await mails()).toEqual(gone);
  await at(pump, { supply: "mains" });
  await at(pump, { supply: "battery" });
  expect(await mails()).toEqual([to(owner, "Power is on")]);
  await pass(5 * minute);
  expect(await mails()).toEqual(gone);
  await quietHours(1);
  await at(pump, { supply: "mains" });
  expect(await mails()).toEqual([to(owner, "Power is on"), to(owner, "Relay changed")]);
  await pass(5 * minute);
  for (const relay of [1, 2]) await press(pump, relay, "off");
  await pass(6 * minute);
  expect(await mails()).toEqual([to(owner, "Relay changed"), to(owner, "Relay changed")]);

  // 10 o'clock: the cabin's battery wavers around its limit, recovers, and falls again.
  for (const percent of [26, 21, 19.5, 20.5, 18, 24]) await battery(cabin, percent);
  expect(await mails()).toEqual([to(owner, "Battery low", cabin)]);
  await quietHours(1);
  for (const percent of [23, 19]) await battery(cabin, percent);
  expect(await mails()).toEqual([]);
  for (const percent of [80, 30, 20]) await battery(cabin, percent);
  expect(await mails()).toEqual([to(owner, "Battery low", cabin)]);

  // Noon: the pump's modem restarts; then it is gone, and the cloud notices late; in the evening it is back.
  await at(pump, { powered: false, notice: true });
  await pass(40 * second);
  await at(pump, { powered: true });
  expect(await mails()).toEqual([to(owner, "Online")]);
  await quietHours(1);
  await at(pump, { powered: false, presenceLagMs: 20 * minute });
  await pass(19 * minute);
  expect(await mails()).toEqual([]);
  await pass(4 * minute);
  expect(await mails()).toEqual([to(owner, "Offline"), to(friend, "Offline")]);
  await quietHours(4);
  await at(pump, { powered: true });
  expect(await mails()).toEqual([to(owner, "Online")]);
  await pass(minute);

  // The evening: the share ends, and what happens then is the owner's alone. Somebody pauses, and hears no more.
  const shares = (await owner.browser.get(`/api/devices/${pump.id}/shares`)).json as { id: string }[];
  expect((await owner.browser.call("DELETE", `/api/device-shares/${shares[0]?.id ?? ""}`)).status).toBe(200);
  await at(pump, { supply: "battery" });
  // Without power no current flows, so the plain profile sees no relay move.
  await press(pump, 3, "on");
  expect(await mails()).toEqual([to(owner, "Power is off")]);
  const offline = (await owner.browser.get(`/api/email-alerts/${pump.id}`)).json as { id: string; alertType: string }[];
  const power = offline.find(({ alertType }) => alertType === "power_on")?.id ?? "";
  await owner.browser.call("PUT", `/api/email-alerts/${power}`, { body: { enabled: false } });
  await at(pump, { supply: "mains" });
  await quietHours(6);
  expect(await mails()).toEqual([to(owner, "Relay changed")]);

  const notices = await noticesOf(owner);
  expect(notices).toHaveLength(sink.mails.filter(({ to: [address] }) => address === owner.email).length);
  expect(notices.every(({ mail }) => mail === "sent")).toBe(true);
  const messageIds = sink.mails.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
  expect(new Set(messageIds).size).toBe(sink.mails.length);
  for (const { raw } of sink.mails) expect(raw).toMatch(/pause-alert\?token=3D[\w=\r\n-]+/);
});
