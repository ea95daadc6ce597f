/** All tables of the product, built for one dialect. Each noun describes its own beside its store. */
import { googleTables } from "./accounts/google-tables.ts";
import { accountTables } from "./accounts/tables.ts";
import { activityTables } from "./activity/tables.ts";
import { adminTables } from "./admin/tables.ts";
import { alertTables } from "./alerts/tables.ts";
import { analyticsTables } from "./analytics/tables.ts";
import { auditTables } from "./audit/tables.ts";
import { clusterTables } from "./cluster/tables.ts";
import { deviceTables } from "./devices/tables.ts";
import type { Dialect } from "./dialect/columns.ts";
import { layoutTables } from "./layouts/tables.ts";
import { liveTables } from "./live/tables.ts";
import { mailTables } from "./mail/tables.ts";
import { relayTables } from "./relays/tables.ts";
import { sessionTables } from "./sessions/tables.ts";
import { shareTables } from "./shares/tables.ts";
import { telemetryTables } from "./telemetry/tables.ts";

export function defineSchema(d: Dialect) {
  const accounts = accountTables(d);
  const devices = deviceTables(d, accounts);
  const both = { ...accounts, ...devices };
  return {
    ...both,
    ...googleTables(d, accounts),
    ...sessionTables(d, accounts),
    ...relayTables(d, devices),
    ...shareTables(d, both),
    ...alertTables(d, both),
    ...activityTables(d),
    ...layoutTables(d, accounts),
    ...telemetryTables(d, devices),
    ...liveTables(d),
    ...mailTables(d, accounts),
    ...auditTables(d),
    ...analyticsTables(d),
    ...adminTables(d),
    ...clusterTables(d),
  };
}

export type Schema = ReturnType<typeof defineSchema>;
