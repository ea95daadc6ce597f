import { newId } from "@relaydeck/contract/ids";
import { insertActivity } from "@relaydeck/db/activity/store";
import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import type { Caller } from "../caller.ts";
import { deviceHouse, request } from "../testing/device-house.ts";
import { activityView, clearActivity, restoreActivity } from "./clear-activity.ts";
import { listActivity } from "./list-activity.ts";

describeOnStores("the own view of the log", (fresh) => {
  async function aHouse() {
    const house = await deviceHouse(fresh().store);
    await house.share("view");
    const { deps, store, device, clock } = house;
    async function happened(message: string): Promise<void> {
      const id = newId("activity", deps.random);
      const entry = { id, timestamp: clock.now(), deviceId: device.id, message, type: "info" as const };
      await store.write((tx) => insertActivity(tx, entry));
      await clock.advance(1_000);
    }
    const seen = async (caller: Caller) =>
      (await listActivity(deps, { caller, query: { limit: 100 } })).map((entry) => entry.message);
    return { ...house, happened, seen };
  }

  test("[D45] is emptied for one person, told to their pages, audited and not logged; nobody else's changes", async () => {
    const { deps, callers, happened, seen, told, store } = await aHouse();
    const asked = { caller: callers.owner, request };
    await happened("first");
    const cleared = await clearActivity(deps, asked);
    expect(cleared).toMatchObject({ message: "Activity logs cleared" });
    expect([await seen(callers.owner), await seen(callers.sharee)]).toEqual([[], ["first"]]);
    expect(await activityView(deps, callers.owner)).toEqual({ clearedAt: cleared.clearedAt });
    expect(await told()).toMatchObject([{ kind: "activity-view", userId: callers.owner.userId }]);
    expect((await listAudit(store.read, { limit: 9 })).map((row) => row.action)).toEqual(["activity.cleared"]);
    await deps.clock.advance(1);
    await happened("second");
    expect(await seen(callers.owner)).toEqual(["second"]);
  });

  test("[D45] undo gives back what the last clear took, or the whole log", async () => {
    const { deps, callers, happened, seen } = await aHouse();
    const asked = { caller: callers.owner, request };
    await happened("first");
    const first = await clearActivity(deps, asked);
    await deps.clock.advance(1);
    await happened("second");
    await clearActivity(deps, asked);
    expect(await seen(callers.owner)).toEqual([]);
    await restoreActivity(deps, { ...asked, clearedAt: Date.parse(first.clearedAt) });
    expect(await seen(callers.owner)).toEqual(["second"]);
    await restoreActivity(deps, { ...asked, clearedAt: null });
    expect(await seen(callers.owner)).toEqual(["second", "first"]);
    // A view from the future would hide what has not happened yet.
    const ahead = await restoreActivity(deps, { ...asked, clearedAt: deps.clock.now() + 60_000 });
    expect(ahead.clearedAt).toBe(new Date(deps.clock.now()).toISOString());
  });
});
