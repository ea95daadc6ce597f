/** A 429 at one node holds the reads of every node back, because the cloud counts by the token they share. */
import { expect, test } from "vitest";
import { powerOneDoor } from "../testing/commanding.ts";
import { addDevice, addPerson } from "../testing/people.ts";
import { startProduct } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

test("[S17-5] after a 429 at a standby the leader's reads back off too, and viewers of both hear it", async () => {
  const { product: leader, close } = await startProduct({ database: "postgres", clock: "real" });
  const standby = await leader.beside(leader.settings.databaseUrl);
  try {
    await until(() => leader.deps.link.stream.state === "connected");
    await standby.start();
    const owner = await addPerson(leader);
    const device = await addDevice(leader, owner);
    const there = { ...owner, browser: standby.browser(Object.fromEntries(owner.browser.cookies)) };
    const viewers = [await Viewer.watch(leader, owner), await Viewer.watch(standby, there)];
    const effect = { kind: "status", status: 429, headers: { "retry-after": "40" } };
    await leader.fault({ match: { device: device.serial, operation: "function" }, effect });
    expect((await powerOneDoor.send(there, { deviceId: device.id })).answer.code).toBe("PROVIDER_BUSY");

    const isSlowedDown = () => viewers.map((viewer) => viewer.ofKind("status").at(-1)?.status.isSlowedDown);
    await until(() => isSlowedDown().every(Boolean));
    expect(isSlowedDown()).toEqual([true, true]);
    const check = await owner.browser.mutate("devices.check", { deviceId: device.id });
    expect(check.json).toMatchObject({ error: { data: { httpStatus: 503 } } });
    expect(leader.simulator.control.requests().filter(({ operation }) => operation === "ping")).toEqual([]);
    for (const viewer of viewers) viewer.close();
  } finally {
    await standby.stop();
    await close();
  }
});
