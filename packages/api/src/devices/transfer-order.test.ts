/**
 * A device passes on while somebody begins a command to another one: both take the numbers of commands before the audit, so
 * neither waits for the other and is begun anew. [AD-7, CM-8]
 */
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { beginCommand, findCommand } from "@relaydeck/db/relays/commands";
import { aCommand, storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnBothStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { alertsHouse, request } from "../testing/alerts-house.ts";
import { counting, cross } from "../testing/in-one-order.ts";
import { transferDevice } from "./ownership.ts";

describeOnBothStores("a device that passes on with a command that waits", (fresh) => {
  test("[AD-7] waits for who begins one elsewhere, and neither begins anew", async () => {
    const store = counting(fresh().store);
    const { clock, deps, device, user } = await alertsHouse(store);
    const { id: ownerId } = await storedUser(store);
    const { id: elsewhere } = await storedDevice(store, { ownerId: user.id });
    const now = clock.now();
    const wish = { actorId: user.id, requestedAt: now, validUntil: now + 10_000 };
    const waiting = await store.write((tx) => beginCommand(tx, aCommand({ ...wish, deviceId: device.id })));
    const pass = () =>
      store.write(async (tx) => {
        const locked = present(await lockDevice(tx, device.id), "It is there");
        return transferDevice(deps, tx, { device: locked, ownerId, by: { actorKind: "admin", actorId: "adm_root", request } });
      });
    const { answer, begun } = await cross(store, {
      first: async (tx) => {
        await tx.prepared.lockDevice(elsewhere);
        await beginCommand(tx, aCommand({ ...wish, deviceId: elsewhere }));
      },
      then: (tx) => audit(tx, { at: now, actorKind: "user", actorId: user.id, action: "relay.requested" }),
      meanwhile: pass,
    });
    expect(begun).toBe(2);
    // Its own commands until now, and none later, are of the owner before.
    const ended = present(await findCommand(store.read, waiting.command.id), "Commands stay");
    expect(ended.state).toBe("cancelled");
    expect(answer).toMatchObject({ ownerId });
    expect(answer.commandsAfter).toBeGreaterThan(ended.acceptedOrder);
    const next = await store.write((tx) => beginCommand(tx, aCommand({ ...wish, deviceId: device.id })));
    expect(next.command.acceptedOrder).toBeGreaterThan(answer.commandsAfter);
  });
});
