/**
 * The same reports on Postgres with a commit for every event: the rows that one report writes, sent in one go on one
 * connection, prepared. No folding, no look at what was there before, no commands.
 */
import { systemClock } from "@relaydeck/kit/clock";
import type { NeutralDevice } from "@relaydeck/core/devices/view";
import postgres from "postgres";
import { noVitals, reportedAgain } from "../live/device-event.ts";
import { answerCalls } from "../process/calls.ts";
import { filledStore, ingestDevices, rateDuring } from "./filled.ts";

/** Of one burst. */
const singles = 50;
const clock = systemClock();
let sequence = 0;
let client: postgres.Sql;

/** On an empty database. */
async function open({ url }: { url: string }): Promise<void> {
  await (await filledStore(url, clock)).close();
  client = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
}

/** Durable events per second. */
function perEvent({ ms }: { ms: number }): Promise<number> {
  return rateDuring(clock, ms, async () => {
    sequence += 1;
    for (const device of ingestDevices.slice(0, singles)) await commit(device, clock.now());
    return singles;
  });
}

async function commit(device: NeutralDevice, at: number): Promise<void> {
  const body = client.json({ kind: "device", device: reportedAgain(device, 2, at), vitals: noVitals } as never);
  const relays = client.json([{ number: 1, reported: "on", milliamps: null }]);
  await client.begin((tx) => [
    tx`update devices set status = 'online', relay_state = 'on', last_update = ${at}, is_connected = true, cloud_online = true,
        cloud_online_at = ${at}, connecting_since = null, updating = false, freshness = 'fresh', last_heard_at = ${at},
        last_observed_at = ${at}, last_sequence = ${sequence}, power_source = null, battery_percent = null,
        cellular_level = null, overridden_at = null, updated_at = ${at}
      where id = ${device.id}`,
    tx`update relays set reported = 'on', reported_at = ${at}, evidence = 'contact', milliamps = null, milliamps_at = null,
        load = 'unknown', load_seen_at = null
      where device_id = ${device.id} and number = 1`,
    tx`insert into device_metrics (device_id, timestamp, is_online, uptime, last_heard, relays)
      values (${device.id}, ${at}, true, 100, ${at}, ${relays})
      on conflict (device_id, timestamp) do nothing`,
    tx`with taken as (
        insert into counters (name, value) values ('live', 1)
          on conflict (name) do update set value = counters.value + 1 returning value
      )
      insert into live_events (number, at, kind, device_id, body) select value, ${at}, 'device', ${device.id}, ${body} from taken`,
    tx`select pg_notify('relaydeck_live', '')`,
  ]);
}

const handlers = { open, perEvent };
export type BarePostgresIngest = typeof handlers;
answerCalls(handlers);
