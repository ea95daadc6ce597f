/** More commands than may wait to be sent: the next is refused by every door, what is known or ends something is not. [BP-1] */
import { mostWaitingCommands } from "@relaydeck/api/relays/waiting-commands";
import type { Operations } from "@relaydeck/contract/operations";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { fillCommands } from "@relaydeck/db/testing/rows";
import { afterEach, describe, expect, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import { callsTo, commandDoors, powerOneDoor, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, share } from "../testing/people.ts";
import { startProduct, type Product, type StartedProduct } from "../testing/product.ts";
import { dataOf } from "../testing/seeing.ts";

let started: StartedProduct | null = null;
afterEach(() => started?.close());

async function waitingIn(product: Product) {
  const { queues } = dataOf(await (await adminBrowser(product)).query("admin.operations")) as Operations;
  return queues.find(({ name }) => name === "commandsWaiting");
}

describe.each(["sqlite", "postgres"] as const)("on %s", (database) => {
  test("[BP-1, CM-1, CM-10] with 1,000 that wait the next is 503, unsent and keyless; a known key is answered, and a revocation makes room", async () => {
    started = await startProduct({ database });
    const { product } = started;
    const [owner, alex] = [await addPerson(product), await addPerson(product)];
    const crowded = await addDevice(product, owner);
    const shared = await share(product, { owner, deviceId: crowded.id }, { person: alex, permission: "control" });
    const device = await addDevice(product, owner);
    expect((await powerOneDoor.send(owner, { deviceId: device.id, key: "known" })).status).toBe(200);
    const now = product.clock.now();
    const wish = { deviceId: crowded.id, requestedAt: now, validUntil: now + 60_000 };
    await fillCommands(product.store, { ...wish, actorId: owner.userId, count: mostWaitingCommands - 1 });
    await fillCommands(product.store, { ...wish, actorId: alex.userId, count: 1 });
    expect(await waitingIn(product)).toEqual({ name: "commandsWaiting", waiting: 1_000, most: 1_000 });

    for (const [index, door] of commandDoors.entries()) {
      const key = `full-${index}`;
      const other = await addDevice(product, owner, door.kind);
      const refused = await door.send(owner, { deviceId: other.id, key });
      expect(refused).toMatchObject({
        status: 503,
        answer: { code: "OVERLOADED", commandId: null, state: null },
        retryAfter: "5",
      });
      expect(refused.answer.message).toBe("The server is overloaded. Nothing was sent.");
      expect(await findCommandByKey(product.store.read, { actorId: owner.userId, key })).toBeNull();
      expect(callsTo(product, other)).toEqual([]);
    }
    const again = await rpcDoor.send(owner, { deviceId: device.id, key: "known" });
    expect(again).toMatchObject({ status: 200, answer: { repeat: true } });

    expect((await owner.browser.mutate("shares.revoke", { shareId: shared.id })).status).toBe(200);
    expect(await waitingIn(product)).toMatchObject({ waiting: 999 });
    const sent = await rpcDoor.send(owner, { deviceId: device.id, key: "full", target: "off" });
    expect(sent).toMatchObject({ status: 200, answer: { repeat: false } });
    expect(callsTo(product, device)).toHaveLength(2);
  });
});
