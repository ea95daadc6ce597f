/** Whoever follows `next` sees all that is found, each once, however far the looks reach. [D0.12, EX-2, IN-9] */
import { newId } from "@relaydeck/contract/ids";
import { insertActivity } from "@relaydeck/db/activity/store";
import { looksAtMost } from "@relaydeck/db/console/activity";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { consoleHouse } from "../../testing/console-house.ts";
import { exportCsv, type Wanted } from "./export.ts";

const request = { requestId: "req_test", door: "rest", address: "192.0.2.7", userAgent: "test" } as const;
const count = looksAtMost + 900;

describeOnStores("looking on", (fresh) => {
  async function linesOf(wanted: Wanted, house: Awaited<ReturnType<typeof consoleHouse>>): Promise<string[]> {
    let text = "";
    for await (const part of await exportCsv(house.deps, { admin: { adminId: "adm_root" }, request, wanted })) text += part;
    return text.split("\r\n").slice(1, -1);
  }

  test("[IN-9] a search of the log: page after page is what the file tells, and each look counts its own", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, clock, deps } = house;
    const at = clock.now();
    // Found are two of three near the end, a handful in the middle, none in the first look of those who begin with the oldest.
    const entries = Array.from({ length: count }, (_, index) => ({
      id: newId("activity", deps.random),
      timestamp: at + Math.floor(index / 2),
      message: index > count - 900 ? (index % 3 === 0 ? "hay" : "needle") : index % 4_001 === 4_000 ? "needle" : "hay",
    }));
    for (let from = 0; from < count; from += 1_000)
      await store.write((tx) => insertActivity(tx, entries.slice(from, from + 1_000)));
    const inFile = (await linesOf({ list: "activity", query: { search: "needle" } }, house)).map((line) => line.slice(1, 27));
    expect(inFile).toHaveLength(entries.filter(({ message }) => message === "needle").length);
    const oldestFirst = entries.toSorted((a, b) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
    for (const [order, limit] of [
      ["desc", 200],
      ["desc", 50],
      ["asc", 200],
    ] as const) {
      const ids: string[] = [];
      const inOrder = order === "asc" ? oldestFirst : oldestFirst.toReversed();
      let before: string | undefined;
      do {
        const found = await admin.activity({ search: "needle", limit, order, before });
        const entryIds = found.rows.map(({ id }) => id);
        ids.push(...entryIds);
        // What is counted is what the pages of this look hold, of which this is the first.
        expect(entryIds).toHaveLength(Math.min(limit, found.total));
        const looked = inOrder.slice(before === undefined ? 0 : inOrder.indexOf(before) + 1);
        const endOfLook = looked.length > looksAtMost ? looked[looksAtMost - 1] : null;
        expect(found.next).toBe(entryIds.length === limit ? entryIds.at(-1) : endOfLook);
        expect(found.lookedTo === null).toBe(endOfLook === null);
        before = found.next ?? undefined;
      } while (before !== undefined);
      expect([order, limit, ids]).toEqual([order, limit, order === "desc" ? inFile : inFile.toReversed()]);
    }
  }, 60_000);

  test("[AD-8] the audit by two things at once: page after page is what the file tells", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{ number: 100 + index, at: 1_000 + index, actorKind: "user", actorId: "usr_a", subjectId: "dev_a" },
      ...{ action: index > count - 900 || index % 4_001 === 4_000 ? "a.needle" : "a.hay", previousHash: "", hash: "" },
    }));
    for (let from = 0; from < count; from += 1_000)
      await store.write((tx) => tx.db.insert(tx.t.auditLog).values(rows.slice(from, from + 1_000)));
    const filter = { objectId: "dev_a", action: "a.needle" };
    const inFile = (await linesOf({ list: "audit", query: filter }, house)).map((line) =>
      Number.parseInt(line.replaceAll('"', ""), 10),
    );
    const numbers: number[] = [];
    for (let before: number | undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
      const found = await admin.audit({ ...filter, limit: 200, before });
      numbers.push(...found.rows.map(({ number }) => number));
      before = found.next ?? undefined;
    }
    expect(numbers).toEqual(inFile);
    expect(numbers).toHaveLength(rows.filter(({ action }) => action === "a.needle").length);
  }, 60_000);
});
