/**
 * A device passes on while somebody begins a command to another one: both take the numbers of commands after alerts and
 * invitations and before the audit, so neither waits for the other and is begun anew. [AD-7, CM-8]
 */
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { findAlert, updateAlert } from "@relaydeck/db/alerts/store";
import { beginCommand, findCommand } from "@relaydeck/db/relays/commands";
import { endInvites, putInvite } from "@relaydeck/db/shares/invites";
import type { Tx } from "@relaydeck/db/store";
import { aCommand, storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { alertsHouse, request } from "../testing/alerts-house.ts";
import { counting, cross } from "../testing/in-one-order.ts";
import { transferDevice } from "./ownership.ts";

describeOnStores("a device that passes on with a command that waits", (fresh) => {
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

  test.each(["alert", "invitation"] as const)(
    "[AD-7, CM-8] holds up no command elsewhere while it waits for who holds an %s on it",
    async (what) => {
      const store = counting(fresh().store);
      const house = await alertsHouse(store);
      const { clock, deps, device, user } = house;
      const { id: ownerId } = await storedUser(store);
      const { id: elsewhere } = await storedDevice(store, { ownerId: user.id });
      const now = clock.now();
      const { id: alertId } = await house.alert("device_offline");
      const invite = { id: "inv_0000000000000000000001", deviceId: device.id, ownerId: user.id, address: "nina@relaydeck.test" };
      const offer = { ...invite, tokenHash: "0".repeat(64), validUntil: now + 10_000, createdAt: now, updatedAt: now };
      await store.write((tx) => putInvite(tx, offer));
      const hold = {
        alert: (tx: Tx) => updateAlert(tx, alertId, { updatedAt: now }),
        invitation: (tx: Tx) => endInvites(tx, { id: invite.id }, now),
      };
      const { begun } = await cross(store, {
        first: hold[what],
        then: (tx) =>
          beginCommand(tx, aCommand({ actorId: user.id, deviceId: elsewhere, requestedAt: now, validUntil: now + 10_000 })),
        meanwhile: () =>
          store.write(async (tx) => {
            const locked = present(await lockDevice(tx, device.id), "It is there");
            return transferDevice(deps, tx, {
              device: locked,
              ownerId,
              by: { actorKind: "admin", actorId: "adm_root", request },
            });
          }),
      });
      expect(begun).toBe(2);
      expect(await findAlert(store.read, alertId)).toMatchObject({ enabled: false });
    },
  );
});
