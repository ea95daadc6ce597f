/** Closed lists, defaults and ranges, held against the contract's schemas and the real doors. */
import { Activity } from "@relaydeck/contract/activity";
import { AlertSeverity, alertTypes } from "@relaydeck/contract/alerts";
import { Device, PowerOneRelay } from "@relaydeck/contract/devices";
import { componentTypes, gridBreakpoints, gridColumns } from "@relaydeck/contract/layout-grid";
import { PowerOneCommandBody, RelayCommandBody } from "@relaydeck/contract/relays";
import { sharePermissions } from "@relaydeck/contract/shares";
import { Status } from "@relaydeck/contract/status";
import { expect } from "vitest";
import { keptLayouts } from "../layouts-page.ts";
import { expectSame, optionsOf, type FactScene, type Proofs } from "./facts.ts";
import { columnDefault, deviceNamed } from "./stored-facts.ts";

/** Status and body of a call by whoever is signed in. */
async function ask({ page }: FactScene, line: string, data?: object): Promise<{ status: number; body: string }> {
  const [method = "GET", path = "/"] = line.split(" ");
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
  return { status: answer.status(), body: await answer.text() };
}

/** A device that is offline refuses every command that is well said with 409, and everything else with 400. */
async function commandStatus(scene: FactScene, door: string, data: object): Promise<number> {
  const { id: deviceId } = await deviceNamed(scene, "Cabin");
  return (await ask(scene, `POST /api/${door}`, { deviceId, ...data })).status;
}

const wellSaid = 409;
const illSaid = 400;

async function saveLayout(scene: FactScene, name: string, more: object = {}) {
  const { status, body } = await ask(scene, "POST /api/dashboard-layouts", { name, layout: { components: [] }, ...more });
  return { status, layout: JSON.parse(body) as { id: string; name: string; isDefault: boolean } };
}

async function forget(scene: FactScene): Promise<void> {
  await ask(scene, "DELETE /api/dashboard-layouts/default");
  for (const { id } of await keptLayouts(scene.page)) await ask(scene, `DELETE /api/dashboard-layouts/${id}`);
}

