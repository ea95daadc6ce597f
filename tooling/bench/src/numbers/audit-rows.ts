/**
 * An audit as long as years make it, half of it of one person and most of one device, of the ninety days before. For measuring
 * alone: its chain does not hold.
 */
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";

export const auditRows = 1_000_000;
const apartMs = (90 * 24 * 60 * 60_000) / auditRows;

export async function addAudit(databaseUrl: string): Promise<void> {
  const sql = openPlainSql(databaseUrl);
  try {
    await sql.all(
      `insert into audit_log (number, at, actor_kind, actor_id, action, subject_kind, subject_id, door, previous_hash, hash)
        with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${auditRows})
        select last.number + i, last.at - cast(${auditRows} - i as bigint) * ${apartMs}, case i % 10 when 0 then 'device' else 'user' end,
          case i % 2 when 0 then device.owner_id end, case i % 3 when 0 then 'device.updated' else 'session.opened' end, 'device',
          case i % 4 when 0 then null else device.id end, 'rest', '', ''
        from numbers, (select number, at from audit_log order by number desc limit 1) last,
          (select id, owner_id from devices order by id limit 1) device`,
    );
  } finally {
    await sql.close();
  }
}
