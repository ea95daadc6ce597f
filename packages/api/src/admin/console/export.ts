/**
 * The console's lists as CSV, everything that the filter finds, newest first, in portions: whatever the length, memory holds
 * one of them. That it was asked for is in the audit, without what was searched for. [EX-2, LG-3, AD-8]
 */
import type { ActivityFilter as AskedEntries } from "@relaydeck/contract/console";
import type { AuditCsvQuery, DevicesCsvQuery, UsersCsvQuery } from "@relaydeck/contract/console-csv";
import { toCsv, type Cell } from "@relaydeck/contract/csv";
import { toInstant } from "@relaydeck/contract/instants";
import { devicesAfter, usersAfter, type After } from "@relaydeck/db/admin/lists";
import { canonical } from "@relaydeck/db/audit/store";
import { findActivity } from "@relaydeck/db/console/activity";
import { findAudit } from "@relaydeck/db/console/audit";
import { audit } from "../../audit/audit.ts";
import type { Ground } from "../../ground.ts";
import { activityFilter } from "./lists.ts";
import { adminDoing, type Administering } from "../recorded.ts";
import { toAdminDevice, toAdminEntry, toAdminUser } from "./rows.ts";

type ExportDeps = Pick<Ground, "store" | "clock" | "log">;

/** Which list, and what of it. */
export type Wanted =
  | { readonly list: "users"; readonly query: UsersCsvQuery }
  | { readonly list: "devices"; readonly query: DevicesCsvQuery }
  | { readonly list: "activity"; readonly query: AskedEntries }
  | { readonly list: "audit"; readonly query: AuditCsvQuery };

const rowsPerPortion = 500;
/** Spreadsheets read what begins so as UTF-8. */
const mark = "\uFEFF";

export async function exportCsv(
  deps: ExportDeps,
  { wanted, ...who }: Administering & { readonly wanted: Wanted },
): Promise<AsyncIterable<string>> {
  const action = `${wanted.list}.exported`;
  const by = adminDoing(who);
  const filteredBy = Object.entries(wanted.query).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  await deps.store.write((tx) => audit(tx, { at: deps.clock.now(), ...by, action, after: { filteredBy } }));
  deps.log.info(action, { requestId: by.request.requestId, adminId: by.actorId });
  return textOf(portionsOf(deps, wanted));
}

async function* textOf(portions: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  yield mark;
  for await (const rows of portions) yield toCsv(rows);
}

function portionsOf(deps: ExportDeps, wanted: Wanted): AsyncGenerator<Cell[][]> {
  if (wanted.list === "users") return users(deps, wanted.query);
  if (wanted.list === "devices") return devices(deps, wanted.query);
  return wanted.list === "activity" ? activity(deps, wanted.query) : auditRows(deps, wanted.query);
}

async function* users({ store }: ExportDeps, query: UsersCsvQuery): AsyncGenerator<Cell[][]> {
  yield [["id", "email", "firstName", "lastName", "authProvider", "emailVerified", "createdAt", "updatedAt"]];
  for (let after: After | null = null; ;) {
    const rows: Awaited<ReturnType<typeof usersAfter>> = await usersAfter(store.read, query, { after, limit: rowsPerPortion });
    yield rows.map(toAdminUser).map((row) => {
      const { id, email, firstName, lastName, authProvider, emailVerified, createdAt, updatedAt } = row;
      return [id, email, firstName, lastName, authProvider, String(emailVerified), createdAt, updatedAt];
    });
    after = rows.at(-1) ?? null;
    if (after === null || rows.length < rowsPerPortion) return;
  }
}

async function* devices({ store }: ExportDeps, query: DevicesCsvQuery): AsyncGenerator<Cell[][]> {
  yield [["id", "name", "serialNumber", "ownerId", "status", "relayState", "isConnected", "overridden", "lastUpdate"]];
  for (let after: After | null = null; ;) {
    const page = { after, limit: rowsPerPortion };
    const rows: Awaited<ReturnType<typeof devicesAfter>> = await devicesAfter(store.read, query, page);
    yield rows.map(toAdminDevice).map((row) => {
      const { id, name, serialNumber, ownerId, status, relayState, isConnected, overridden, lastUpdate } = row;
      return [id, name, serialNumber, ownerId, status, relayState, String(isConnected), String(overridden), lastUpdate];
    });
    after = rows.at(-1) ?? null;
    if (after === null || rows.length < rowsPerPortion) return;
  }
}

async function* activity({ store }: ExportDeps, query: AskedEntries): AsyncGenerator<Cell[][]> {
  yield [["id", "timestamp", "type", "message", "userId", "userName", "deviceId", "deviceName"]];
  const filter = activityFilter(query);
  for (let before: { timestamp: number; id: string } | null = null; ;) {
    const found: Awaited<ReturnType<typeof findActivity>> = await findActivity(store.read, filter, {
      limit: rowsPerPortion,
      before,
    });
    yield found.rows.map(toAdminEntry).map((row) => {
      const { id, timestamp, type, message, userId, userName, deviceId, deviceName } = row;
      return [id, timestamp, type, message, userId, userName, deviceId, deviceName];
    });
    before = found.next;
    if (before === null) return;
  }
}

async function* auditRows({ store }: ExportDeps, query: AuditCsvQuery): AsyncGenerator<Cell[][]> {
  yield [
    ["number", "at", "actorKind", "actorId", "action", "objectKind", "objectId", "door", "address", "before", "after", "hash"],
  ];
  const { objectId: subjectId, from, until, ...who } = query;
  const times = {
    from: from === undefined ? undefined : Date.parse(from),
    until: until === undefined ? undefined : Date.parse(until),
  };
  for (let before: number | undefined; ;) {
    const page = { limit: rowsPerPortion, before };
    const found: Awaited<ReturnType<typeof findAudit>> = await findAudit(store.read, { ...who, ...times, subjectId }, page);
    yield found.rows.map((row) => {
      const { number, at, actorKind, actorId, action, subjectKind, door, address, hash } = row;
      const [was, is] = [row.before, row.after].map((value) => (value === null ? null : canonical(value)));
      return [
        number,
        toInstant(at),
        actorKind,
        actorId,
        action,
        subjectKind,
        row.subjectId,
        door,
        address,
        was ?? null,
        is ?? null,
        hash,
      ];
    });
    if (found.next === null) return;
    before = found.next.number;
  }
}
