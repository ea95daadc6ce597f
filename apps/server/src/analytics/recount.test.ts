/**
 * Acceptance 3 of issue 5: cards, charts and tables say what an independent recount in SQL says; across the border of days, in
 * zones of half hours and on days of 25 hours, over a cut of the provider's stream, before and after rows are summed up.
 */
import { rollUp } from "@relaydeck/api/analytics/roll-up";
import * as calls from "@relaydeck/contract/analytics-admin";
import * as charts from "@relaydeck/contract/analytics-overview";
import { insertProviderCalls, type NewProviderCall } from "@relaydeck/db/analytics/provider-calls";
import { noteLate, rolledUntil } from "@relaydeck/db/analytics/rollups";
import { listHistory, recordHistory } from "@relaydeck/db/relays/history";
import { present } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { numbersScene, sceneNow, type NumbersScene } from "../testing/numbers-scene.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { between, daysOf, firstsOfMonths, midnights, Recount, type Stretch } from "../testing/recount.ts";
import { dataOf } from "../testing/seeing.ts";

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
/** A PowerOne that said nothing for so long is told as not heard. */
const staleMs = 5 * 60_000;
const close = (value: number | null) => (value === null ? null : (expect.closeTo(value, 9) as number));

/**
 * Calls of the year: in each of its months another number; 29, 31 and 400 days ago; and at the first instants of the 30 days and
 * of the year, with one more in the last millisecond before each.
 */
function callsLongAgo(zone: string): NewProviderCall[] {
  const firsts = firstsOfMonths[zone] ?? [];
  const borders = [midnights[zone]?.[0] ?? 0, firsts[0] ?? 0];
  const times = [
    ...firsts.slice(0, -2).flatMap((first, month) => Array.from({ length: month + 1 }, () => first + 9 * dayMs + month * 7_000)),
    ...[29, 31, 400].flatMap((days) => [sceneNow - days * dayMs, sceneNow - days * dayMs + hourMs]),
    ...borders.flatMap((at) => [at, at, at - 1]),
  ];
  return times.map((timestamp, index) => ({
    id: `call_old_${index}`,
    method: "GET",
    endpoint: index % 3 === 0 ? "/v1/devices/:id" : "/v1/devices",
    success: index % 7 !== 0,
    timestamp,
    requestSize: 10 + index,
    responseTime: 300 + index,
    responseSize: 1_000 + index,
  }));
}

const databases = ["sqlite", "postgres"] as const;
const zones = Object.keys(midnights);

