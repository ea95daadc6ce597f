/** A device that chatters: more moves than a history tells. How long its relays were on is recounted in plain SQL. [C3, C12] */
import { deviceNumbers } from "@relaydeck/api/analytics/device-numbers";
import { deviceHouse } from "@relaydeck/api/testing/device-house";
import { insertRelayChanges } from "@relaydeck/db/relays/changes";
import { emptyMetric } from "@relaydeck/db/telemetry/store";
import { describeOnBothStores } from "@relaydeck/db/testing/stores";
import { madeAt } from "@relaydeck/db/testing/rows";
import { assert, present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { Recount } from "../testing/recount.ts";

const minute = 60_000;
const dayMs = 24 * 60 * minute;
const staleMs = 5 * minute;
/** As one answer tells. */
const told = 5_000;
/** More than are read at once of the first relay, and more than are told of all. */
const movesOf = [4_500, 900, 700, 0];

describeOnBothStores("a device with more moves than are told", (fresh) => {
  /** Its first relay was on before the day began and stayed so for an hour; it was silent for a while, too. */
  async function aHouse() {
    const { store, url } = fresh();
    const house = await deviceHouse(store, { createdAt: madeAt - 40 * dayMs, ownedSince: madeAt - 40 * dayMs });
    const deviceId = house.device.id;
    const now = house.clock.now();
    const day = { from: now - dayMs, to: now };
    const move = { deviceId, commandId: null, cause: null };
    const begin = day.from + 60 * minute;
    const moves = movesOf.flatMap((count, relay) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ ...move, relayNumber: relay + 1, at: begin + Math.floor((index * (now - begin)) / count) },
        state: index % 2 === 0 ? ("off" as const) : ("on" as const),
      })),
    );
    const before = { ...move, relayNumber: 1, at: day.from - minute, state: "on" as const };
    const minutes = Array.from({ length: dayMs / minute + 2 }, (_, ago) => ago).filter((ago) => ago < 300 || ago > 320);
    const reports = minutes.map((ago) => ({ ...emptyMetric(deviceId, now - ago * minute), relays: [] }));
    for (let from = 0; from < moves.length; from += 1_000)
      await store.write((tx) => insertRelayChanges(tx, [before, ...moves.slice(from, from + 1_000)]));
    for (let from = 0; from < reports.length; from += 500)
      await store.write((tx) => tx.db.insert(tx.t.deviceMetrics).values(reports.slice(from, from + 500)));
    return { ...house, url, deviceId, day, moves };
  }

  async function ask(house: Awaited<ReturnType<typeof aHouse>>) {
    const deps = { ...house.deps, settings: { timeZone: "UTC" } };
    const answer = await deviceNumbers(deps, { deviceId: house.deviceId, range: "24h" });
    assert(answer.ok, "The device is there");
    return answer.value;
  }

  test("[C12] the hours that its relays were on are of all of its moves", async () => {
    const house = await aHouse();
    const recount = Recount.of(house.url);
    try {
      const onTimes = await recount.onTimes(house.day, { deviceId: house.deviceId, staleMs });
      const { relays } = await ask(house);
      expect(new Map(relays.map(({ number, onMs, knownMs }) => [number, { knownMs, onMs }]))).toEqual(onTimes);
      expect(onTimes.get(1)?.onMs).toBeGreaterThan(dayMs / 3);
      expect(onTimes.get(4)).toEqual({ knownMs: 0, onMs: 0 });
    } finally {
      await recount.close();
    }
  });

  test("[C3] what was before the oldest move that is told is unknown, and not what was before all of them", async () => {
    const house = await aHouse();
    const kept = house.moves.toSorted((a, b) => b.at - a.at || a.relayNumber - b.relayNumber).slice(0, told);
    const oldest = present(kept.at(-1), "Many");
    const { relays } = await ask(house);
    const begin = new Date(house.day.from).toISOString();
    for (const { number, steps } of relays) {
      const own = house.moves.filter(({ relayNumber }) => relayNumber === number);
      const state = own.findLast(({ at }) => at <= oldest.at)?.state;
      const first = state === undefined ? [] : [{ at: new Date(oldest.at).toISOString(), state }];
      const later = kept.filter(({ relayNumber, at }) => relayNumber === number && at > oldest.at);
      const then = later.toReversed().map((move) => ({ at: new Date(move.at).toISOString(), state: move.state }));
      expect(steps).toEqual([{ at: begin, state: "unknown" }, ...first, ...then]);
    }
  });
});
