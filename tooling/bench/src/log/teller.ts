/**
 * Who tells of events on one Postgres: by the product's log, a thousand to a commit as ingest stores a burst, or by bare
 * NOTIFYs that carry the same text, a hundred in one statement. Who hears them: listener.ts.
 */
import { openStore } from "@relaydeck/db/open";
import type { Store } from "@relaydeck/db/store";
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import postgres from "postgres";
import { newDeviceIds, noVitals, reportedAgain, someDevices } from "../live/device-event.ts";
import { answerCalls } from "../process/calls.ts";
import { bareChannel } from "./channel.ts";

const perCommit = 1_000;
const perStatement = 100;
const clock = systemClock();
const devices = someDevices(newDeviceIds(perCommit, systemRandom()), "usr_0000000000000000000000");
let store: Store;
let client: postgres.Sql;
let told = 0;

async function open({ url }: { url: string }): Promise<void> {
  store = await openStore({ url, clock });
  client = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
}

/** For so long; the number of events. */
function byLog({ ms }: { ms: number }): Promise<number> {
  return countDuring(ms, async () => {
    const events = someEvents(perCommit).map((body) => ({ kind: "device", deviceId: body.device.id, body }));
    await store.write((tx) => tx.live(events));
    return events.length;
  });
}

function byNotify({ ms }: { ms: number }): Promise<number> {
  return countDuring(ms, async () => {
    const texts = JSON.stringify(someEvents(perStatement).map((body) => JSON.stringify(body)));
    await client`select pg_notify(${bareChannel}, text) from json_array_elements_text(${texts}::text::json) as text`;
    return perStatement;
  });
}

/** Each with another number, since Postgres tells the same text once to a commit. */
function someEvents(count: number) {
  const now = clock.now();
  return devices.slice(0, count).map((device) => {
    told += 1;
    return { kind: "device" as const, device: reportedAgain(device, told, now), vitals: noVitals };
  });
}

async function countDuring(ms: number, tell: () => Promise<number>): Promise<number> {
  const start = clock.monotonic();
  let count = 0;
  while (clock.monotonic() - start < ms) count += await tell();
  return count;
}

const handlers = { open, byLog, byNotify };
export type Teller = typeof handlers;
answerCalls(handlers);
