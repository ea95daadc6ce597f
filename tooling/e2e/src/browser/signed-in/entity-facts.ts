/**
 * Entities: their fields as the live database's own catalogue has them, with type, uniqueness, what may be empty and default;
 * and as the real answers and the contract that holds them have them, with closed lists and nested parts.
 */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect } from "vitest";
import { Activity } from "@relaydeck/contract/activity";
import { Alert, AlertSeverity } from "@relaydeck/contract/alerts";
import { User } from "@relaydeck/contract/accounts";
import { Device, PowerOneData } from "@relaydeck/contract/devices";
import { Instant } from "@relaydeck/contract/instant-schemas";
import { Layout } from "@relaydeck/contract/layouts";
import { Share } from "@relaydeck/contract/shares";
import { Status } from "@relaydeck/contract/status";
import { pgDialect } from "@relaydeck/db/dialect/columns";
import { defineSchema } from "@relaydeck/db/schema";
import { keepLayout } from "../layouts-page.ts";
import { asKeeper, deviceNamed } from "./callers.ts";
import { freshnesses, isReadingAsListed, permissions, relayStates, statuses, unheard } from "./device-words.ts";
import { activityTypes, connections, providers, severities } from "./event-words.ts";
import type { FactScene, Proof, Proofs } from "./facts.ts";
import { call } from "./scene.ts";

/** Of a schema, as far as it is looked into here. */
interface Schema {
  readonly def: { readonly type: string; readonly innerType?: Schema; readonly entries?: Readonly<Record<string, unknown>> };
}
type Shape = Readonly<Record<string, Schema>>;

interface Entity {
  /** Of the database. */
  readonly table?: string;
  /** What holds every answer of this kind, and something of the kind as the REST door tells it. */
  readonly shape?: Shape;
  readonly answer?: (scene: FactScene) => Promise<object>;
  /** Columns that are lists of their own, and the contract's list. */
  readonly lists?: Shape;
  /** Fields that stand elsewhere in the database, by a column there. */
  readonly elsewhere?: Readonly<Record<string, readonly [table: string, column: string]>>;
  /** What only something that happens tells of a field: closed lists as they came about, units. */
  readonly more?: (scene: FactScene) => Promise<Readonly<Record<string, object>>>;
}

interface Column {
  readonly name: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

function entity({ table, shape = {}, answer, lists = {}, elsewhere = {}, more }: Entity): Proof {
  return {
    async see(scene) {
      const told = ((await answer?.(scene)) ?? {}) as Readonly<Record<string, unknown>>;
      const happened = (await more?.(scene)) ?? {};
      const everything = await toldOfEverybody(scene);
      const stored = new Map<string, Stored>(table === undefined ? [] : columnsOf(scene, table, told));
      for (const [name, [there, column]] of Object.entries(elsewhere)) {
        const found = columnsOf(scene, there).get(column);
        if (found !== undefined) stored.set(name, found);
      }
      const fields = [...new Set([...stored.keys(), ...Object.keys(told)])].map((name) => ({
        ...merged(stored.get(name), toldOf(lists[name] ?? shape[name])),
        ...nestedOf(told[name]),
        ...(table === undefined && typeof told[name] === "number" ? { type: "integer", default: told[name] } : {}),
        ...happened[name],
        secret: !everything.includes(`"${name}":`),
        name,
      }));
      return { fields };
    },
  };
}

interface Stored {
  readonly type: string;
  readonly unique: boolean;
  readonly nullable: boolean;
  readonly default?: unknown;
}

/** The columns of a table of the live database. What SQLite has no word for is told by the type that they have in Postgres. */
function columnsOf(
  { house }: Pick<FactScene, "house">,
  table: string,
  told: Readonly<Record<string, unknown>> = {},
): ReadonlyMap<string, Stored> {
  const database = new DatabaseSync(join(house.folder, "data/relaydeck.db"), { timeout: 10_000, readOnly: true });
  const all = <T>(statement: string) => database.prepare(statement).all() as unknown as readonly T[];
  const ones = all<{ name: string; unique: number }>(`pragma index_list(${table})`)
    .filter((index) => index.unique === 1)
    .map(({ name }) => all<{ name: string }>(`pragma index_info(${name})`).map((column) => column.name))
    .filter((columns) => columns.length === 1)
    .flat();
  const columns = all<Column>(`pragma table_info(${table})`).map((column) => {
    const [sample] = all<{ it: unknown }>(`select ${column.name} as it from ${table} where ${column.name} is not null limit 1`);
    const type = typeOf(postgresType(table, camel(column.name)), sample?.it ?? told[camel(column.name)]);
    const stored: Stored = {
      type,
      unique: column.pk === 1 || ones.includes(column.name),
      nullable: column.notnull === 0,
      ...(column.dflt_value === null ? {} : { default: defaultOf(column.dflt_value, type) }),
    };
    return [camel(column.name), stored] as const;
  });
  database.close();
  return new Map(columns);
}

const tables = Object.values(defineSchema(pgDialect)) as unknown as readonly Readonly<
  Record<string | symbol, { getSQLType(): string }>
>[];

function postgresType(table: string, column: string): string {
  const name = Symbol.for("drizzle:Name");
  const found = tables.find((one) => (one[name] as unknown) === table);
  return found?.[column]?.getSQLType() ?? "none";
}

/** Instants are kept as epoch milliseconds, days as `YYYY-MM-DD`. */
function typeOf(postgres: string, sample: unknown): string {
  if (postgres === "bigint") return sample === undefined || Number(sample) > Date.UTC(2020, 0) ? "date-time" : "integer";
  if (postgres === "jsonb") return "object";
  if (postgres !== "text") return postgres;
  if (/^[^@\s]+@[^@\s]+$/.test(String(sample))) return "email";
  return /^\d{4}-\d\d-\d\d$/.test(String(sample)) ? "date" : "text";
}

function defaultOf(value: string, type: string): unknown {
  const bare = value.replaceAll(/^['(]|[')]$/g, "");
  if (type === "boolean") return bare === "true" || bare === "1";
  return type === "integer" ? Number(bare) : bare;
}

