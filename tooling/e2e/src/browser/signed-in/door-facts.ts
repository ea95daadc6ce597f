/** Closed lists, defaults and ranges, as the real doors have them: what they take and what they refuse. */
import { alertTypes } from "@relaydeck/contract/alerts";
import { sharePermissions } from "@relaydeck/contract/shares";
import { keptLayouts } from "../layouts-page.ts";
import { ask, deviceNamed } from "./callers.ts";
import { permissions } from "./device-words.ts";
import type { FactScene, Proofs } from "./facts.ts";

/** A device that is offline refuses every command that is well said with 409, and everything else with 400. */
const wellSaid = 409;

async function isWellSaid(scene: FactScene, door: string, data: object): Promise<boolean> {
  const { id: deviceId } = await deviceNamed(scene, "Cabin");
  const { status } = await ask(scene, `POST /api/${door}`, { deviceId, ...data });
  if (status !== wellSaid && status !== 400) throw new Error(`A command was answered with ${status}`);
  return status === wellSaid;
}

/** Those of the tried that were taken, in the order in which they were tried. */
export async function taken<T>(tried: readonly T[], isTaken: (one: T) => Promise<boolean>): Promise<T[]> {
  const found: T[] = [];
  for (const one of tried) if (await isTaken(one)) found.push(one);
  return found;
}

/** The ends of what is taken among whole numbers: each end is taken, and the number beyond it refused. */
export async function rangeOf(isTaken: (n: number) => Promise<boolean>, { from, to }: { from: number; to: number }) {
  const [min = Number.NaN] = await taken([from, from + 1, from + 2, from + 3], isTaken);
  const found = await lastTaken(isTaken, { taken: min, refused: to });
  return { min, max: found };
}

async function lastTaken(isTaken: (n: number) => Promise<boolean>, between: { taken: number; refused: number }): Promise<number> {
  let { taken: low, refused: high } = between;
  if (await isTaken(high)) throw new Error(`${high} is not beyond the end`);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isTaken(middle)) low = middle;
    else high = middle;
  }
  return low;
}

async function saveLayout(scene: FactScene, name: string, more: object = {}) {
  const { status, body } = await ask(scene, "POST /api/dashboard-layouts", { name, layout: { components: [] }, ...more });
  return { status, layout: JSON.parse(body) as { id: string; name: string; isDefault: boolean } };
}

async function forget(scene: FactScene): Promise<void> {
  await ask(scene, "DELETE /api/dashboard-layouts/default");
  for (const { id } of await keptLayouts(scene.page)) await ask(scene, `DELETE /api/dashboard-layouts/${id}`);
}

async function shareGate(scene: FactScene, more: object = {}) {
  const { id: deviceId } = await deviceNamed(scene, "Gate");
  const { status, body } = await ask(scene, "POST /api/device-shares", {
    deviceId,
    sharedWithEmail: "alex@relaydeck.test",
    ...more,
  });
  const share = JSON.parse(body) as { id: string; permission: string; expiresAt: string | null };
  if (status === 201) await ask(scene, `DELETE /api/device-shares/${share.id}`);
  return { status, share };
}

const others = ["toggle", "relay_toggle", "power_low", "admin", "ON", ""];

