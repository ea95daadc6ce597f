/**
 * Days of the installation, as `system_analytics` keeps them. [D26, D27]
 *
 * A day is made of records alone, so that making it again gives the same. Who was there is not counted again once a day is
 * stored: sessions go on and the bin empties. What became of its commands is: late evidence still changes it.
 */
import type { SystemDay, SystemQuery } from "@relaydeck/contract/analytics-admin";
import { averageResponseOf, noNumbers, type CommandCounts } from "@relaydeck/core/analytics/command-numbers";
import { lastDays, type Day } from "@relaydeck/core/analytics/days";
import { gapMsIn } from "@relaydeck/core/analytics/uptime";
import { commandNumbersOf } from "@relaydeck/db/analytics/spans";
import {
  beganAt,
  countActiveUsers,
  countAll,
  countAt,
  lastSystemDay,
  listSystemDays,
  putSystemDay,
  setDayCommands,
} from "@relaydeck/db/analytics/system";
import type { Reader } from "@relaydeck/db/store";
import { onlineAt } from "@relaydeck/db/telemetry/presence";
import { present } from "@relaydeck/kit/assert";
import type { AnalyticsDeps } from "./analytics-deps.ts";
import { gapsOf } from "./uptime.ts";

/** Days that a first pass looks back at most. */
const mostDays = 400;
/** Devices that are looked at in one statement. */
const devicesAtOnce = 2_000;

/** The last days, oldest first; the last one is today, as far as it has come. */
export async function systemDays(deps: AnalyticsDeps, { days }: SystemQuery): Promise<SystemDay[]> {
  const from = deps.store.read;
  const now = deps.clock.now();
  const spans = lastDays(now, deps.settings.timeZone, days);
  const stored = new Map((await listSystemDays(from, present(spans[0], "At least one day").date)).map((row) => [row.date, row]));
  const began = (await beganAt(from)) ?? now;
  const told: SystemDay[] = [];
  for (const span of spans) {
    const row = stored.get(span.date);
    if (row !== undefined) {
      const { updatedAt: _updatedAt, ...day } = row;
      told.push(day);
    } else told.push(span.to <= began ? { ...nothing, date: span.date } : await dayOf(from, span, { now, began }));
  }
  return told;
}

const nothing = {
  totalUsers: 0,
  activeUsers: 0,
  totalDevices: 0,
  onlineDevices: 0,
  totalRelayCommands: 0,
  successfulCommands: 0,
  averageResponseTime: 0,
  systemUptime: 0,
};

/** A day from its records; `now` within it: as far as it has come. Before `began` there was no stream to be up. */
async function dayOf(from: Reader, day: Day, { now, began }: { now: number; began: number }): Promise<SystemDay> {
  const [commands = noNumbers] = await commandNumbersOf(from, [day], "times");
  const end = Math.min(day.to, now);
  const there = day.to > now ? await hereNow(from) : await thereAt(from, day.to);
  const passed = { from: Math.max(day.from, Math.min(began, end)), to: end };
  const gapMs = gapMsIn(passed, await gapsOf(from, passed));
  return {
    date: day.date,
    ...there,
    activeUsers: await countActiveUsers(from, day),
    ...dayCommands(commands),
    systemUptime: end > passed.from ? 100 * (1 - gapMs / (end - passed.from)) : 0,
  };
}

function dayCommands(commands: CommandCounts) {
  return {
    totalRelayCommands: commands.commands,
    successfulCommands: commands.successful,
    averageResponseTime: averageResponseOf(commands) ?? 0,
  };
}

async function hereNow(from: Reader) {
  const { users, devices, connected } = await countAll(from);
  return { totalUsers: users, totalDevices: devices, onlineDevices: connected };
}

/** One look at some devices after the other: others pass in between. */
async function thereAt(from: Reader, at: number) {
  const { users, devices } = await countAt(from, at);
  let [onlineDevices, afterId] = [0, ""];
  for (;;) {
    const page = await onlineAt(from, { at, afterId, limit: devicesAtOnce });
    onlineDevices += page.online;
    if (page.lastId === null) return { totalUsers: users, totalDevices: devices, onlineDevices };
    afterId = page.lastId;
  }
}

/** Stores the days that are over and not stored yet, whose commands are summed up. Returns how many. */
export async function storeDays(deps: AnalyticsDeps, rolledUntil: number): Promise<number> {
  const { store, clock, settings } = deps;
  const from = store.read;
  const now = clock.now();
  const [began, last] = [await beganAt(from), await lastSystemDay(from)];
  if (began === null) return 0;
  const due = lastDays(now, settings.timeZone, mostDays).filter(
    (day) => day.to > began && day.to <= Math.min(now, rolledUntil) && (last === null || day.date > last),
  );
  for (const day of due) {
    const row = { ...(await dayOf(from, day, { now, began })), updatedAt: now };
    await store.write((tx) => putSystemDay(tx, row));
  }
  return due.length;
}

/** Commands of a quarter have changed late: so has its day. */
export async function refreshDay(deps: AnalyticsDeps, at: number): Promise<void> {
  const { store, clock, settings } = deps;
  const [day] = lastDays(at, settings.timeZone, 1);
  if (day === undefined) return;
  const [commands = noNumbers] = await commandNumbersOf(store.read, [day], "times");
  await store.write((tx) => setDayCommands(tx, day.date, { ...dayCommands(commands), updatedAt: clock.now() }));
}
