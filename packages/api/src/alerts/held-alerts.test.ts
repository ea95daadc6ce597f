/** A mail that had to wait tells what is over as over, and what it tells keeps its own time. [D48, OB-2] */
import type { AlertType } from "@relaydeck/contract/alerts";
import { listAlertMails, listNotices } from "@relaydeck/db/alerts/history";
import { updateUser } from "@relaydeck/db/accounts/store";
import { heldAlerts, listAlerts } from "@relaydeck/db/alerts/store";
import type { Store, Tx } from "@relaydeck/db/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { putIntoBin } from "../devices/remove-device.ts";
import { alertsHouse, request, type AlertsHouse } from "../testing/alerts-house.ts";

const minuteMs = 60_000;

interface Kind {
  readonly present: string;
  readonly past: string;
  readonly isCondition: boolean;
  readonly begin: (house: AlertsHouse) => Promise<void>;
  readonly end: (house: AlertsHouse) => Promise<void>;
}

const kinds: Readonly<Record<Exclude<AlertType, "relay_changed">, Kind>> = {
  power_off: {
    present: "Power is off: Pump house",
    past: "Power was off: Pump house",
    isCondition: true,
    begin: (house) => house.report({ powerSource: 0 }),
    end: (house) => house.report({ powerSource: 1 }),
  },
  power_on: {
    present: "Power is on: Pump house",
    past: "Power was on: Pump house",
    isCondition: false,
    begin: (house) => house.report({ powerSource: 1 }),
    end: (house) => house.report({ powerSource: 0 }),
  },
  battery_low: {
    present: "Battery low: Pump house",
    past: "Battery was low: Pump house",
    isCondition: true,
    begin: (house) => house.report({ batteryPercent: 19 }),
    end: (house) => house.report({ batteryPercent: 25 }),
  },
  device_online: {
    present: "Online: Pump house",
    past: "Was online: Pump house",
    isCondition: false,
    begin: (house) => house.presence(true),
    end: (house) => house.presence(false),
  },
  device_offline: {
    present: "Offline: Pump house",
    past: "Was offline: Pump house",
    isCondition: true,
    begin: async (house) => {
      await house.presence(false);
      await house.pass(2 * minuteMs);
    },
    end: (house) => house.presence(true),
  },
};

/** The kind went off once, ended, and went off again within the cooldown; returns when that was. */
async function heldOnce(store: Store, type: keyof typeof kinds) {
  const house = await alertsHouse(store);
  const { begin, end } = kinds[type];
  await house.presence(true);
  await house.report();
  await end(house);
  const { id: alertId } = await house.alert(type);
  await house.clock.advance(minuteMs);
  await begin(house);
  await house.clock.advance(1_000);
  await end(house);
  await house.clock.advance(1_000);
  const begunAt = house.clock.now();
  await begin(house);
  expect(await house.mails()).toHaveLength(1);
  return { house, alertId, begunAt };
}

async function lastTold(store: Store, house: AlertsHouse) {
  const [told] = await listNotices(store.read, { userId: house.user.id, deviceIds: [house.device.id], limit: 1 });
  return { ...told, letter: (await house.mails()).at(-1) };
}

describeOnStores("an alert whose mail had to wait", (fresh) => {
  test.each(Object.entries(kinds))("[D48] %s: over before its mail leaves, it is told as over", async (type, kind) => {
    const { store } = fresh();
    const { house, begunAt } = await heldOnce(store, type as keyof typeof kinds);
    await house.clock.advance(6_000);
    const overAt = house.clock.now();
    await kind.end(house);
    await house.pass(5 * minuteMs);
    expect(await house.mails()).toHaveLength(2);
    const { letter, notice, mail } = await lastTold(store, house);
    expect(letter?.subject).toBe(kind.past);
    expect(letter?.text).toMatch(/(When|Noticed at): .*:\d\d:\d\d UTC\nOver since: .*:\d\d:\d\d UTC\n/);
    expect(notice).toMatchObject({ timestamp: begunAt, resolved: true, resolvedAt: kind.isCondition ? overAt : begunAt });
    expect(mail).toMatchObject({ triggeredAt: begunAt, mailedAt: letter?.createdAt });
  });

  test.each(Object.entries(kinds))("[D48] %s: still so when its mail leaves, it is told as it is", async (type, kind) => {
    const { store } = fresh();
    const { house, alertId, begunAt } = await heldOnce(store, type as keyof typeof kinds);
    await house.pass(5 * minuteMs);
    expect(await house.mails()).toHaveLength(2);
    const { letter, notice, mail } = await lastTold(store, house);
    expect(letter?.subject).toBe(kind.present);
    expect(letter?.text).not.toContain("Over since");
    expect(notice).toMatchObject({ timestamp: begunAt, resolved: !kind.isCondition });
    expect(mail).toMatchObject({ triggeredAt: begunAt, mailedAt: house.clock.now() });
    const [alert] = await listAlerts(store.read, { userId: house.user.id });
    expect(alert).toMatchObject({ id: alertId, lastTriggered: house.clock.now(), held: null });
    expect((await listAlertMails(store.read, { alertId, limit: 1 }))[0]?.mailedAt).toBe(house.clock.now());
  });

  const endings: Record<string, (tx: Tx, house: AlertsHouse) => Promise<unknown>> = {
    "its device is removed": (tx, { deps, device, user }) =>
      putIntoBin(deps, tx, { device, by: { actorKind: "user", actorId: user.id, request }, deletedBy: "owner" }),
    "its person's address is not verified any more": (tx, { user }) => updateUser(tx, { id: user.id }, { emailVerified: false }),
  };

  test.each(Object.entries(endings))(
    "[OB-1, OB-2] %s: nothing is held any more, and nobody asks every second",
    async (_, end) => {
      const { store } = fresh();
      let writes = 0;
      const counted: Store = {
        ...store,
        write(work) {
          writes += 1;
          return store.write(work);
        },
      };
      const { house } = await heldOnce(counted, "power_off");
      await store.write((tx) => end(tx, house));
      await house.pass(6 * minuteMs);
      expect(await heldAlerts(store.read, { now: house.clock.now(), limit: 1 })).toEqual([]);
      writes = 0;
      await house.pass(1_000);
      expect([writes, (await house.mails()).length]).toEqual([0, 1]);
    },
  );

  test("[D48] what ended and began again before its mail leaves is told as it is, both times in one", async () => {
    const { store } = fresh();
    const { house } = await heldOnce(store, "power_off");
    await house.report({ powerSource: 1 });
    await house.clock.advance(1_000);
    await house.report({ powerSource: 0 });
    await house.pass(5 * minuteMs);
    const { letter, notice } = await lastTold(store, house);
    expect(letter?.subject).toBe("Power is off: Pump house");
    expect(letter?.text).toContain("this alert went off 2 times");
    expect(notice?.resolved).toBe(false);
  });

  test("[D48] what began and ended in one commit is told as over at once", async () => {
    const { store } = fresh();
    const house = await alertsHouse(store);
    await house.alert("power_off");
    await house.report();
    await Promise.all([house.report({ powerSource: 0 }), house.report({ powerSource: 1 })]);
    const subjects = (await house.mails()).map(({ subject }) => subject);
    expect(subjects).toEqual(["Power was off: Pump house"]);
  });
});
