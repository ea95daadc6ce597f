/**
 * Days of the installation, as `system_analytics` keeps them. [D26, D27]
 *
 * A day is made of records alone, so that making it again gives the same. Who was there is not counted again once a day is
 * stored: sessions go on and the bin empties. What became of its commands is: late evidence still changes it.
 *
 * A stored day is one of the zone that was configured then. Days of another zone are made anew; of those that are older than
 * the bin, whose people and devices may be gone, what was counted of them stays. So it does of days of earlier versions, which
 * name no zone: that of today, but for who changed it with the upgrade.
 */
import type { SystemDay, SystemQuery } from "@relaydeck/contract/analytics-admin";
import { averageResponseOf, noNumbers, type CommandCounts } from "@relaydeck/core/analytics/command-numbers";
import { lastDays, type Day } from "@relaydeck/core/analytics/days";
import { gapMsIn } from "@relaydeck/core/analytics/uptime";
import { clearMark, listMarks, lockRollup } from "@relaydeck/db/analytics/rollups";
import { commandNumbersOf } from "@relaydeck/db/analytics/spans";
import {
  beganAt,
  countActiveUsers,
  countAll,
  countAt,
  listSystemDays,
  putSystemDay,
  setDayCommands,
  type SystemDay as StoredDay,
} from "@relaydeck/db/analytics/system";
import type { Reader } from "@relaydeck/db/store";
import { onlineAt } from "@relaydeck/db/telemetry/presence";
import { present } from "@relaydeck/kit/assert";
import { binMs } from "../retention/prune.ts";
import type { AnalyticsDeps } from "./analytics-deps.ts";
import { gapsOf } from "./uptime.ts";

/** Days that a first pass looks back at most. */
const mostDays = 400;
/** Quarters whose days one pass makes anew; the rest follow in the next. */
const mostMarks = 1_000;
/** Devices that are looked at in one statement. */
const devicesAtOnce = 2_000;

/** The last days, oldest first; the last one is today, as far as it has come. */
export async function systemDays(deps: AnalyticsDeps, { days }: SystemQuery): Promise<SystemDay[]> {
  const from = deps.store.read;
  const now = deps.clock.now();
  const { timeZone } = deps.settings;
  const spans = lastDays(now, timeZone, days);
  const stored = await storedSince(from, spans);
  const began = (await beganAt(from)) ?? now;
  const told: SystemDay[] = [];
  for (const span of spans) {
    const row = stored.get(span.date);
    if (row?.timeZone === timeZone && span.to <= now) {
      const { updatedAt: _updatedAt, timeZone: _timeZone, ...day } = row;
      told.push(day);
    } else if (span.to <= began) told.push({ ...nothing, date: span.date });
    else told.push(await dayOf(from, span, { now, began, row }));
  }
  return told;
}

/** By date, whatever their zone. */
async function storedSince(from: Reader, spans: readonly Day[]): Promise<ReadonlyMap<string, StoredDay>> {
  const rows = await listSystemDays(from, present(spans[0], "At least one day").date);
  return new Map(rows.map((row) => [row.date, row]));
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

interface Facts {
  readonly now: number;
  /** Before it there was no stream to be up. */
  readonly began: number;
  /** The day of that date in another zone, or in one that is not known, where one is stored. */
  readonly row: StoredDay | undefined;
}

/** A day from its records; `now` within it: as far as it has come. */
async function dayOf(from: Reader, day: Day, { now, began, row }: Facts): Promise<SystemDay> {
  const [commands = noNumbers] = await commandNumbersOf(from, [day], "times");
  const end = Math.min(day.to, now);
  const keptUntil = row?.timeZone === null ? now : now - binMs;
  const who = row !== undefined && day.to <= keptUntil ? countedIn(row) : await whoWasThere(from, day, now);
  const passed = { from: Math.max(day.from, Math.min(began, end)), to: end };
  const gapMs = gapMsIn(passed, await gapsOf(from, passed));
  return {
    date: day.date,
    ...who,
    ...dayCommands(commands),
    systemUptime: end > passed.from ? 100 * (1 - gapMs / (end - passed.from)) : 0,
  };
}

function countedIn({ totalUsers, activeUsers, totalDevices, onlineDevices }: StoredDay) {
  return { totalUsers, activeUsers, totalDevices, onlineDevices };
}

async function whoWasThere(from: Reader, day: Day, now: number) {
  const there = day.to > now ? await hereNow(from) : await thereAt(from, day.to);
  return { ...there, activeUsers: await countActiveUsers(from, day) };
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

/** Stores the days that are over and not stored yet as days of this zone, whose commands are summed up. Returns how many. */
export async function storeDays(deps: AnalyticsDeps, rolledUntil: number): Promise<number> {
  const { store, clock, settings } = deps;
  const { timeZone } = settings;
  const from = store.read;
  const now = clock.now();
  const began = await beganAt(from);
  if (began === null) return 0;
  const spans = lastDays(now, timeZone, mostDays);
  const stored = await storedSince(from, spans);
  const due = spans.filter(
    ({ date, to }) => to > began && to <= Math.min(now, rolledUntil) && stored.get(date)?.timeZone !== timeZone,
  );
  for (const day of due) {
    const row = { ...(await dayOf(from, day, { now, began, row: stored.get(day.date) })), updatedAt: now, timeZone };
    await store.write((tx) => putSystemDay(tx, row));
  }
  return due.length;
}

/** Commands of some quarters have changed late: so have their days. */
export async function refreshDays(deps: AnalyticsDeps): Promise<void> {
  const { store, clock, settings } = deps;
  const { timeZone } = settings;
  const starts = await listMarks(store.read, { name: "days", from: 0, to: clock.now(), limit: mostMarks });
  const days = new Map(starts.flatMap((start) => lastDays(start, timeZone, 1)).map((day) => [day.date, day]));
  for (const day of days.values()) {
    await store.write(async (tx) => {
      // None of its quarters is summed up again meanwhile.
      await lockRollup(tx, "commands");
      for (const start of starts) if (start >= day.from && start < day.to) await clearMark(tx, "days", start);
      const [commands = noNumbers] = await commandNumbersOf(tx, [day], "times");
      await setDayCommands(tx, { date: day.date, timeZone }, { ...dayCommands(commands), updatedAt: clock.now() });
    });
  }
}
