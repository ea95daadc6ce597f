import { rollUp } from "@relaydeck/api/analytics/roll-up";
import { quarterMs } from "@relaydeck/core/analytics/quarters";
import { callNumbersOf } from "@relaydeck/db/analytics/spans";
import { describeOnBothStores } from "@relaydeck/db/testing/stores";
import { silentLog } from "@relaydeck/kit/log";
import { seededRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { ApiCallLog } from "./api-call-log.ts";

const hour = 60 * 60_000;

describeOnBothStores("calls to the cloud", (fresh) => {
  test("[D26, TI-1] those of the hour that a clock was ahead of are in the sums", async () => {
    const { store } = fresh();
    const clock = new ManualClock();
    const deps = { store, clock, settings: { timeZone: "UTC" } };
    clock.jumpWall(hour);
    await rollUp(deps);
    clock.jumpWall(-hour);
    const log = new ApiCallLog({ store, clock, random: seededRandom(1), log: silentLog });
    const call = { endpoint: "/v1/devices", method: "GET", providerId: null, status: 200, responseTimeMs: 80 } as const;
    const rest = { success: true, errorMessage: null, requestBytes: 0, responseBytes: 10 };
    for (const at of [clock.now(), clock.now() + 1, clock.now() - quarterMs]) log.note({ ...call, ...rest, at });
    await log.stop();
    await clock.advance(2 * hour);
    expect(await rollUp(deps)).toMatchObject({ again: 2 });
    const day = { from: clock.now() - 4 * hour, to: clock.now() };
    const whole = { from: day.from - (day.from % quarterMs), to: day.to - (day.to % quarterMs) };
    expect(await callNumbersOf(store.read, [whole])).toMatchObject([{ calls: 3 }]);
  });
});