describe.each(databases.flatMap((database) => zones.map((zone) => ({ database, zone }))))(
  "[D27, D52, C18] in $zone on $database",
  ({ database, zone }) => {
    let started: StartedProduct;
    let scene: NumbersScene;
    let recount: Recount;

    beforeAll(async () => {
      started = await startProduct({ database, environment: { TIME_ZONE: zone } });
      scene = await numbersScene(started.product);
      await started.product.store.write((tx) => insertProviderCalls(tx, callsLongAgo(zone)));
      recount = Recount.of(started.product.settings.databaseUrl);
    });
    afterAll(async () => {
      await recount.close();
      await started.close();
    });

    const days = daysOf(zone);
    const today = present(days.at(-1), "Seven days");
    const ask = async (name: string, input: object = {}) => dataOf(await scene.admin.query(`analytics.${name}`, input));
    /** Both doors answer alike. */
    async function askBoth(name: string, path: string, input: object = {}): Promise<unknown> {
      const rest = await scene.admin.get(`/api/analytics/${path}`);
      expect([rest.status, rest.json]).toEqual([200, await ask(name, input)]);
      return rest.json;
    }

    async function figures(stretch: Stretch, deviceId?: string) {
      const { successRate, averageResponseMs, ...counts } = await recount.commands(stretch, deviceId);
      return {
        ...counts,
        successRate: close(successRate),
        averageResponseMs: close(averageResponseMs),
        response: await recount.percentiles("response_time", stretch, deviceId),
        confirmation: await recount.percentiles("confirmation_time", stretch, deviceId),
      };
    }

    async function counts(stretch: Stretch) {
      const { response: _response, confirmation: _confirmation, ...told } = await figures(stretch);
      return told;
    }

    /** By status: neither all of them, nor those that the device cloud holds for present. [D32] */
    async function onlineNow(): Promise<number> {
      const online = await recount.withStatus("online");
      expect([5, await recount.cloudOnline()]).not.toContain(online);
      return online;
    }

    async function checkCards(): Promise<void> {
      const told = calls.Dashboard.parse(await askBoth("dashboard", "dashboard"));
      const { commands, unconfirmed, successRate, averageResponseMs } = await recount.commands(today);
      expect(told).toMatchObject({
        relayCommandsToday: commands,
        unconfirmedToday: unconfirmed,
        successRate: close(successRate ?? 0),
        averageResponseTime: Math.round(averageResponseMs ?? 0),
        timeZone: zone,
        totalDevices: 5,
        activeDevices: await onlineNow(),
      });
      const uptimes = await recount.uptimes({ from: sceneNow - dayMs, to: sceneNow });
      expect(told.deviceUptime).toEqual(Object.fromEntries([...uptimes].map(([id, percent]) => [id, close(percent)])));
      expect(told.recentAlerts.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, number) => `Notice ${number}`));
    }

    async function checkCharts(): Promise<void> {
      const shown = days.slice(-3);
      const told = charts.Overview.parse(await ask("overview", { days: 3 }));
      const { totalUsers } = await recount.there(today, sceneNow);
      expect([told.connected, told.devices, told.users]).toEqual([await onlineNow(), 5, totalUsers]);
      expect(told.notHeard).toBe(await recount.notHeard());
      const range = { from: present(shown[0], "Three days").from, to: sceneNow };
      expect(told.days).toEqual(
        await Promise.all(
          shown.map(async (day) => ({
            ...(await figures(day)),
            date: expect.stringMatching(/^2026-10-2[456]$/),
            from: new Date(day.from).toISOString(),
            to: new Date(day.to).toISOString(),
          })),
        ),
      );
      expect(told.today).toEqual(await figures(today));
      expect(told.range).toEqual(await figures(range));
      const passed = sceneNow - today.from;
      const yesterday = present(days.at(-2), "Seven days");
      expect(told.yesterday).toEqual(await counts({ from: yesterday.from, to: yesterday.from + passed }));
      const [first, last] = [present(days.at(-6), "Seven days"), present(days.at(-4), "Seven days")];
      const previous = { from: first.from, to: Math.min(last.to, first.from + sceneNow - range.from) };
      expect(told.previous).toEqual(await counts(previous));
      expect(told.gaps).toEqual([
        { from: "2026-10-24T21:30:10.000Z", to: "2026-10-25T01:30:20.000Z" },
        { from: "2026-10-26T08:00:00.000Z", to: "2026-10-26T08:59:59.999Z" },
      ]);
    }

    async function checkSystem(): Promise<void> {
      const told = (await askBoth("system", "system?days=7", { days: 7 })) as unknown[];
      const wanted = await Promise.all(
        days.map(async (day, index) => {
          const { commands, confirmed, answered, averageResponseMs } = await recount.commands(day);
          const { systemUptime, ...there } = await recount.there(day, sceneNow);
          return {
            date: `2026-10-${20 + index}`,
            ...there,
            totalRelayCommands: commands,
            successfulCommands: confirmed + answered,
            averageResponseTime: close(averageResponseMs ?? 0),
            systemUptime: close(systemUptime),
          };
        }),
      );
      expect(told).toEqual(wanted);
    }

    /** Where the buckets of a period begin, and where the last one ends. */
    function bordersOf(period: calls.CallPeriod): readonly number[] {
      const steps = (last: number, stepMs: number, count: number) =>
        Array.from({ length: count + 1 }, (_, index) => last - (count - 1 - index) * stepMs);
      const lastHour = Date.parse(zone === "Asia/Kolkata" ? "2026-10-26T09:30:00Z" : "2026-10-26T10:00:00Z");
      if (period === "hour") return steps(Date.parse("2026-10-26T10:05:00Z"), 5 * 60_000, 12);
      if (period === "day") return steps(lastHour, hourMs, 24);
      if (period === "year") return firstsOfMonths[zone] ?? [];
      return (midnights[zone] ?? []).slice(period === "week" ? -8 : -31);
    }

    async function checkCalls(): Promise<void> {
      for (const period of calls.CallPeriod.options) {
        const buckets = between(bordersOf(period));
        const use = charts.ProviderUse.parse(await ask("providerUse", { period }));
        const wanted = await Promise.all(
          buckets.map(async ({ from, to }) => {
            const { avgResponseTime, ...rest } = await recount.calls({ from, to });
            const ends = { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
            return { ...ends, ...rest, avgResponseTime: close(avgResponseTime), allowedCalls: ((to - from) / 300_000) * 10_000 };
          }),
        );
        expect(use.buckets).toEqual(wanted);
        const documented = await askBoth("providerCalls", `particle-api-calls?period=${period}`, { period });
        expect(documented).toEqual(wanted.map(({ end: _end, allowedCalls: _allowed, busiest: _busiest, ...bucket }) => bucket));
      }
      await checkEndpoints();
    }

    /** Of 30 days where nothing else is asked: neither of all that was ever called, nor of a week or a year. */
    async function checkEndpoints(): Promise<void> {
      const wholeOf = (period: calls.CallPeriod) => ({ from: present(bordersOf(period)[0], "A first"), to: today.to });
      const month = wholeOf("month");
      const sums = await recount.calls(month);
      const totals = await Promise.all(
        [wholeOf("week"), wholeOf("year"), { from: 0, to: today.to }].map((of) => recount.calls(of)),
      );
      expect(totals.map(({ totalCalls }) => totalCalls)).not.toContain(sums.totalCalls);
      const overview = calls.ProviderOverview.parse(await askBoth("providerOverview", "particle-overview"));
      expect(overview).toEqual({
        totalCalls: sums.totalCalls,
        failedCalls: sums.failedCalls,
        successRate: close(((sums.totalCalls - sums.failedCalls) / sums.totalCalls) * 100),
        avgResponseTime: close(sums.avgResponseTime),
        totalDataTransferred: sums.dataTransferred,
        days: 30,
      });
      const endpointsOf = async (period: calls.CallPeriod) =>
        (await recount.endpoints(wholeOf(period))).map((row) => ({
          ...row,
          successRate: close(row.successRate),
          avgResponseTime: close(row.avgResponseTime),
        }));
      expect(await askBoth("providerEndpoints", "particle-endpoints")).toEqual(await endpointsOf("month"));
      for (const period of ["week", "month", "year"] as const)
        expect(await askBoth("providerEndpoints", `particle-endpoints?period=${period}`, { period })).toEqual(
          await endpointsOf(period),
        );
    }

    async function checkFleet(): Promise<void> {
      const told = charts.Fleet.parse(await ask("fleet", { days: 3 }));
      const byDay = await Promise.all(
        days.slice(-3).map((day) => recount.uptimes({ from: day.from, to: Math.min(day.to, sceneNow) })),
      );
      expect(told.devices.map(({ deviceId, uptimes }) => [deviceId, uptimes])).toEqual(
        told.devices.map(({ deviceId }) => [deviceId, byDay.map((of) => close(of.get(deviceId) ?? null))]),
      );
      expect(told.devices.map(({ deviceId }) => deviceId).toSorted()).toEqual([...scene.deviceIds].toSorted());
      expect(told.devices.some(({ uptimes }) => uptimes[0] === null)).toBe(true);
      expect(told.total).toBe(5);
      const grid = charts.Uptime.parse(await ask("uptime", {}));
      const uptimes = await recount.uptimes({ from: sceneNow - dayMs, to: sceneNow });
      expect(grid.devices.map(({ uptime }) => uptime)).toEqual([...uptimes.values()].toSorted((a, b) => a - b).map(close));
      for (const deviceId of scene.deviceIds) await checkDevice(deviceId, uptimes.get(deviceId) ?? null);
    }

    async function checkDevice(deviceId: string, uptime: number | null): Promise<void> {
      const stretch = { from: sceneNow - dayMs, to: sceneNow };
      const told = charts.DeviceNumbers.parse(await ask("device", { deviceId, range: "24h" }));
      expect(told.uptime).toEqual(close(uptime));
      expect(told.commands).toEqual(await figures(stretch, deviceId));
      const onTimes = await recount.onTimes(stretch, { deviceId, staleMs });
      expect(told.relays.map(({ number, onMs, knownMs }) => [number, { knownMs, onMs }])).toEqual(
        [1, 2, 3, 4].map((number) => [number, onTimes.get(number) ?? { knownMs: 0, onMs: 0 }]),
      );
      expect(told.samples).toEqual(await recount.samples(stretch, deviceId));
      expect(told.connection).toEqual(await recount.connection(stretch, deviceId));
    }

    async function checkAll(): Promise<void> {
      await checkCards();
      await checkCharts();
      await checkSystem();
      await checkCalls();
      await checkFleet();
    }

    test("what rows tell is what the recount says", async () => {
      expect(await rolledUntil(started.product.store.read, "commands")).toBe(0);
      await checkAll();
    }, 60_000);

    test("what is summed up tells the same, and summing up again changes nothing", async () => {
      const { deps } = started.product;
      const done = await rollUp(deps);
      expect(done.days).toBe(7);
      expect(done.quarters).toBeGreaterThan(300);
      await checkAll();
      const kept = async () => {
        const { db, t } = deps.store.read;
        const stored = (await db.select().from(t.systemAnalytics)).map(({ updatedAt: _updatedAt, ...day }) => day);
        const quarters = [...(await db.select().from(t.commandQuarters)), ...(await db.select().from(t.providerQuarters))];
        return [stored.toSorted((a, b) => (a.date < b.date ? -1 : 1)), quarters.map((row) => JSON.stringify(row)).toSorted()];
      };
      const before = await kept();
      expect(await rollUp(deps)).toEqual({ quarters: 0, again: 0, days: 0 });
      await deps.store.write(async ({ db, t }) => {
        for (const table of [t.rollups, t.commandQuarters, t.providerQuarters, t.providerEndpointQuarters, t.systemAnalytics])
          await db.delete(table);
      });
      expect(await rollUp(deps)).toEqual(done);
      expect(await kept()).toEqual(before);
    }, 60_000);

    test("evidence that comes late is told at once, and summed up with the next pass", async () => {
      const { deps, clock } = started.product;
      const rows = await listHistory(deps.store.read, { limit: 2_000 });
      const row = rows.find(({ outcome, timestamp }) => outcome === "unconfirmed" && timestamp < sceneNow - dayMs);
      const late = {
        ...present(row, "Some are unconfirmed"),
        outcome: "confirmed",
        success: true,
        responseTime: 812,
        confirmationTime: 86_400_000,
      } as const;
      await deps.store.write(async (tx) => {
        await recordHistory(tx, late);
        await noteLate(tx, { name: "commands", at: late.timestamp, now: clock.now() });
      });
      await checkCharts();
      expect(await rollUp(deps)).toMatchObject({ again: 1, quarters: 0 });
      await checkAll();
    }, 60_000);
  },
);