export const doorFacts: Proofs = {
  "user-permission": { see: permissions },
  "share-permission": {
    see: (scene) =>
      taken([...sharePermissions, ...others], async (permission) => (await shareGate(scene, { permission })).status === 201),
    seeDefault: async (scene) => (await shareGate(scene)).share.permission,
  },
  "alert-types": {
    async see(scene) {
      const { id: deviceId } = await deviceNamed(scene, "Gate");
      return taken([...alertTypes, ...others], async (alertType) => {
        const alert = { deviceId, emailAddress: "demo@relaydeck.test", alertType };
        const { status, body } = await ask(scene, "POST /api/email-alerts", alert);
        if (status === 201) await ask(scene, `DELETE /api/email-alerts/${(JSON.parse(body) as { id: string }).id}`);
        return status === 201;
      });
    },
  },
  "relay-command": {
    see: (scene) => taken(["relay_on", "relay_off", ...others], (command) => isWellSaid(scene, "relay-command", { command })),
  },
  "powerone-argument": {
    see: (scene) =>
      taken(["on", "off", ...others], (argument) =>
        isWellSaid(scene, "powerone-relay-command", { functionName: "ctrl_relay1", relayNumber: 1, argument }),
      ),
  },
  "powerone-function": {
    async see(scene) {
      const names = [0, 1, 2, 3, 4, 5].flatMap((n) => [`ctrl_relay${n}`, `relay${n}`, `CTRL_RELAY${n}`]);
      const pairs = names.flatMap((functionName) => [1, 2, 3, 4].map((relayNumber) => ({ functionName, relayNumber })));
      const calls = await taken(pairs, (pair) => isWellSaid(scene, "powerone-relay-command", { argument: "on", ...pair }));
      return calls.map(({ functionName }) => functionName);
    },
  },
  "relay-number": {
    async see(scene) {
      const isTaken = (relayNumber: number) => isWellSaid(scene, "relay-command", { command: "relay_on", relayNumber });
      const { min, max } = await rangeOf(isTaken, { from: -1, to: 9 });
      const { id: deviceId } = await deviceNamed(scene, "Pump house");
      const { body } = await ask(scene, "POST /api/relay-command", { deviceId, command: "relay_on" });
      // As it was called at the device itself.
      const { lastCall } = (await scene.house.sim("GET /devices/P0SIM0001")) as { lastCall: { name: string } };
      const { command } = JSON.parse(body) as { command: { relayNumber: number } };
      const isCalled = lastCall.name === `ctrl_relay${command.relayNumber}`;
      // Half a relay is none.
      return {
        min: (await isTaken(min + 0.5)) ? Number.NaN : min,
        max,
        default: isCalled ? command.relayNumber : lastCall.name,
      };
    },
  },
  "relay-device-id": {
    async see(scene) {
      const statuses = await taken([0, 1, 2], async (length) => {
        const data = { deviceId: "x".repeat(length), command: "relay_on" };
        return (await ask(scene, "POST /api/relay-command", data)).status !== 400;
      });
      return statuses[0];
    },
  },
  "device-family": {
    async see(scene) {
      const { relays } = await deviceNamed(scene, "Pump house");
      await scene.page.locator(".brand").first().waitFor();
      return { name: await nameOfFamily(scene), relays: relays.length };
    },
  },
  "relays-per-device": { see: async (scene) => (await deviceNamed(scene, "Gate")).relays.length },
  "layout-name-trim": {
    async see(scene) {
      const padded = await saveLayout(scene, "  Work ");
      const blank = await saveLayout(scene, "   ");
      await forget(scene);
      return padded.layout.name === "Work" && blank.status === 400;
    },
  },
  "layout-save-default": {
    async see(scene) {
      const { layout } = await saveLayout(scene, "Work");
      const moved = await saveLayout(scene, "Work", { id: layout.id, isDefault: true });
      const kept = await saveLayout(scene, "Work", { id: layout.id, isDefault: false });
      await forget(scene);
      return moved.layout.isDefault && kept.layout.isDefault ? layout.isDefault : "an update does not move the default";
    },
  },
  "layout-default-undeletable": {
    async see(scene) {
      const { layout } = await saveLayout(scene, "Work", { isDefault: true });
      const { status } = await ask(scene, `DELETE /api/dashboard-layouts/${layout.id}`);
      await forget(scene);
      return status;
    },
  },
  "share-expiry": {
    async see(scene) {
      const { share } = await shareGate(scene, { expiresAt: "2099-01-01T00:00:00+02:00" });
      if (share.expiresAt !== "2098-12-31T22:00:00.000Z") return share;
      const refused = ["2099-01-01T00:00:00", "tomorrow", "2020-01-01T00:00:00Z"];
      const statuses = await Promise.all(refused.map(async (expiresAt) => (await shareGate(scene, { expiresAt })).status));
      return new Set(statuses).size === 1 ? statuses[0] : statuses;
    },
  },
  "name-length": {
    async see(scene) {
      const isTaken = async (length: number) =>
        (await ask(scene, "PATCH /api/auth/user", { firstName: "M".repeat(length) })).status === 200;
      const range = await rangeOf(isTaken, { from: 0, to: 1_000 });
      await ask(scene, "PATCH /api/auth/user", { firstName: "Maria" });
      return range;
    },
  },
};

/** What the form calls a device that nobody named. [D29] */
async function nameOfFamily({ page }: FactScene): Promise<string> {
  await page.getByRole("button", { name: "Add a device", exact: true }).click();
  await page.getByLabel("Serial number").fill("P0SIM0007");
  const text = await page.locator(".register-form").innerText();
  await page.getByRole("button", { name: "Add a device", exact: true }).click();
  return /(\w+) 0007/.exec(text)?.[1] ?? text;
}
