/** The audit as administrators read it: rows with the names that belong to their ids today. [AD-8, C10] */
import type { AuditEntry, AuditFound, AuditQuery } from "@relaydeck/contract/console";
import { toInstant } from "@relaydeck/contract/instants";
import { findUsersByIds } from "@relaydeck/db/accounts/store";
import { findAdminById } from "@relaydeck/db/admin/store";
import type { AuditRow } from "@relaydeck/db/audit/store";
import { auditActions, findAudit } from "@relaydeck/db/console/audit";
import { findDevicesByIds } from "@relaydeck/db/devices/store";
import type { Reader } from "@relaydeck/db/store";
import type { Ground } from "../../ground.ts";
import { displayName } from "../../devices/facts.ts";

export async function auditPage({ store }: Pick<Ground, "store">, query: AuditQuery): Promise<AuditFound> {
  const { from, until, objectId, limit, before, ...who } = query;
  const filter = { ...who, subjectId: objectId, from: epochMs(from), until: epochMs(until) };
  const { rows, next } = await findAudit(store.read, filter, { limit, before });
  const names = await namesOf(store.read, rows);
  const isOpenEnded = next !== null && rows.length < limit;
  return {
    rows: rows.map((row) => toEntry(row, names)),
    next: next?.number ?? null,
    lookedTo: isOpenEnded ? toInstant(next.at) : null,
  };
}

/** What there is to filter by. */
export function actionsOfAudit({ store }: Pick<Ground, "store">): Promise<string[]> {
  return auditActions(store.read);
}

function epochMs(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : Date.parse(instant);
}

/** Living users and devices, and administrators, by their ids. */
async function namesOf(from: Reader, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ actorId, subjectId }) => [actorId, subjectId]))].filter((id) => id !== null);
  const of = (prefix: string) => ids.filter((id) => id.startsWith(prefix));
  const names = new Map<string, string>();
  for (const user of await findUsersByIds(from, of("usr_"))) names.set(user.id, displayName(user));
  for (const device of await findDevicesByIds(from, of("dev_"))) names.set(device.id, device.name);
  for (const id of of("adm_")) names.set(id, (await findAdminById(from, id))?.username ?? id);
  return names;
}

function toEntry(row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    number: row.number,
    at: toInstant(row.at),
    actorKind: row.actorKind,
    actorId: row.actorId,
    actorName: nameOf(row.actorId),
    action: row.action,
    objectKind: row.subjectKind,
    objectId: row.subjectId,
    objectName: nameOf(row.subjectId),
    door: row.door,
    address: row.address,
    requestId: row.requestId,
    before: row.before,
    after: row.after,
  };
}
