import { expect, test } from "vitest";
import { refuseUnlessThere, withSnapshot } from "./backup/snapshot.ts";
import { describeOnOwnStores } from "./testing/stores.ts";
import { openPlainSql } from "./testing/plain-sql.ts";

describeOnOwnStores("a database that lacks a table, as after a dump that was read in only in part", (fresh) => {
  test("is refused with one sentence that names it, by whoever opens it, looks at it or makes a backup", async () => {
    const { url, again } = fresh();
    const sql = openPlainSql(url);
    await sql.all("drop table live_events");
    await sql.close();
    const refused = {
      name: "DatabaseRefused",
      message: "The database lacks a part of this program's tables: live_events. Restore a backup into an empty database.",
    };
    await expect(again()).rejects.toMatchObject(refused);
    await expect(refuseUnlessThere(url)).rejects.toMatchObject(refused);
    await expect(withSnapshot(url, async () => null)).rejects.toMatchObject(refused);
  });
});
