/** What a device has reported, by the simulator's own log, and whether a control showed that and nothing else. [A9] */
import { systemClock } from "@relaydeck/kit/clock";
import type { Locator } from "playwright";
import { expect } from "vitest";
import { samplePressed, type Pressed } from "./controls.ts";
import type { House } from "./house.ts";

export interface Report {
  /** When it left the cloud, epoch ms. */
  readonly at: number;
  readonly isOn: boolean;
}

interface LoggedEvent {
  readonly at: string;
  readonly publishedAt: string;
  readonly deviceId: string;
  readonly name: string;
  readonly data: string;
}

/** From this current on a relay counts as on, in milliamps. */
const onThreshold = 50;

/** Reports reach the page within this time, in milliseconds. */
const pathMs = 2_000;

/** Since the simulator began, in the order in which they left the cloud. */
async function eventsOf(house: House, serial: string): Promise<LoggedEvent[]> {
  const { id } = (await house.sim(`GET /devices/${serial}`)) as { id: string };
  const events = (await house.sim("GET /events?since=0")) as readonly LoggedEvent[];
  return events.filter((event) => event.deviceId === id && event.name === "powerone/data" && event.data.includes('"i"'));
}

/** Whether a report of the device left the cloud after one that was published later. */
export async function hasOvertaken(house: House, serial: string): Promise<boolean> {
  const published = (await eventsOf(house, serial)).map(({ publishedAt }) => Date.parse(publishedAt));
  return published.some((at, n) => at < (published[n - 1] ?? at));
}

/** What the device has reported of the relay since the simulator began, oldest first. */
export async function reportsOf(house: House, serial: string, relay: number): Promise<Report[]> {
  return (await eventsOf(house, serial))
    .map(({ at, data }) => ({ at: Date.parse(at), current: (JSON.parse(data) as { i: number[] }).i[relay - 1] ?? 0 }))
    .map(({ at, current }) => ({ at, isOn: current >= onThreshold }));
}

/**
 * Samples what is pressed from now on. The answer ends that and says of every sample: it was what the device last reported by then, or
 * what it reported while that was on its way. Begins once that is one thing, so that nothing else can pass for it.
 */
export async function watchPressed(
  control: Locator,
  reports: () => Promise<readonly Report[]>,
): Promise<() => Promise<Pressed[]>> {
  const states = async () => statesAt(await reports(), systemClock().now());
  await expect.poll(async () => (await states()).size, { timeout: 30_000 }).toBe(1);
  const stop = await samplePressed(control);
  return async () => {
    const samples = await stop();
    const heard = await reports();
    expect(samples.length).toBeGreaterThan(10);
    for (const { at, on, off } of samples) {
      expect([...statesAt(heard, at)], `what the device had reported at ${at}`).toContain(on === "true");
      expect(off === "true").toBe(on !== "true");
    }
    return samples;
  };
}

/** Whether the relay is on, by the reports that the page may stand on at that time. */
function statesAt(heard: readonly Report[], at: number): Set<boolean> {
  const untilNow = heard.filter((report) => report.at <= at);
  const current = untilNow.filter((_, n) => (untilNow[n + 1]?.at ?? Infinity) > at - pathMs);
  return new Set(current.map(({ isOn }) => isOn));
}
