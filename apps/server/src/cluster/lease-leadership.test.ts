/** Who of two that start at once takes the lease; how it passes on later stands in hand-over.test.ts. */
import { listenerLease } from "@relaydeck/api/admin/operations/stored-facts";
import { findLease, releaseLease, takeLease } from "@relaydeck/db/cluster/leases";
import type { Store } from "@relaydeck/db/store";
import { openTestPostgresStore } from "@relaydeck/db/testing/stores";
import { silentLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { until } from "../testing/quiet.ts";
import { LeaseLeadership } from "./lease-leadership.ts";

/** A process of the installation, as far as it leads. */
function aNode(store: Store, holder: string) {
  const clock = new ManualClock();
  const leadership = new LeaseLeadership({ store, clock, random: systemRandom(), log: silentLog, holder }, null);
  const does: ("leads" | "ended" | "stands by")[] = [];
  const duty = {
    begin: () => void does.push("leads"),
    end: async () => void does.push("ended"),
    heardAt: () => null,
    standBy: () => void does.push("stands by"),
  };
  return {
    leadership,
    does,
    join: () => store.join(() => leadership.foundAlone()),
    async run(): Promise<void> {
      leadership.run(duty).catch(() => {});
      await until(() => does.length > 0);
    },
  };
}

/** An earlier process led, and is gone: it gave the lease back, or was killed. */
async function leaveLease(store: Store, how: "given back" | "held"): Promise<void> {
  const take = { name: listenerLease, holder: "earlier", seen: null, now: 0, lastsMs: 10_000 };
  await store.write((tx) => takeLease(tx, take));
  if (how === "given back") await store.write((tx) => releaseLease(tx, { name: listenerLease, fencing: 1 }));
}

test("[LE-1] who found itself alone takes no lease that another took meanwhile: one leads, the other stands by", async () => {
  const { store, again, close } = await openTestPostgresStore();
  await leaveLease(store, "given back");
  const [first, second] = [aNode(store, "first"), aNode(await again(), "second")];
  expect([await first.join(), await second.join()]).toEqual([true, false]);
  await second.run();
  await first.run();
  expect([first.does, second.does]).toEqual([["stands by"], ["leads"]]);
  expect([first.leadership.holds(), second.leadership.holds()]).toEqual([false, true]);
  expect(await findLease(store.read, listenerLease)).toMatchObject({ holder: "second", fencing: 2 });
  await Promise.all([first.leadership.stop(), second.leadership.stop()]);
  await close();
});

test("[LE-1] who is alone need not wait for the lease of a process that was killed; who comes beside it waits", async () => {
  const { store, again, close } = await openTestPostgresStore();
  await leaveLease(store, "held");
  const [first, second] = [aNode(store, "first"), aNode(await again(), "second")];
  expect([await first.join(), await second.join()]).toEqual([true, false]);
  await second.run();
  await first.run();
  expect([first.does, second.does]).toEqual([["leads"], ["stands by"]]);
  expect(await findLease(store.read, listenerLease)).toMatchObject({ holder: "first", fencing: 2 });
  await Promise.all([first.leadership.stop(), second.leadership.stop()]);
  await close();
});
