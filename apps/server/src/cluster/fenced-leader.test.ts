/** A leader that another process has overtaken and that does not know it yet: nothing of it is stored or sent. [LE-1] */
import { NotLeading, storeOfLeader } from "@relaydeck/api/cluster/lead";
import { startLeaderPasses } from "@relaydeck/api/compose";
import { askVitalsEveryMs } from "@relaydeck/api/telemetry/vitals";
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { jsonLog } from "@relaydeck/kit/log";
import { expect, test } from "vitest";
import { dumpOf } from "../testing/database-dump.ts";
import { addDevice, addPerson, share } from "../testing/people.ts";
import { startProduct } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";

test("[LE-1] overtaken before its next renewal, a leader stores no word and no pass, and asks no device", async () => {
  const { product, close } = await startProduct({ database: "postgres" });
  const sql = openPlainSql(product.settings.databaseUrl);
  try {
    await until(() => product.deps.link.stream.state === "connected");
    await product.app.listener.settled();
    const [owner, guest] = [await addPerson(product), await addPerson(product)];
    const device = await addDevice(product, owner);
    await share(product, { owner, deviceId: device.id }, { person: guest, permission: "view", expiresInMs: 3_600_000 });
    const { deps, store, clock } = product;
    // Due for the passes: a device gone quiet, a share and a session that have ended.
    await sql.all("update devices set last_heard_at = 1");
    await sql.all("update device_shares set expires_at = 1");
    await sql.all("update sessions set expire = 1");
    await sql.all("update leases set fencing = fencing + 1");
    const before = await dumpOf(store);
    const asked = product.simulator.control.requests().length;

    expect(deps.lead.holds()).toBe(true);
    await deps.ingest.take({ kind: "heard", providerId: device.providerId, at: clock.now() }, "listener");
    await deps.ingest.take(
      { kind: "presence", providerId: device.providerId, online: false, at: clock.now(), isSession: true },
      "listener",
    );
    await expect(storeOfLeader(store, deps.lead).write(async () => "written")).rejects.toBeInstanceOf(NotLeading);
    const refused: string[] = [];
    const log = jsonLog({ level: "error", now: () => 0, write: (line) => void refused.push(line) });
    const time = new ManualClock(clock.now());
    const passes = startLeaderPasses({ ...deps, clock: time, log });
    await time.advance(askVitalsEveryMs + 1_000, quiet);
    // Postgres may need longer than the turns of the loop that the clock waits for.
    const isRefused = (pass: string) => refused.some((line) => line.includes(`"sweep":"${pass}"`) && line.includes("NotLeading"));
    await until(() => ["freshness", "shares", "sessions", "vitals"].every(isRefused));
    passes.dispose();

    expect(await dumpOf(store)).toEqual(before);
    expect(product.simulator.control.requests()).toHaveLength(asked);
  } finally {
    await sql.close();
    await close();
  }
});
