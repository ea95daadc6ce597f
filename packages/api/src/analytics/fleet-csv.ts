/**
 * The fleet as a file: every device that the search finds, newest first as in the console's files, in portions:
 * memory holds one of them. That it was asked for is in the audit, without what was searched for. [EX-2, LG-3, AD-8]
 */
import type { FleetCsvQuery } from "@relaydeck/contract/console-csv";
import { toCsv } from "@relaydeck/contract/csv";
import { devicesAfter, type After } from "@relaydeck/db/admin/lists";
import { audit } from "../audit/audit.ts";
import { adminDoing, type Administering } from "../admin/recorded.ts";
import type { Ground } from "../ground.ts";
import type { AnalyticsDeps } from "./analytics-deps.ts";
import { fleetDays } from "./fleet.ts";

const rowsPerPortion = 500;
/** Spreadsheets read what begins so as UTF-8. */
const mark = "\uFEFF";

export async function fleetCsv(
  deps: AnalyticsDeps & Pick<Ground, "log">,
  { query, ...who }: Administering & { readonly query: FleetCsvQuery },
): Promise<AsyncIterable<string>> {
  const action = "fleet.exported";
  const by = adminDoing(who);
  const filteredBy = query.search === undefined ? [] : ["search"];
  await deps.store.write((tx) => audit(tx, { at: deps.clock.now(), ...by, action, after: { filteredBy } }));
  deps.log.info(action, { requestId: by.request.requestId, adminId: by.actorId });
  return portionsOf(deps, query);
}

async function* portionsOf(deps: AnalyticsDeps, query: FleetCsvQuery): AsyncGenerator<string> {
  const { days, uptimesOf } = await fleetDays(deps, query);
  yield mark + toCsv([["id", "name", "serialNumber", ...days.map(({ date }) => date)]]);
  const filter = query.search === undefined ? {} : { search: query.search };
  for (let after: After | null = null; ;) {
    const page = { after, limit: rowsPerPortion };
    const rows: Awaited<ReturnType<typeof devicesAfter>> = await devicesAfter(deps.store.read, filter, page);
    const uptimes = await uptimesOf(rows);
    yield toCsv(
      rows.map(({ id, name, serialNumber }, index) => [id, name, serialNumber, ...(uptimes[index] ?? []).map(toTenths)]),
    );
    after = rows.at(-1) ?? null;
    if (after === null || rows.length < rowsPerPortion) return;
  }
}

/** As many decimals as the table of the page shows. */
function toTenths(percent: number | null): number | null {
  return percent === null ? null : Math.round(percent * 10) / 10;
}
