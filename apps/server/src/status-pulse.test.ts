/** What the log says last of the hop to the device cloud is how it stands. */
import { toLiveRow } from "@relaydeck/api/live/append";
import { CloudLink } from "@relaydeck/api/status/status";
import { newestLiveOf } from "@relaydeck/db/live/read";
import type { Store } from "@relaydeck/db/store";
import { openTestStore } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { silentLog } from "@relaydeck/kit/log";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { StatusPulse } from "./status-pulse.ts";
import { quiet } from "./testing/quiet.ts";

/** A database on which the first write takes until it is let go, and overtakes no other. */
function slowAtFirst(store: Store): { store: Store; letGo: () => void } {
  let letGo = () => {};
  let before: Promise<void> | null = new Promise((resolve) => (letGo = resolve));
  const write: Store["write"] = async (work) => {
    const held = before;
    before = null;
    await held;
    return store.write(work);
  };
  return { store: { ...store, write }, letGo };
}

test("[D0.4, C14] a status whose write takes long is not stored over a later one", async () => {
  const clock = new ManualClock();
  const { store, close } = await openTestStore();
  const slow = slowAtFirst(store);
  const link = new CloudLink(clock, () => ({ used: 0, max: 10_000, windowSeconds: 300, isSlowedDown: false }));
  link.moveTo("connected", clock.now());
  const pulse = new StatusPulse({ clock, link, store: slow.store, log: silentLog });
  const told = [pulse.tell()];
  await quiet();
  link.moveTo("down", clock.now());
  told.push(pulse.tell());
  await quiet();
  slow.letGo();
  await Promise.all(told);
  const newest = present(await newestLiveOf(store.read, "status"), "Two were told");
  expect(link.neutral().connectionStatus).toBe("disconnected");
  expect(toLiveRow(newest).body).toEqual({ kind: "status", status: link.neutral() });
  await close();
});
