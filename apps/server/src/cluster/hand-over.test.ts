/** How the lead passes on when its holder stops, or is cut off from the database. */
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { doorBefore } from "@relaydeck/db/testing/tcp-door";
import { listGaps } from "@relaydeck/db/telemetry/gaps";
import { expect, test } from "vitest";
import { callsTo } from "../testing/commanding.ts";
import { addDevice, addPerson } from "../testing/people.ts";
import { pacedUntil } from "../testing/paced.ts";
import { startProduct } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

test("[BP-2, LE-1] a leader that is stopped lets go: the next listens within two seconds", async () => {
  const { product, close } = await startProduct({ database: "postgres", clock: "real" });
  const next = await product.beside(product.settings.databaseUrl);
  await next.start();
  try {
    await until(() => product.deps.link.stream.state === "connected");
    expect(next.deps.link.stream.state).toBe("standby");
    await product.stop();
    const stopped = product.clock.monotonic();
    await until(() => next.deps.link.stream.state === "connected");
    expect(product.clock.monotonic() - stopped).toBeLessThan(2_000);
  } finally {
    await next.stop();
    await close();
  }
});

test("[BP-2, LE-1] a leader that waits for a silent device to be read back stops at once, and lets go of the lease", async () => {
  const { product, close } = await startProduct({ database: "postgres", clock: "real" });
  const sql = openPlainSql(product.settings.databaseUrl);
  try {
    await until(() => product.deps.link.stream.state === "connected");
    await product.app.listener.settled();
    const device = await addDevice(product, await addPerson(product));
    const before = product.simulator.control.requests().at(-1)?.seq ?? 0;
    const match = { device: device.serial, operation: "variable" };
    await product.fault({ match, effect: { kind: "delay", ms: 30_000 }, times: 0 });
    await product.door("POST", "/stream/cut");
    await until(() => product.simulator.control.requests(before).some(({ operation }) => operation === "variable"), 20_000);
    const began = product.clock.monotonic();
    await product.stop();
    expect(product.clock.monotonic() - began).toBeLessThan(5_000);
    expect(await sql.all("select holder from leases where name = 'listener'")).toEqual([{ holder: "" }]);
  } finally {
    await sql.close();
    await close();
  }
});

test("[C3, US-1] a relay moved by hand while nobody leads: a gap, and soon after the take-over viewers of all nodes see it", async () => {
  const { product, close } = await startProduct({ database: "postgres" });
  const other = await product.beside(product.settings.databaseUrl);
  await other.start();
  const sql = openPlainSql(product.settings.databaseUrl);
  try {
    await until(() => product.deps.link.stream.state === "connected");
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    const there = { ...owner, browser: other.browser(Object.fromEntries(owner.browser.cookies)) };
    const viewers = [await Viewer.watch(product, owner), await Viewer.watch(other, there)];
    // Another process takes the lead, and is never heard of again.
    const heardUntil = product.clock.now();
    await sql.all(`update leases set holder = 'gone', fencing = fencing + 1, renewed_at = ${heardUntil}`);
    await product.passUntil(() => !product.deps.lead.holds());
    await product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state: "on" });
    const listening = () => [product, other].find(({ deps }) => deps.link.stream.state === "connected" && deps.lead.holds());
    await pacedUntil(product, () => listening() !== undefined, 20_000);
    for (const viewer of viewers) {
      await until(() => viewer.ofKind("device").at(-1)?.device.relays[0]?.state === "on");
      await until(() => viewer.ofKind("gap").length === 1);
      viewer.close();
    }
    const gaps = await listGaps(product.store.read, { from: 0, to: product.clock.now(), limit: 9 });
    expect(gaps).toMatchObject([{ from: heardUntil, to: listening()?.deps.link.stream.since }]);
  } finally {
    await sql.close();
    await other.stop();
    await close();
  }
});

test("[LE-2] a leader that is cut off from the database ends its lead before another begins, and refuses commands with 503", async () => {
  const { product: other, close } = await startProduct({ database: "postgres", clock: "real" });
  const { door, url } = await doorBefore(other.settings.databaseUrl);
  const cutOff = await other.beside(url);
  try {
    await other.stop();
    await cutOff.start();
    await until(() => cutOff.deps.link.stream.state === "connected");
    await other.start();
    expect(other.deps.link.stream.state).toBe("standby");
    const owner = await addPerson(cutOff);
    const device = await addDevice(cutOff, owner);

    await door.close();
    const wish = { deviceId: device.id, functionName: "ctrl_relay1", argument: "on", relayNumber: 1 };
    expect((await owner.browser.post("/api/powerone-relay-command", wish)).status).toBe(503);
    const refused = await owner.browser.get("/api/devices");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "3"]);
    expect(callsTo(cutOff, device)).toEqual([]);
    let endedAt = Number.POSITIVE_INFINITY;
    let beganAt = Number.POSITIVE_INFINITY;
    await until(() => {
      if (!cutOff.deps.lead.holds()) endedAt = Math.min(endedAt, other.clock.monotonic());
      if (other.deps.lead.holds()) beganAt = Math.min(beganAt, other.clock.monotonic());
      return beganAt < Number.POSITIVE_INFINITY && endedAt < Number.POSITIVE_INFINITY;
    }, 20_000);
    expect(endedAt).toBeLessThan(beganAt);
    await until(() => cutOff.deps.link.stream.state === "standby");
    await door.open();
    await until(() => other.deps.link.stream.state === "connected");
    expect(cutOff.deps.lead.holds()).toBe(false);
  } finally {
    await door.open().catch(() => {});
    await cutOff.stop();
    await door.close();
    await close();
  }
});
