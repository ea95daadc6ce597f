/** What administrators look at: users, devices, everybody's log, the bin, and the figures above. [D0.12, D23] */
import type {
  ActivityFound,
  ActivityLogQuery,
  AdminDevice,
  AdminUser,
  ConsoleSummary,
  DeletedQuery,
  DeletedThing,
  DevicesQuery,
  Listed,
  UsersQuery,
} from "@relaydeck/contract/console";
import { toInstant } from "@relaydeck/contract/instants";
import { countActivityOf, findActivity, findEntry, type ActivityFilter } from "@relaydeck/db/console/activity";
import { countAll, deletedDevices, deletedUsers, listAllDevices, listUsers } from "@relaydeck/db/admin/lists";
import { takenDevices, takenUsers } from "@relaydeck/db/admin/taken";
import type { Ground } from "../../ground.ts";
import { displayName } from "../../devices/facts.ts";
import { binMs } from "../../retention/prune.ts";
import { toAdminDevice, toAdminEntry, toAdminUser } from "./rows.ts";

type ListDeps = Pick<Ground, "store" | "clock">;

export async function usersPage({ store }: ListDeps, query: UsersQuery): Promise<Listed<AdminUser>> {
  const { rows, total } = await listUsers(store.read, query);
  return { rows: rows.map(toAdminUser), total };
}

export async function devicesPage({ store }: ListDeps, query: DevicesQuery): Promise<Listed<AdminDevice>> {
  const { rows, total } = await listAllDevices(store.read, query);
  return { rows: rows.map(toAdminDevice), total };
}

/** `before` an entry that is gone finds nothing, as there is no place any more to go on from. */
export async function activityPage({ store }: ListDeps, query: ActivityLogQuery): Promise<ActivityFound> {
  const filter = activityFilter(query);
  const before = query.before === undefined ? null : await findEntry(store.read, query.before);
  if (query.before !== undefined && before === null) return { rows: [], total: 0, next: null, lookedTo: null };
  const { limit, offset, order } = query;
  const { total, lookedTo } = await countActivityOf(store.read, filter, { order, before });
  const { rows, next } = await findActivity(store.read, filter, { limit, offset, order, before });
  return {
    rows: rows.map(toAdminEntry),
    total,
    next: next?.id ?? null,
    lookedTo: lookedTo === null ? null : toInstant(lookedTo.timestamp),
  };
}

export function activityFilter({ from, until, ...rest }: Omit<ActivityLogQuery, "limit" | "offset">): ActivityFilter {
  return {
    ...rest,
    from: from === undefined ? undefined : Date.parse(from),
    until: until === undefined ? undefined : Date.parse(until),
  };
}

export async function summaryOf({ store }: ListDeps): Promise<ConsoleSummary> {
  const { total, lookedTo } = await countActivityOf(store.read, {});
  return { ...(await countAll(store.read)), activityEntries: total, hasMoreEntries: lookedTo !== null };
}

/** The bin, last deleted first. */
export async function deletedPage(deps: ListDeps, query: DeletedQuery): Promise<Listed<DeletedThing>> {
  return query.kind === "users" ? usersInBin(deps, query) : devicesInBin(deps, query);
}

async function usersInBin(deps: ListDeps, query: DeletedQuery): Promise<Listed<DeletedThing>> {
  const { read } = deps.store;
  const { rows, total } = await deletedUsers(read, query);
  const taken = await takenUsers(read, rows);
  const things = rows.map((user) => {
    const { id, email, deletedBy } = user;
    return { id, name: displayName(user), detail: email, deletedBy, ...binFacts(deps, user, taken) };
  });
  return { rows: things, total };
}

async function devicesInBin(deps: ListDeps, query: DeletedQuery): Promise<Listed<DeletedThing>> {
  const { read } = deps.store;
  const { rows, total } = await deletedDevices(read, query);
  const taken = await takenDevices(read, rows);
  const things = rows.map((device) => {
    const { id, name, serialNumber, deletedBy } = device;
    return { id, name, detail: serialNumber, deletedBy, ...binFacts(deps, device, taken) };
  });
  return { rows: things, total };
}

interface InBin {
  readonly id: string;
  readonly deletedAt: number | null;
}

function binFacts({ clock }: ListDeps, { id, deletedAt }: InBin, taken: ReadonlySet<string>) {
  const now = clock.now();
  const at = deletedAt ?? now;
  const keptFrom = now - at > binMs ? ("expired" as const) : taken.has(id) ? ("taken" as const) : null;
  return { deletedAt: toInstant(at), undoUntil: toInstant(at + binMs), keptFrom };
}
