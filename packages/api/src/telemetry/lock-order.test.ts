/**
 * A report that proves a command comes while somebody else holds what it needs, and goes on to the audit: both take their
 * rows in one order, so none of them is ended and begun anew. [CM-8, architecture 5]
 */
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { listAudit } from "@relaydeck/db/audit/store";
import { beginCommand, claimCommand, findCommand } from "@relaydeck/db/relays/commands";
import type { Store, Tx } from "@relaydeck/db/store";
import { aCommand } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { lockAlertMails } from "../alerts/raise-alert.ts";
import { audit } from "../audit/audit.ts";
import { alertsHouse, type AlertsHouse } from "../testing/alerts-house.ts";
import { counting, cross } from "../testing/in-one-order.ts";

/** A command to switch the first relay on is under way. */
async function aCommandUnderWay(store: Store, { user, device, clock }: AlertsHouse): Promise<string> {
  const now = clock.now();
  return store.write(async (tx) => {
    const asked = aCommand({ deviceId: device.id, actorId: user.id, requestedAt: now, validUntil: now + 10_000 });
    const { command } = await beginCommand(tx, asked);
    await claimCommand(tx, { id: command.id, now, milliampsBefore: null });
    return command.id;
  });
}

describeOnStores("a report that proves a command", (fresh) => {
  const held: Record<string, (tx: Tx, house: AlertsHouse) => Promise<unknown>> = {
    "its device": (tx, { device }) => lockDevice(tx, device.id),
    "the alerts of its person": (tx, { user }) => lockAlertMails(tx, [user.id]),
  };

  test.each(Object.entries(held))(
    "[CM-8] waits for who holds %s on the way to the audit, and neither begins anew",
    async (_, hold) => {
      const store = counting(fresh().store);
      const house = await alertsHouse(store);
      await house.alert("power_off");
      await house.report();
      const id = await aCommandUnderWay(store, house);
      await house.clock.advance(1_000);
      const { begun } = await cross(store, {
        first: (tx) => hold(tx, house),
        then: (tx) => audit(tx, { at: house.clock.now(), actorKind: "system", action: "test.held" }),
        meanwhile: () => house.report({ milliamps: [300, 0, 0, 0], powerSource: 0 }),
      });
      expect(begun).toBe(2);
      expect(await findCommand(store.read, id)).toMatchObject({ state: "confirmed" });
      const [last, first] = await listAudit(store.read, { limit: 2 });
      expect([first?.action, last?.action]).toEqual(["test.held", "relay.confirmed"]);
    },
  );
});
