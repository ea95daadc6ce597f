/**
 * Every kind of question that the console's lists admit: each set of filters with each order and page, by the contract's own
 * names. A filter that is new in the contract has to be given values here before it compiles. [D0.12, IN-9]
 */
import {
  deviceSorts,
  userSorts,
  type ActivityFilter,
  type ActivityLogQuery,
  type AuditQuery,
  type DeviceFilter,
  type DevicesQuery,
  type UserFilter,
  type UsersQuery,
} from "../console.ts";

/** What there is to ask for. */
export interface Askable {
  /** Words of each kind: that many hold, that few hold, of one or two letters. */
  readonly searches: readonly string[];
  /** Somebody, and a device. */
  readonly userId: string;
  readonly deviceId: string;
  /** An action of the audit, and the number of one of its rows. */
  readonly action: string;
  readonly auditNumber: number;
  /** Instants, one after the other. */
  readonly from: string;
  readonly until: string;
  /** Rows to a far page. */
  readonly offset: number;
}

const limit = 50;
const orders = ["asc", "desc"] as const;

export function usersAsked({ searches, offset }: Askable): UsersQuery[] {
  const filters = everyFilter<UserFilter>({ search: searches, emailVerified: [true], authProvider: ["email"] });
  return filters.flatMap((filter) =>
    userSorts.flatMap((sort) =>
      orders.flatMap((order) => [...new Set([0, offset])].map((skipped) => ({ ...filter, sort, order, limit, offset: skipped }))),
    ),
  );
}

export function devicesAsked({ searches, userId, offset }: Askable): DevicesQuery[] {
  const filters = everyFilter<DeviceFilter>({
    search: searches,
    status: ["online"],
    relayState: ["unknown"],
    ownerId: [null, userId],
  });
  return filters.flatMap((filter) =>
    deviceSorts.flatMap((sort) =>
      orders.flatMap((order) => [...new Set([0, offset])].map((skipped) => ({ ...filter, sort, order, limit, offset: skipped }))),
    ),
  );
}

export function activityAsked({ searches, userId, deviceId, from, until, offset }: Askable): ActivityLogQuery[] {
  const filters = everyFilter<ActivityFilter>({
    search: searches.slice(0, 1),
    type: ["error"],
    userId: [userId],
    deviceId: [deviceId],
    from: [from],
    until: [until],
  });
  return filters.flatMap((filter) =>
    orders.flatMap((order) => [...new Set([0, offset])].map((skipped) => ({ ...filter, order, limit, offset: skipped }))),
  );
}

export function auditAsked({
  userId,
  deviceId,
  action,
  auditNumber,
  from,
  until,
}: Omit<Askable, "searches" | "offset">): AuditQuery[] {
  const filters = everyFilter<Omit<AuditQuery, "limit">>({
    actorKind: ["user", "admin"],
    actorId: [userId],
    action: [action],
    objectId: [deviceId],
    from: [from],
    until: [until],
    before: [auditNumber],
  });
  return filters.map((filter) => ({ ...filter, limit }));
}

type Values<Filter> = { readonly [Name in keyof Filter]-?: readonly Exclude<Filter[Name], undefined>[] };

/** Each set of the filters with each of their values, none of them too. */
function everyFilter<Filter extends object>(values: Values<Filter>): Filter[] {
  const names = Object.keys(values) as (keyof Filter)[];
  return names.reduce<Filter[]>(
    (all, name) => all.flatMap((filter) => [filter, ...values[name].map((value) => ({ ...filter, [name]: value }))]),
    [{} as Filter],
  );
}