/** The default that the live database gives a column. */
export function columnDefault(scene: FactScene, table: string, name: string): unknown {
  return columnsOf(scene, table).get(name)?.default;
}

interface Told {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly values?: readonly unknown[];
}

function toldOf(schema: Schema | undefined): Told {
  if (schema === undefined) return {};
  if (schema.def.type === "nullable" || schema.def.type === "optional" || schema.def.type === "default")
    return { ...(schema.def.innerType === undefined ? {} : toldOf(schema.def.innerType)), nullable: true };
  if (schema.def.entries !== undefined) return { type: "enum", values: Object.values(schema.def.entries) };
  if ((schema as unknown) === Instant) return { type: "date-time" };
  return { type: schema.def.type === "string" ? "text" : schema.def.type };
}

/** The column knows more of a text than the door does, unless the door has a closed list for it. */
function merged(stored: Stored | undefined, told: Told): object {
  const type = told.type === "text" || told.type === undefined ? stored?.type : told.type;
  return { ...stored, ...told, ...(type === undefined ? { type: told.type } : { type }) };
}

/** Of a list what its first has. Numbers by name are values and no parts. */
function nestedOf(told: unknown): object {
  const one: unknown = Array.isArray(told) ? told[0] : told;
  if (typeof one === "string" && !Array.isArray(told)) return {};
  if (typeof one !== "object" || one === null) return {};
  const type = Array.isArray(told) ? "array" : "object";
  return Object.values(one).every((each) => typeof each === "number")
    ? { type, values: one, fields: Object.keys(one) }
    : { type, fields: Object.keys(one) };
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

async function read<T>(scene: FactScene, path: string): Promise<T> {
  return JSON.parse(await call(scene, `GET ${path}`)) as T;
}

/** What a person is told of themselves. */
function toldOfEverybody(scene: FactScene): Promise<string> {
  return call(scene, "GET /api/auth/user");
}

/** Only made to be looked at, and taken back at once. */
async function aShare(scene: FactScene): Promise<object> {
  const { id: deviceId } = await deviceNamed(scene, "Gate");
  await call(scene, "POST /api/device-shares", { deviceId, sharedWithEmail: "alex@relaydeck.test" });
  const [share] = await read<{ id: string }[]>(scene, `/api/devices/${deviceId}/shares`);
  if (share === undefined) throw new Error("A share that was made is listed");
  await call(scene, `DELETE /api/device-shares/${share.id}`);
  return share;
}

async function anAlert(scene: FactScene): Promise<object> {
  const { id: deviceId } = await deviceNamed(scene, "Gate");
  const data = { deviceId, alertType: "power_on", emailAddress: "demo@relaydeck.test" };
  const alert = JSON.parse(await call(scene, "POST /api/email-alerts", data)) as { id: string };
  await call(scene, `DELETE /api/email-alerts/${alert.id}`);
  return alert;
}

interface SomeLayout {
  readonly id: string;
  readonly layout: { readonly components: readonly object[]; readonly gridSettings: object };
}

/** With no word of its grid: that is the product's. */
async function aLayout(scene: FactScene): Promise<SomeLayout> {
  const tiles = [{ id: "a", type: "system-status", title: "A", at: [0, 0, 6, 2] }] as const;
  const id = await keepLayout(scene.page, { name: "Looked at", tiles, isDefault: false });
  const layouts = await read<SomeLayout[]>(scene, "/api/dashboard-layouts");
  await call(scene, `DELETE /api/dashboard-layouts/${id}`);
  const found = layouts.find((layout) => layout.id === id);
  if (found === undefined) throw new Error("A layout that is kept is listed");
  return found;
}

/** Milliseconds, where the kept number is what a slow call really took. */
async function timeOfCommand(scene: FactScene, column: string, of: string): Promise<Readonly<Record<string, object>>> {
  const { id: deviceId } = await deviceNamed(scene, "Pump house");
  const waitMs = 700;
  const match = { device: "P0SIM0001", operation: "function" };
  await scene.house.sim("POST /faults", { match, effect: { kind: "delay", ms: waitMs }, times: 1 });
  const from = performance.now();
  const data = { deviceId, functionName: "ctrl_relay3", argument: "on", relayNumber: 3 };
  await call(scene, "POST /api/powerone-relay-command", data);
  const mostMs = performance.now() - from;
  const database = new DatabaseSync(join(scene.house.folder, "data/relaydeck.db"), { timeout: 10_000, readOnly: true });
  // Not that of an earlier command, where this one is written down later.
  const since = Math.floor(performance.timeOrigin + from);
  const kept = () => database.prepare(`select max(${column}) as it from ${of} where timestamp >= ?`).get(since)?.["it"];
  await expect.poll(() => Number(kept())).toBeGreaterThanOrEqual(waitMs);
  const tookMs = Number(kept());
  database.close();
  return { [camel(column)]: { unit: tookMs <= mostMs ? "ms" : `${tookMs} in ${mostMs} ms` } };
}

/** Of the system, as it is told to whoever administers. */
async function aDay(scene: FactScene): Promise<object> {
  const { body } = await asKeeper(scene, (say) => say("GET /api/analytics/system"));
  const [day] = JSON.parse(body) as object[];
  if (day === undefined) throw new Error("There is no day of the system");
  return day;
}

const component = (entry: SomeLayout): object => entry.layout.components[0] ?? {};

export const entityFacts: Proofs = {
  "entity-user": entity({
    table: "users",
    shape: User.shape,
    elsewhere: {
      emailVerificationToken: ["mail_tokens", "hash"],
      emailVerificationTokenExpiry: ["mail_tokens", "expiresAt"],
      passwordResetToken: ["mail_tokens", "hash"],
      passwordResetTokenExpiry: ["mail_tokens", "expiresAt"],
    },
    more: async (scene) => ({ authProvider: { values: await providers(scene) } }),
  }),
  "entity-device": entity({
    table: "devices",
    shape: Device.shape,
    answer: (scene) => deviceNamed(scene, "Gate"),
    more: async (scene) => {
      const { status, relayState } = await unheard(scene);
      return {
        status: { values: await statuses(scene), default: status },
        relayState: { values: await relayStates(scene), default: relayState },
        userPermission: { values: await permissions(scene) },
      };
    },
  }),
  "entity-activity-log": entity({
    table: "activity_logs",
    lists: { type: Activity.shape.type },
    more: async (scene) => ({ type: { values: await activityTypes(scene) } }),
  }),
  "entity-device-share": entity({ table: "device_shares", shape: Share.shape, answer: aShare }),
  "entity-layout": entity({ table: "dashboard_layouts", shape: Layout.shape, answer: aLayout }),
  "entity-layout-component": entity({
    shape: Layout.shape.layout.shape.components.def.element.shape,
    answer: async (scene) => component(await aLayout(scene)),
  }),
  "entity-grid-settings": entity({ answer: async (scene) => (await aLayout(scene)).layout.gridSettings }),
  "entity-email-alert": entity({ table: "email_alerts", shape: Alert.shape, answer: anAlert }),
  "entity-email-alert-history": entity({ table: "email_alert_history" }),
  "entity-relay-history": entity({
    table: "relay_history",
    more: (scene) => timeOfCommand(scene, "response_time", "relay_history"),
  }),
  "entity-device-metrics": entity({ table: "device_metrics" }),
  "entity-user-session": entity({ table: "user_sessions" }),
  "entity-system-analytics": entity({ table: "system_analytics", answer: aDay }),
  "entity-alert-history": entity({
    table: "alert_history",
    lists: { severity: AlertSeverity },
    more: async (scene) => ({ severity: { values: await severities(scene) } }),
  }),
  "entity-particle-api-call": entity({
    table: "particle_api_calls",
    more: (scene) => timeOfCommand(scene, "response_time", "particle_api_calls"),
  }),
  "entity-sessions": entity({ table: "sessions" }),
  "entity-powerone-data": entity({
    shape: PowerOneData.shape,
    answer: async (scene) => read(scene, `/api/devices/${(await deviceNamed(scene, "Pump house")).id}/powerone-data`),
    more: async (scene) => ({
      freshness: { values: await freshnesses(scene) },
      ...((await isReadingAsListed(scene)) ? {} : { relays: { fields: "other than in the list of devices" } }),
    }),
  }),
  "entity-system-stats": entity({
    shape: Status.shape,
    answer: (scene) => read(scene, "/api/system-stats"),
    more: async (scene) => ({ connectionStatus: { values: await connections(scene) } }),
  }),
};
