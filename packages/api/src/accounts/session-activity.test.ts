import { listUserSessions } from "@relaydeck/db/analytics/user-sessions";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse, type AccountsHouse } from "../testing/accounts-house.ts";
import { marias, sessionIdOf, withMaria } from "../testing/signed-in.ts";

const device = (n: number) => `dev_${String(n).padStart(22, "0")}`;
const dayMs = 24 * 60 * 60_000;

const recorded = (house: AccountsHouse, userId: string) => listUserSessions(house.store.read, { userId, limit: 10 });

describeOnStores("the record of sessions", (fresh) => {
  test("[SE-6] a row begins with its session, with address and agent, and ends with it, with its length", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const id = await sessionIdOf(browser);
    const begunAt = house.clock.now();
    expect(await recorded(house, userId)).toMatchObject([
      {
        ...{ id, userId, sessionStart: begunAt, sessionEnd: null, duration: null, devicesAccessed: [], actionsPerformed: 0 },
        ...{ ipAddress: "203.0.113.9", userAgent: "Mozilla/5.0 (X11; Linux) Firefox/140.0" },
      },
    ]);
    await house.clock.advance(90_000);
    await (await browser.auth()).logout();
    expect(await recorded(house, userId)).toMatchObject([{ id, sessionEnd: begunAt + 90_000, duration: 90_000 }]);
  });

  test("[SE-3] one that time ended is as long as it lived, whenever somebody looks", async () => {
    const house = accountsHouse(fresh().store);
    const { userId } = await withMaria(house);
    await house.clock.advance(9 * dayMs);
    expect(await house.deps.sessions.endExpired(house.store)).toBe(1);
    expect(await recorded(house, userId)).toMatchObject([{ duration: 7 * dayMs }]);
  });

  test("[SE-6] devices and actions are counted in between and written once, however many calls there were", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const other = await marias(house);
    const [one, two] = [await sessionIdOf(browser), await sessionIdOf(other)];
    const { sessionActivity: activity } = house.deps;
    await activity.write(house.store);
    for (let n = 0; n < 7; n += 1)
      activity.note({ sessionId: one, isAction: n % 2 === 0, deviceId: device(n % 3), at: house.clock.now() + n });
    let writes = 0;
    const counting = { write: <T>(work: Parameters<typeof house.store.write<T>>[0]) => ((writes += 1), house.store.write(work)) };
    expect(await activity.write(counting)).toBe(1);
    expect(await activity.write(counting)).toBe(0);
    expect(writes).toBe(1);
    const rows = await recorded(house, userId);
    expect(rows.find(({ id }) => id === one)).toMatchObject({
      actionsPerformed: 4,
      devicesAccessed: [device(0), device(1), device(2)],
      lastSeenAt: house.clock.now() + 6,
    });
    expect(rows.find(({ id }) => id === two)).toMatchObject({ actionsPerformed: 0, devicesAccessed: [] });
  });

  test("[SE-6] calls count by themselves: a change is an action, a question is none, a refused call nothing", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const auth = await browser.auth();
    await auth.updateProfile({ firstName: "Marie" });
    await auth.sessions();
    await expect(auth.changePassword({ newPassword: "another good one", currentPassword: "wrong" })).rejects.toThrow();
    await house.deps.sessionActivity.write(house.store);
    expect(await recorded(house, userId)).toMatchObject([{ actionsPerformed: 1 }]);
  });
});
