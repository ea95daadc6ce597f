/** Entities: every documented field is a column of the real database or a field of the real answer, with its documented default. */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect } from "vitest";
import { keepLayout } from "../layouts-page.ts";
import type { FactScene, Proof, Proofs } from "./facts.ts";
import { call } from "./scene.ts";

interface Entity {
  /** Of the database. */
  readonly table?: string;
  /** Something of this kind as the REST door tells it. */
  readonly answer?: (scene: FactScene) => Promise<unknown>;
  /** Fields that stand elsewhere, and where. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

interface Column {
  readonly name: string;
  readonly dflt_value: string | null;
}

interface Field {
  readonly name: string;
  readonly default?: unknown;
}

function entity({ table, answer, elsewhere = {} }: Entity): Proof {
  return {
    async prove(scene, { value }) {
      const columns = table === undefined ? [] : columnsOf(scene, table);
      const told = answer === undefined ? {} : ((await answer(scene)) as object);
      const known = new Set([...columns.map(({ name }) => camel(name)), ...Object.keys(told), ...Object.keys(elsewhere)]);
      const fields = value as readonly Field[];
      expect(fields.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
      for (const { name, default: documented } of fields) {
        const column = columns.find((candidate) => camel(candidate.name) === name);
        if (documented !== undefined && column !== undefined)
          expect([name, defaultOf(column)]).toEqual([name, stored(documented)]);
      }
    },
  };
}

function columnsOf({ house }: FactScene, table: string): readonly Column[] {
  const database = new DatabaseSync(join(house.folder, "data/relaydeck.db"), { timeout: 10_000, readOnly: true });
  const columns = database.prepare(`pragma table_info(${table})`).all() as unknown as readonly Column[];
  database.close();
  return columns;
}

/** The default that the real database gives a column; text without its quotes. */
export function columnDefault(scene: FactScene, table: string, name: string): string | null {
  const column = columnsOf(scene, table).find((candidate) => camel(candidate.name) === name);
  return column === undefined ? null : defaultOf(column);
}

function defaultOf({ dflt_value: value }: Column): string | null {
  return value === null
    ? null
    : value
        .replaceAll(/^['(]|[')]$/g, "")
        .replace(/^true$/, "1")
        .replace(/^false$/, "0");
}

function stored(value: unknown): string {
  return typeof value === "boolean" ? (value ? "1" : "0") : String(value);
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

async function read<T>(scene: FactScene, path: string): Promise<T> {
  return JSON.parse(await call(scene, `GET ${path}`)) as T;
}

export async function deviceNamed(scene: FactScene, name: string): Promise<{ id: string; relays: unknown[] }> {
  const devices = await read<{ id: string; name: string; relays: unknown[] }[]>(scene, "/api/devices");
  const found = devices.find((device) => device.name === name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
}

/** Only made to be looked at, and taken back at once. */
async function aShare(scene: FactScene): Promise<unknown> {
  const { id: deviceId } = await deviceNamed(scene, "Gate");
  await call(scene, "POST /api/device-shares", { deviceId, sharedWithEmail: "alex@relaydeck.test" });
  const [share] = await read<{ id: string }[]>(scene, `/api/devices/${deviceId}/shares`);
  await call(scene, `DELETE /api/device-shares/${share?.id}`);
  return share;
}

interface SomeLayout {
  readonly id: string;
  readonly layout: { readonly components: readonly unknown[]; readonly gridSettings: unknown };
}

async function aLayout(scene: FactScene): Promise<SomeLayout> {
  const tiles = [{ id: "a", type: "system-status", title: "A", at: [0, 0, 6, 2] }] as const;
  const id = await keepLayout(scene.page, { name: "Looked at", tiles, isDefault: false });
  const layouts = await read<SomeLayout[]>(scene, "/api/dashboard-layouts");
  await call(scene, `DELETE /api/dashboard-layouts/${id}`);
  const found = layouts.find((layout) => layout.id === id);
  if (found === undefined) throw new Error("A layout that is kept is listed");
  return found;
}

const inMailTokens = "mail_tokens, by kind (ML-1)";

export const storedFacts: Proofs = {
  "entity-user": entity({
    table: "users",
    elsewhere: {
      emailVerificationToken: inMailTokens,
      emailVerificationTokenExpiry: inMailTokens,
      passwordResetToken: inMailTokens,
      passwordResetTokenExpiry: inMailTokens,
    },
  }),
  "entity-device": entity({ table: "devices", answer: (scene) => deviceNamed(scene, "Gate") }),
  "entity-activity-log": entity({ table: "activity_logs" }),
  "entity-device-share": entity({ table: "device_shares", answer: aShare }),
  "entity-layout": entity({ table: "dashboard_layouts", answer: aLayout }),
  "entity-layout-component": entity({ answer: async (scene) => (await aLayout(scene)).layout.components[0] }),
  "entity-grid-settings": entity({ answer: async (scene) => (await aLayout(scene)).layout.gridSettings }),
  "entity-email-alert": entity({ table: "email_alerts" }),
  "entity-email-alert-history": entity({ table: "email_alert_history" }),
  "entity-relay-history": entity({ table: "relay_history" }),
  "entity-device-metrics": entity({ table: "device_metrics" }),
  "entity-user-session": entity({ table: "user_sessions" }),
  "entity-system-analytics": entity({ table: "system_analytics" }),
  "entity-alert-history": entity({ table: "alert_history" }),
  "entity-particle-api-call": entity({ table: "particle_api_calls" }),
  "entity-sessions": entity({ table: "sessions" }),
  "entity-powerone-data": entity({
    answer: async (scene) => read(scene, `/api/devices/${(await deviceNamed(scene, "Pump house")).id}/powerone-data`),
  }),
  "entity-system-stats": entity({ answer: (scene) => read(scene, "/api/system-stats") }),
};
