/** What `relaydeck seed` does not make, in plain SQL: a log as long as the results, a full bin, and a device that was heard all month. */
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { monthMs } from "./asked.ts";

export const moreRows = {
  logEntries: 5_000_000,
  deletedUsers: 5_000,
  deletedDevices: 5_000,
  samples: 43_200,
  relayMoves: 5_760,
} as const;

/** The device is the first by its id, which is the one that is asked for; deleted are the last. */
export async function addRows(databaseUrl: string, { now }: { readonly now: number }): Promise<void> {
  const sql = openPlainSql(databaseUrl);
  const device = "(select id from devices order by id limit 1)";
  const numbers = (count: number) =>
    `with recursive numbers (i) as (select cast(0 as bigint) union all select i + 1 from numbers where i < ${count - 1})`;
  const begin = now - monthMs;
  const step = (count: number) => Math.floor(monthMs / count);
  try {
    await sql.all(
      `insert into activity_logs (id, device_id, user_id, message, type, timestamp, relay_number, command_id)
        select 'act_' || substr(id, 5), device_id, user_id, 'Relay ' || relay_number || ' turned ' || new_state || ', confirmed',
          'success', timestamp, relay_number, command_id
        from relay_history order by timestamp limit ${moreRows.logEntries}`,
    );
    await sql.all(
      `insert into device_metrics (device_id, timestamp, signal_strength, battery_level, relays)
        ${numbers(moreRows.samples)}
        select ${device}, ${begin} + i * ${step(moreRows.samples)}, 64, 88.5,
          '[{"number":1,"reported":"on","milliamps":600},{"number":2,"reported":"off","milliamps":0}]'
        from numbers where true on conflict do nothing`,
    );
    await sql.all(
      `insert into relay_changes (device_id, relay_number, at, state)
        ${numbers(moreRows.relayMoves)}
        select ${device}, 1 + i % 4, ${begin} + i * ${step(moreRows.relayMoves)}, case (i / 4) % 2 when 0 then 'on' else 'off' end
        from numbers where true on conflict do nothing`,
    );
    for (const [table, count, by] of [
      ["users", moreRows.deletedUsers, "self"],
      ["devices", moreRows.deletedDevices, "owner"],
    ] as const)
      await sql.all(
        `update ${table} set deleted_at = ${now - monthMs / 2}, deleted_by = '${by}'
          where id in (select id from ${table} where deleted_at is null order by id desc limit ${count})`,
      );
  } finally {
    await sql.close();
  }
}
