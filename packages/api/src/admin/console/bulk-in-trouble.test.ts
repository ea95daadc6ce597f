/** What a database in trouble leaves of an act on many. */
import { findDevice } from "@relaydeck/db/devices/store";
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { openTestPostgresStore } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { consoleHouse } from "../../testing/console-house.ts";

test("[D23, ST-1] what was done before the database gave up is told as done, what comes after it as refused", async () => {
  const { store, url, close } = await openTestPostgresStore();
  const house = await consoleHouse(store);
  const deviceIds = [await house.device(), await house.device(), await house.device(), await house.device()].map(({ id }) => id);
  const other = openPlainSql(url);
  try {
    // Another program keeps the third to itself for longer than the store waits.
    await other.all("begin");
    await other.all(`update devices set name = name where id = '${present(deviceIds[2], "The third")}'`);
    const { done, refused } = await house.admin.removeDevices({ deviceIds });
    expect(done).toEqual(deviceIds.slice(0, 2));
    const code = "DATABASE_UNAVAILABLE";
    expect(refused).toMatchObject(
      deviceIds.slice(2).map((id) => ({ id, code, message: expect.stringMatching(/does not answer/) })),
    );
    const there = await Promise.all(deviceIds.map((id) => findDevice(store.read, id)));
    expect(there.map((device) => device !== null)).toEqual([false, false, true, true]);
    // Where nothing was done, all is refused as one.
    const all = house.admin.removeDevices({ deviceIds: deviceIds.slice(2) });
    await expect(all).rejects.toMatchObject({ cause: { name: "DatabaseUnavailable" } });
  } finally {
    await other.close();
    await close();
  }
});
