import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { latestCommands, openCommandsOf } from "../relays/commands.ts";
import { openExplained } from "../testing/plans.ts";
import { storedDevice } from "../testing/rows.ts";
import { openTestStore } from "../testing/stores.ts";
import { accessTo } from "./access.ts";
import { relaysOf } from "./store.ts";

test("[G7, G10] SQLite finds a right, the relays and what is open of them by an index, however long the list", async () => {
  const { store, url, close } = await openTestStore();
  const { id: deviceId } = await storedDevice(store);
  const explained = openExplained(url);
  try {
    await accessTo(explained.read, { deviceId, userId: "usr_x", now: 1 });
    await openCommandsOf(explained.read, { deviceId, relayNumber: 1 });
    for (const deviceIds of [[deviceId], [deviceId, "dev_x", "dev_y"]]) {
      await relaysOf(explained.read, deviceIds);
      await latestCommands(explained.read, { deviceIds, since: 0 });
    }
    const plans = (await explained.plans()).map(({ lines }) => lines.join("\n"));
    expect(plans).toHaveLength(4);
    expect(plans[0]).toMatch(/device_shares_active\b/);
    for (const plan of plans) expect(plan).not.toMatch(/\bSCAN (?!json_each)/);
  } finally {
    await explained.close();
    await close();
  }
});

test("[G7, G10] SQLite sees no value while it plans, so that it prepares a statement once", async () => {
  const { store, close } = await openTestStore();
  const { db, t } = store.read;
  const { sql } = db.select().from(t.devices).where(eq(t.devices.id, "dev_x")).toSQL();
  expect(sql).toContain('"devices"."id" = +?');
  await close();
});
