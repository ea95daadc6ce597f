/** How many devices are connected now, by whatever door it is asked. [D32, D40, AD-4] */
import { AdminDevice } from "@relaydeck/contract/console";
import { Dashboard, SystemDay } from "@relaydeck/contract/analytics-admin";
import { Overview } from "@relaydeck/contract/analytics-overview";
import type { NewDevice } from "@relaydeck/db/devices/store";
import { storedDevice } from "@relaydeck/db/testing/rows";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { adminBrowser } from "../testing/admins.ts";
import type { Browser } from "../testing/http-client.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { dataOf } from "../testing/seeing.ts";

describe.each(["sqlite", "postgres"] as const)("on %s", (database) => {
  let started: StartedProduct;
  let admin: Browser;
  beforeAll(async () => {
    started = await startProduct({ database });
    admin = await adminBrowser(started.product);
  });
  afterAll(() => started.close());

  const ask = async (name: string, input?: object) => dataOf(await admin.query(name, input));

  async function connectedByEveryDoor() {
    const list = z.array(AdminDevice).parse((await admin.get("/api/admin/devices")).json);
    const dashboard = Dashboard.parse((await admin.get("/api/analytics/dashboard")).json);
    const overview = Overview.parse(await ask("analytics.overview", { days: 1 }));
    const days = z.array(SystemDay).parse((await admin.get("/api/analytics/system?days=1")).json);
    const summary = z.looseObject({ connectedDevices: z.int(), devices: z.int() }).parse(await ask("admin.summary"));
    return {
      list: list.filter(({ isConnected }) => isConnected).length,
      summary: summary.connectedDevices,
      dashboard: dashboard.activeDevices,
      overview: overview.connected,
      notHeard: overview.notHeard,
      today: days.map(({ onlineDevices }) => onlineDevices),
      devices: [list.length, summary.devices, dashboard.totalDevices, overview.devices, days[0]?.totalDevices],
    };
  }

  test("[D32, D40] the list, its card, analytics and its day of today tell one number: those whose status is online", async () => {
    const { store, clock } = started.product.deps;
    const [online, offline] = [
      { cloudOnline: true, status: "online", isConnected: true },
      { cloudOnline: false, status: "offline", isConnected: false },
    ] as const;
    const heard = { freshness: "fresh", lastHeardAt: clock.now() } as const;
    const device = (row: Partial<NewDevice>) => storedDevice(store, row);
    await device({ ...online, ...heard });
    await device({ ...offline, ...heard });
    await device({ ...online, ...heard, status: "connecting", isConnected: false });
    await device({ ...online, freshness: "stale", lastHeardAt: 1 });
    await device({ ...online, deletedAt: clock.now() });
    const [calledOffline, calledOnline] = [await device({ ...online, ...heard }), await device({ ...offline, ...heard })];
    const told = (count: number) => ({ list: count, summary: count, dashboard: count, overview: count, today: [count] });
    const counted = { notHeard: 1, devices: [6, 6, 6, 6, 6] };
    expect(await connectedByEveryDoor()).toEqual({ ...told(3), ...counted });
    for (const [{ id }, body] of [
      [calledOffline, { status: "offline" }],
      [calledOnline, { isConnected: true }],
    ] as const)
      expect((await admin.call("PATCH", `/api/admin/devices/${id}`, { body })).status).toBe(200);
    expect(await connectedByEveryDoor()).toEqual({ ...told(3), ...counted });
    await admin.call("PATCH", `/api/admin/devices/${calledOnline.id}`, { body: { status: "connecting" } });
    expect(await connectedByEveryDoor()).toEqual({ ...told(2), ...counted });
  });
});
