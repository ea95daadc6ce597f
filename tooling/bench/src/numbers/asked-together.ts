/** Every combination of filters, order and page that the console's lists admit, as the tests of plans ask them: of each list and order the slowest counts. */
import { fromInstant, toInstant } from "@relaydeck/contract/instants";
import { activityAsked, auditAsked, devicesAsked, usersAsked } from "@relaydeck/contract/testing/console-questions";
import { monthMs, rpc, type Asked, type Found } from "./asked.ts";
import { auditRows } from "./audit-rows.ts";

export interface AskedTogether {
  readonly name: string;
  readonly all: readonly Asked[];
}

export function askedTogether({ deviceId, userId, from, until }: Found): readonly AskedTogether[] {
  // Everybody is called so, few are, and nobody is.
  const searches = ["seed", "0500", "zq"];
  const inAudit = { deviceId, userId, action: "session.opened", auditNumber: auditRows / 2 };
  const monthBefore = toInstant(fromInstant(from) - monthMs);
  const askable = { ...inAudit, searches, from, until, offset: 50_000 };
  return [
    ...bySort("admin.users", usersAsked(askable)),
    ...bySort("admin.devices", devicesAsked(askable)),
    together("admin.activity", activityAsked(askable)),
    { ...together("admin.audit", auditAsked(askable)), name: "admin.audit of the last month" },
    {
      ...together("admin.audit", auditAsked({ ...inAudit, from: monthBefore, until: from })),
      name: "admin.audit of the month before",
    },
  ];
}

function bySort(procedure: string, queries: readonly { readonly sort?: string | undefined }[]): AskedTogether[] {
  const sorts = [...new Set(queries.map(({ sort }) => sort))];
  return sorts.map((sort) => {
    const { all } = together(
      procedure,
      queries.filter((query) => query.sort === sort),
    );
    return { name: `${procedure} by ${sort}`, all };
  });
}

function together(procedure: string, queries: readonly object[]): AskedTogether {
  return { name: procedure, all: queries.map((query) => rpc(procedure, query)) };
}