export const doorFacts: Proofs = {
  "device-status": {
    prove(scene, { value, default: initial }) {
      expectSame(optionsOf(Device.shape.status), value);
      expect(columnDefault(scene, "devices", "status")).toBe(initial);
    },
  },
  "relay-state": {
    prove(scene, { value, default: initial }) {
      expectSame(optionsOf(Device.shape.relayState), value);
      expect(columnDefault(scene, "devices", "relayState")).toBe(initial);
    },
  },
  "user-permission": {
    async prove(scene, { value }) {
      const devices = JSON.parse((await ask(scene, "GET /api/devices")).body) as { userPermission: string }[];
      expectSame([...new Set(devices.map(({ userPermission }) => userPermission))], value);
    },
  },
  "activity-type": {
    prove(scene, { value, default: initial }) {
      expectSame(optionsOf(Activity.shape.type), value);
      expect(columnDefault(scene, "activity_logs", "type")).toBe(initial);
    },
  },
  "alert-severity": {
    prove(scene, { value, default: initial }) {
      expectSame(optionsOf(AlertSeverity), value);
      expect(columnDefault(scene, "alert_history", "severity")).toBe(initial);
    },
  },
  "auth-provider": {
    prove(scene, { value, default: initial }) {
      expect(value).toEqual(["email", "google"]);
      expect(columnDefault(scene, "users", "authProvider")).toBe(initial);
    },
  },
  "share-permission": {
    async prove(scene, { value, default: initial }) {
      expectSame([...sharePermissions], value);
      const { id: deviceId } = await deviceNamed(scene, "Gate");
      const { body } = await ask(scene, "POST /api/device-shares", { deviceId, sharedWithEmail: "alex@relaydeck.test" });
      const share = JSON.parse(body) as { id: string; permission: string; expiresAt: null; isActive: boolean };
      expect(share).toMatchObject({ permission: initial, expiresAt: null, isActive: true });
      await ask(scene, `DELETE /api/device-shares/${share.id}`);
    },
  },
  "alert-types": {
    async prove(scene, { value }) {
      expectSame([...alertTypes], value);
      const { id: deviceId } = await deviceNamed(scene, "Gate");
      const alert = { deviceId, emailAddress: "demo@relaydeck.test" };
      for (const alertType of value as string[]) {
        const { status, body } = await ask(scene, "POST /api/email-alerts", { ...alert, alertType });
        const made = JSON.parse(body) as { id: string; enabled: boolean };
        expect([alertType, status, made.enabled]).toEqual([alertType, 201, true]);
        await ask(scene, `DELETE /api/email-alerts/${made.id}`);
      }
      expect((await ask(scene, "POST /api/email-alerts", { ...alert, alertType: "power_low" })).status).toBe(illSaid);
    },
  },
  "relay-command": {
    async prove(scene, { value }) {
      expectSame(optionsOf(RelayCommandBody.shape.command), value);
      for (const command of value as string[]) expect(await commandStatus(scene, "relay-command", { command })).toBe(wellSaid);
      expect(await commandStatus(scene, "relay-command", { command: "relay_toggle" })).toBe(illSaid);
    },
  },
  "powerone-argument": {
    async prove(scene, { value }) {
      expectSame(optionsOf(PowerOneCommandBody.shape.argument), value);
      const call = { functionName: "ctrl_relay1", relayNumber: 1 };
      for (const argument of value as string[])
        expect(await commandStatus(scene, "powerone-relay-command", { ...call, argument })).toBe(wellSaid);
      expect(await commandStatus(scene, "powerone-relay-command", { ...call, argument: "toggle" })).toBe(illSaid);
    },
  },
  "powerone-function": {
    async prove(scene, { value }) {
      for (const [index, functionName] of (value as string[]).entries()) {
        const call = { functionName, argument: "on" };
        expect(await commandStatus(scene, "powerone-relay-command", { ...call, relayNumber: index + 1 })).toBe(wellSaid);
        expect(await commandStatus(scene, "powerone-relay-command", { ...call, relayNumber: ((index + 1) % 4) + 1 })).toBe(
          illSaid,
        );
      }
    },
  },
  "relay-number": {
    async prove(scene, { value }) {
      const { min, max, default: initial } = value as { min: number; max: number; default: number };
      for (const relayNumber of [min, max])
        expect(await commandStatus(scene, "relay-command", { command: "relay_on", relayNumber })).toBe(wellSaid);
      for (const relayNumber of [min - 1, max + 1, 1.5])
        expect(await commandStatus(scene, "relay-command", { command: "relay_on", relayNumber })).toBe(illSaid);
      expect(RelayCommandBody.parse({ deviceId: "x", command: "relay_on" }).relayNumber).toBe(initial);
    },
  },
  "relay-device-id": {
    async prove(scene) {
      const { status, body } = await ask(scene, "POST /api/relay-command", { deviceId: "", command: "relay_on" });
      expect([status, body]).toEqual([illSaid, expect.stringContaining("Device ID is required")]);
    },
  },
  "estimated-state": {
    async prove(scene, { value }) {
      expectSame(optionsOf(PowerOneRelay.shape.estimatedState.def.innerType), value);
      const { id } = await deviceNamed(scene, "Pump house");
      const data = JSON.parse((await ask(scene, `GET /api/devices/${id}/powerone-data`)).body) as {
        relays: { estimatedState: string | null }[];
      };
      for (const { estimatedState } of data.relays) expect([null, ...(value as string[])]).toContain(estimatedState);
    },
  },
  "connection-status": { prove: (_scene, { value }) => expectSame(optionsOf(Status.shape.connectionStatus), value) },
  "component-types": { prove: (_scene, { value }) => expectSame([...componentTypes], value) },
  "grid-columns": { prove: (_scene, { value }) => expect(gridColumns).toBe(value) },
  "grid-breakpoints": { prove: (_scene, { value }) => expect(gridBreakpoints).toEqual(value) },
  "device-family": {
    async prove(scene, { value }) {
      const { name, relays } = value as { name: string; relays: number };
      expect(name).toBe("PowerOne");
      expect((await deviceNamed(scene, "Pump house")).relays).toHaveLength(relays);
    },
  },
  "relays-per-device": {
    prove: async (scene, { value }) => expect((await deviceNamed(scene, "Gate")).relays).toHaveLength(Number(value)),
  },
  "layout-name-trim": {
    async prove(scene) {
      expect(await saveLayout(scene, "  Work ")).toMatchObject({ status: 201, layout: { name: "Work" } });
      expect(await saveLayout(scene, "   ")).toMatchObject({ status: illSaid });
      await forget(scene);
    },
  },
  "layout-save-default": {
    async prove(scene, { value }) {
      const { layout } = await saveLayout(scene, "Work");
      expect(layout.isDefault).toBe(value);
      expect((await saveLayout(scene, "Work", { id: layout.id, isDefault: true })).layout.isDefault).toBe(true);
      expect((await saveLayout(scene, "Work", { id: layout.id, isDefault: false })).layout.isDefault).toBe(true);
      await forget(scene);
    },
  },
  "layout-default-undeletable": {
    async prove(scene, { value }) {
      const { layout } = await saveLayout(scene, "Work", { isDefault: true });
      expect((await ask(scene, `DELETE /api/dashboard-layouts/${layout.id}`)).status).toBe(value);
      await forget(scene);
    },
  },
  "share-expiry": {
    async prove(scene, { value }) {
      const { id: deviceId } = await deviceNamed(scene, "Gate");
      const share = { deviceId, sharedWithEmail: "alex@relaydeck.test" };
      for (const expiresAt of ["2099-01-01T00:00:00", "tomorrow", "2020-01-01T00:00:00Z"])
        expect([expiresAt, (await ask(scene, "POST /api/device-shares", { ...share, expiresAt })).status]).toEqual([
          expiresAt,
          value,
        ]);
      const { status, body } = await ask(scene, "POST /api/device-shares", { ...share, expiresAt: "2099-01-01T00:00:00+02:00" });
      const made = JSON.parse(body) as { id: string; expiresAt: string };
      expect([status, made.expiresAt]).toEqual([201, "2098-12-31T22:00:00.000Z"]);
      await ask(scene, `DELETE /api/device-shares/${made.id}`);
    },
  },
  "name-length": {
    async prove(scene, { value }) {
      const { min, max } = value as { min: number; max: number };
      const status = async (length: number) =>
        (await ask(scene, "PATCH /api/auth/user", { firstName: "M".repeat(length) })).status;
      expect([await status(min), await status(max), await status(min - 1), await status(max + 1)]).toEqual([200, 200, 400, 400]);
      await ask(scene, "PATCH /api/auth/user", { firstName: "Maria" });
    },
  },
  "profile-update": {
    async prove(scene) {
      const status = async (data: object) => (await ask(scene, "PATCH /api/auth/user", data)).status;
      expect(await status({ firstName: "Maria" })).toBe(200);
      expect(await status({ lastName: "Lind" })).toBe(200);
      expect(await status({ emailVerified: true })).toBe(400);
      // By a call of its own, which proves the new address first. [AC-9]
      expect(await status({ email: "else@example.com" })).toBe(400);
    },
  },
};
