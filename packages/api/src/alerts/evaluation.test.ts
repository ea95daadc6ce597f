/** What devices say, and which mails it makes: each kind, once per event, within its bounds. [D48] */
import { alertTypes, type AlertType } from "@relaydeck/contract/alerts";
import { findActivity } from "@relaydeck/db/console/activity";
import { insertUser, updateUser } from "@relaydeck/db/accounts/store";
import { listNotices } from "@relaydeck/db/alerts/history";
import { findAlert, updateAlert } from "@relaydeck/db/alerts/store";
import { updateDevice } from "@relaydeck/db/devices/store";
import type { Store } from "@relaydeck/db/store";
import { aUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { mostWaitingMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { alertsHouse, type AlertsHouse } from "../testing/alerts-house.ts";

const minuteMs = 60_000;
const on = { milliamps: [600, 0, 0, 0] };

async function scene(store: Store, ...types: AlertType[]): Promise<AlertsHouse & { subjects: () => Promise<string[]> }> {
  const house = await alertsHouse(store);
  for (const type of types) await house.alert(type);
  await house.presence(true);
  await house.report();
  return { ...house, subjects: async () => (await house.mails()).map(({ subject }) => subject.split(":")[0] ?? "") };
}

const noticesOf = async (store: Store, { user, device }: AlertsHouse) =>
  (await listNotices(store.read, { userId: user.id, deviceIds: [device.id], limit: 200 })).map(({ notice }) => notice);

describeOnStores("alerts and what devices say", (fresh) => {
  test("[D48] power is told when it goes and when it returns, not when a report repeats it", async () => {
    const { store } = fresh();
    const house = await scene(store, "power_on", "power_off");
    await house.report({ powerSource: 2 });
    expect(await house.subjects()).toEqual([]);
    await house.report({ powerSource: 0 });
    await house.report({ powerSource: 0 });
    expect(await house.subjects()).toEqual(["Power is off"]);
    await house.pass(1_000);
    await house.report({ powerSource: 1 });
    expect(await house.subjects()).toEqual(["Power is off", "Power is on"]);
    expect(await noticesOf(store, house)).toMatchObject([
      { alertType: "power_on", severity: "info", resolved: true, message: "Pump house: power is on" },
      { alertType: "power_off", severity: "critical", resolved: true, title: "Power off" },
    ]);
  });

  test("[D48] a report without power between hides no change of it, and makes none", async () => {
    const { store } = fresh();
    const house = await scene(store, "power_on", "power_off");
    /** By the reports that follow one another; null: it leaves power out. */
    const subjectsAfter = async (...sources: (number | null)[]) => {
      const before = (await house.subjects()).length;
      for (const powerSource of sources) {
        await house.pass(6 * minuteMs);
        await house.report({ powerSource });
      }
      return (await house.subjects()).slice(before);
    };
    expect(await subjectsAfter(null, 1, null, 2)).toEqual([]);
    expect(await subjectsAfter(null, 0)).toEqual(["Power is off"]);
    expect(await subjectsAfter(null, 0, null, null, 0)).toEqual([]);
    expect((await noticesOf(store, house))[0]).toMatchObject({ alertType: "power_off", resolved: false });
    expect(await subjectsAfter(null, 1)).toEqual(["Power is on"]);
    expect((await noticesOf(store, house)).every(({ resolved }) => resolved)).toBe(true);
    expect(await subjectsAfter(0, 1)).toEqual(["Power is off", "Power is on"]);
  });

  test("[D48] relays that one report moves are told by one mail; what was never known before is no change", async () => {
    const { store } = fresh();
    const house = await alertsHouse(store);
    await house.alert("relay_changed");
    await house.report(on);
    expect(await house.mails()).toEqual([]);
    await house.report({ milliamps: [0, 0, 600, 0] });
    await house.report({ milliamps: [10, 0, 590, 0] });
    const mails = await house.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Relay 1: off\nRelay 3: on\nWhen:");
  });

  test("[D48, D41] battery low goes off at 20 %, once, again only after 25 %, never for a battery that is not available", async () => {
    const { store } = fresh();
    const house = await scene(store, "battery_low");
    const mailsAfter = async (...percents: number[]) => {
      for (const batteryPercent of percents) {
        await house.pass(6 * minuteMs);
        await house.report({ batteryPercent });
      }
      return (await house.mails()).length;
    };
    expect(await mailsAfter(-1, 21, 20.4, -1)).toBe(0);
    expect(await mailsAfter(20)).toBe(1);
    expect(await mailsAfter(19, 24.9, 18, -1, 20)).toBe(1);
    expect((await noticesOf(store, house))[0]).toMatchObject({ severity: "warning", resolved: false });
    expect(await mailsAfter(25)).toBe(1);
    expect((await noticesOf(store, house))[0]).toMatchObject({ resolved: true });
    expect(await mailsAfter(20)).toBe(2);
  });

  test("[D48] an alert made while the battery is low already hears of it with the next report", async () => {
    const { store } = fresh();
    const house = await scene(store);
    await house.report({ batteryPercent: 12 });
    await house.alert("battery_low");
    await house.report({ batteryPercent: 12 });
    await house.report({ batteryPercent: 12 });
    expect(await house.subjects()).toEqual(["Battery low"]);
  });

  test("[D48] offline is told after two minutes, not before, not of a short one; and once until it is back", async () => {
    const { store } = fresh();
    const house = await scene(store, "device_offline", "device_online");
    await house.presence(false);
    await house.pass(119_000);
    await house.presence(true);
    await house.pass(5 * minuteMs);
    expect(await house.subjects()).toEqual(["Online"]);
    await house.presence(false);
    await house.pass(119_999);
    expect(await house.subjects()).toEqual(["Online"]);
    await house.pass(1);
    await house.presence(false);
    await house.pass(60 * minuteMs);
    expect(await house.subjects()).toEqual(["Online", "Offline"]);
    expect((await noticesOf(store, house))[0]).toMatchObject({ severity: "critical", resolved: false });
    await house.presence(true);
    expect((await noticesOf(store, house)).every(({ resolved }) => resolved)).toBe(true);
  });

  test("[S17-10] an offline that the cloud tells just before online alerts nobody, and the log tells the silence as it was", async () => {
    const { store } = fresh();
    const house = await scene(store, "device_offline");
    await house.clock.advance(42 * minuteMs);
    // At once, in one commit; then the same in two.
    await Promise.all([house.presence(false), house.presence(true)]);
    await house.report();
    await house.clock.advance(minuteMs);
    await house.presence(false);
    await house.clock.advance(20);
    await house.presence(true);
    await house.pass(10 * minuteMs);
    expect(await house.mails()).toEqual([]);
    const log = (await findActivity(store.read, {}, { limit: 9 })).rows.map(({ entry }) => entry.message).toReversed();
    expect(log).toEqual([
      "Pump house was offline and came back, last heard 42 minutes before",
      "Pump house went offline",
      "Pump house came online",
    ]);
  });

  test("[D48] within five minutes of a mail nothing leaves; then one mail tells all that was held back", async () => {
    const { store } = fresh();
    const house = await scene(store, "relay_changed");
    await house.report(on);
    for (const said of [{}, on, {}]) {
      await house.pass(minuteMs);
      await house.report(said);
    }
    await house.pass(2 * minuteMs - 1);
    expect(await house.mails()).toHaveLength(1);
    await house.pass(1);
    const [, held] = await house.mails();
    expect(held?.text).toMatch(/Since .* this alert went off 3 times;[^]*Relay 1: off/);
    await house.pass(60 * minuteMs);
    expect(await house.mails()).toHaveLength(2);
    expect((await noticesOf(store, house))[0]?.message).toBe("Pump house: Relay 1 turned off (3 times)");
  });

  test("[D48] several events in one commit make one mail, and a later one for the rest", async () => {
    const { store } = fresh();
    const house = await scene(store, "relay_changed");
    await Promise.all([house.report(on), house.report(), house.report(on)]);
    expect(await house.mails()).toHaveLength(1);
    expect((await house.mails())[0]?.text).toContain("went off 3 times");
  });

  test("[OB-2] 1,000 flaps: at most 12 mails in any hour of an alert and 50 in any day of a person, the last of which says so", async () => {
    const { store } = fresh();
    const house = await scene(store, "power_on", "power_off", "relay_changed");
    const flap = (isOn: boolean) => house.report({ milliamps: [isOn ? 600 : 0, 0, 0, 0], powerSource: isOn ? 1 : 0 });
    for (let round = 0; round < 250; round += 1) {
      await Promise.all([flap(true), flap(false), flap(true), flap(false)]);
      await house.pass(2 * minuteMs);
    }
    const mails = await house.mails();
    expect(mails).toHaveLength(50);
    for (const subject of new Set(mails.map((mail) => mail.subject))) {
      const times = mails.filter((mail) => mail.subject === subject).map(({ createdAt }) => createdAt);
      for (const from of times)
        expect(times.filter((at) => at >= from && at < from + 60 * minuteMs).length).toBeLessThanOrEqual(12);
    }
    // Several of one moment have no order among them.
    const last = mails.filter(({ text }) => text.includes("This is the last of 50 alert mails"));
    expect(last.map(({ createdAt }) => createdAt)).toEqual([Math.max(...mails.map(({ createdAt }) => createdAt))]);
    // Each alert tells the rest in one mail, a day after the mails that used the day up.
    await house.pass(24 * 60 * minuteMs);
    await house.pass(minuteMs);
    const later = (await house.mails()).slice(50);
    expect(later).toHaveLength(3);
    expect(new Set(later.map(({ subject }) => subject.split(":")[0]))).toEqual(
      // It is off by then, so that it had come back is told as what was.
      new Set(["Power is off", "Power was on", "Relay changed"]),
    );
    for (const { text } of later) expect(text).toMatch(/went off \d{3,4} times/);
  });

  test("[BP-1] while the outbox is full an alert waits, and no telemetry is lost for it", async () => {
    const { store } = fresh();
    const house = await scene(store, "power_off");
    const mail = { to: "x@relaydeck.test", subject: "s", text: "t", html: "h", template: "verify-email" };
    const times = { nextAttemptAt: house.clock.now(), createdAt: house.clock.now() };
    for (let from = 0; from < mostWaitingMails; from += 1_000) {
      const ids = Array.from({ length: 1_000 }, (_, index) => `m${from + index}`);
      const rows = ids.map((id) => ({ id, messageId: `<${id}@x>`, ...mail, ...times }));
      await store.write(async (tx) => void (await tx.db.insert(tx.t.mailOutbox).values(rows)));
    }
    await house.report({ powerSource: 0 });
    expect(await house.mails()).toEqual([]);
    await store.write((tx) => tx.db.delete(tx.t.mailOutbox));
    await house.pass(minuteMs);
    expect(await house.subjects()).toEqual(["Power is off"]);
  });

  test("[AZ-5, D48] who may no longer see the device hears nothing, and the alert is off", async () => {
    const { store } = fresh();
    const house = await scene(store);
    const alerts = await Promise.all(alertTypes.map((type) => house.alert(type)));
    const { id: stranger } = await store.write((tx) => insertUser(tx, aUser()));
    await store.write((tx) => updateDevice(tx, { id: house.device.id }, { ownerId: stranger }));
    await house.report({ ...on, powerSource: 0, batteryPercent: 5 });
    expect(await house.mails()).toEqual([]);
    for (const { id } of alerts) expect((await findAlert(store.read, id))?.enabled).toBe(false);
  });

  test("[ML-9, AC-9] an alert whose address is no more the account's verified one sends nothing", async () => {
    const { store } = fresh();
    const house = await scene(store, "power_off");
    await store.write((tx) => updateUser(tx, { id: house.user.id }, { email: "other@relaydeck.test" }));
    await house.report({ powerSource: 0 });
    expect(await house.mails()).toEqual([]);
  });

  test("[D48] a disabled alert hears nothing, and nothing of it afterwards", async () => {
    const { store } = fresh();
    const house = await scene(store);
    const { id } = await house.alert("power_off", { enabled: false });
    await house.report({ powerSource: 0 });
    await store.write((tx) => updateAlert(tx, id, { enabled: true }));
    await house.report({ powerSource: 0 });
    await house.pass(minuteMs);
    expect(await house.mails()).toEqual([]);
  });

  test("[TI-1] a jump of the wall clock fires no debounce, ends no cooldown, and holds neither back", async () => {
    const { store } = fresh();
    const house = await scene(store, "device_offline", "power_on");
    await house.report({ powerSource: 0 });
    await house.report({ powerSource: 1 });
    await house.presence(false);
    house.clock.jumpWall(60 * minuteMs);
    await house.pass(100_000);
    expect(await house.subjects()).toEqual(["Power is on"]);
    house.clock.jumpWall(-60 * minuteMs);
    await house.pass(30_000);
    expect(await house.subjects()).toEqual(["Power is on", "Offline"]);
  });
});
