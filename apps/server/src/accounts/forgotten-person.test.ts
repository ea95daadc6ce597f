/** What is left of somebody who registered a device, switched, shared and deleted the account, after thirty days. [DA-2] */
import { pruneLiveLog, pruneOldRows } from "@relaydeck/api/retention/prune";
import { assert, present } from "@relaydeck/kit/assert";
import { afterEach, describe, expect, test } from "vitest";
import { dumpOf } from "../testing/database-dump.ts";
import { mailedToken } from "../testing/accounts.ts";
import { addAlert, noticesOf, report } from "../testing/alerting.ts";
import { addDevice, addPerson, share, type Person } from "../testing/people.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { join, shareDoors, shareIn } from "../testing/sharing.ts";

const dayMs = 24 * 60 * 60_000;

let started: StartedProduct | null = null;
afterEach(() => started?.close());

/** Time stands still meanwhile: moved by hand it is over for a slow database before that has taken anything. */
async function switched(who: Person, deviceId: string): Promise<void> {
  const { status, text } = await who.browser.mutate("relays.switch", { deviceId, relayNumber: 1, target: "on" });
  assert(status === 200, `Switching answered ${text}`);
}

describe.each(["sqlite", "postgres"] as const)("somebody who left, on %s", (database) => {
  test("[DA-2] the log knows neither id nor names; what they did on another's device is told there by nobody", async () => {
    started = await startProduct({ database });
    const { product } = started;
    const { store, clock } = product;
    const maria = await addPerson(product, { firstName: "Marielle", lastName: "Lindqvist" });
    const alex = await addPerson(product, { firstName: "Alex", lastName: "Berg" });
    const registered = await maria.browser.post("/api/register-device", {
      ...{ serialNumber: "P0SIM0150", deviceName: "Marielle at the lake" },
    });
    assert(registered.status === 201, `Registering answered ${registered.text}`);
    const { id: deviceId } = registered.json as { id: string };
    const theirs = await addDevice(product, alex);
    await share(product, { owner: alex, deviceId: theirs.id }, { person: maria, permission: "control" });
    await share(product, { owner: maria, deviceId }, { person: alex, permission: "control" });
    for (const [who, id] of [
      [maria, deviceId],
      [alex, deviceId],
      [maria, theirs.id],
    ] as const)
      await switched(who, id);
    const entries = () => store.read.db.select().from(store.t.activityLogs);
    await product.passUntil(async () =>
      (await entries()).some((row) => row.userId === maria.userId && row.deviceId === theirs.id),
    );
    for (const person of [maria, alex]) await addAlert(person, { id: deviceId }, "power_off");
    for (const powerSource of [1, 0]) await report(product, { serial: "P0SIM0150" }, { powerSource });
    expect((await noticesOf(alex)).map(({ message }) => message)).toEqual(["Marielle at the lake: power is off"]);
    expect((await maria.browser.mutate("auth.deleteAccount", {})).status).toBe(200);
    expect(await dumpOf(store)).toContain("Marielle at the lake");
    const leftAt = clock.now();
    await product.age(31 * dayMs);
    // The last mail waits here for ever: no mail server is set.
    await store.write(({ db, t }) => db.update(t.mailOutbox).set({ state: "sent" }));
    await pruneOldRows({ store, clock });
    await pruneLiveLog({ store, clock });
    const log = await entries();
    expect(log.filter((row) => row.userId === maria.userId)).toEqual([]);
    // The device lives on, nobody's, under a plain name.
    expect(log.filter((row) => row.deviceId === deviceId && row.timestamp <= leftAt)).toEqual([]);
    expect(log.filter((row) => row.deviceId === theirs.id && row.userId === null && row.commandId !== null)).not.toEqual([]);
    const traces = (await dumpOf(store))
      .split("\n")
      .filter((line) => /Marielle|Lindqvist/.test(line) || line.includes(maria.email));
    expect(traces).toEqual([]);
  });

  test("[DA-2] who was invited and left is known by address to no invitation, accepted or waiting; one that ended goes too", async () => {
    started = await startProduct({ database });
    const { product } = started;
    const { store, clock } = product;
    const alex = await addPerson(product, { firstName: "Alex", lastName: "Berg" });
    const devices = [await addDevice(product, alex), await addDevice(product, alex)];
    const [email, never] = ["nina@relaydeck.test", "never-came@relaydeck.test"];
    const door = present(shareDoors[0], "There are doors");
    const invite = async (sharedWithEmail: string, device = devices[0]) =>
      shareIn(await door.create(alex, { deviceId: device?.id, sharedWithEmail, permission: "view" }));
    await invite(never);
    await invite(email);
    const token = await mailedToken(product, email, "accept-invite");
    await invite(email, devices[1]);
    const nina = await join(product, email);
    expect((await door.accept(nina, token)).status).toBeLessThan(300);
    expect((await nina.browser.mutate("auth.deleteAccount", {})).status).toBe(200);
    const invited = async () => (await store.read.db.select().from(store.t.shareInvites)).map(({ address }) => address);
    expect(await invited()).toEqual([never]);
    await product.age(37 * dayMs + 1);
    await pruneOldRows({ store, clock });
    expect(await invited()).toEqual([]);
  });
});
