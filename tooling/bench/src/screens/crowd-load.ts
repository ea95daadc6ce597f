/** A cloud that goes on reporting of many PowerOne devices, one after the other, with currents that change. */
import { every, systemClock } from "@relaydeck/kit/clock";
import { answerCalls } from "../process/calls.ts";
import { providerIdOf } from "../product/fill.ts";
import { startStillCloud, type StillCloud } from "../product/still-cloud.ts";

const clock = systemClock();
const tickMs = 10;
let cloud: StillCloud;

async function openCloud(): Promise<{ url: string }> {
  cloud = await startStillCloud(clock);
  return { url: cloud.url };
}

/** When the product has opened its stream. */
async function nextStream(): Promise<void> {
  await cloud.nextStream();
}

/** Until the process ends. */
function keepReporting({ devices, eventsPerSecond }: { devices: number; eventsPerSecond: number }): void {
  const start = clock.monotonic();
  let told = 0;
  every(clock, tickMs, () => {
    const due = Math.floor(((clock.monotonic() - start) * eventsPerSecond) / 1000);
    for (; told < due; told += 1) cloud.say(report(told % devices, told));
  });
}

function report(device: number, count: number): string {
  const currents = [1, 2, 3, 4].map((relay) => ((count * 37 + relay * 211) % 900) + 100);
  const data = JSON.stringify({ i: currents, s: [1, 1, 1, 1], ps: 1, bat: 80, cell: 60, seq: count + 1, up: 100 + count });
  const event = { data, ttl: 60, published_at: new Date(clock.now()).toISOString(), coreid: providerIdOf(device) };
  return `event: powerone/data\ndata: ${JSON.stringify(event)}\n\n`;
}

const handlers = { openCloud, nextStream, keepReporting };
export type CrowdLoad = typeof handlers;
answerCalls(handlers);
