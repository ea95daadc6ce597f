/** Closed lists: as the running server's own OpenAPI document has them, of which only what came out of a real row counts. */
import { expect } from "vitest";
import { asAlex, asKeeper, ask } from "./callers.ts";
import { columnDefault, deviceNamed } from "./entity-facts.ts";
import type { FactScene, Proof, Proofs } from "./facts.ts";
import { onDatabase } from "./scene.ts";

/** The values that came out, each of which was brought about. */
type Told = (scene: FactScene, values: readonly string[]) => Promise<readonly unknown[]>;

interface OpenApiPlace {
  readonly enum?: readonly string[];
  readonly anyOf?: readonly OpenApiPlace[];
}

/** The list at a place below the named schemas of `/openapi.json`, such as `Device/properties/status`. */
async function served({ page }: FactScene, place: string): Promise<readonly string[]> {
  const document = (await (await page.request.get("/openapi.json")).json()) as { components: { schemas: object } };
  const found = place
    .split("/")
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], document.components.schemas) as OpenApiPlace;
  const list = found.enum ?? found.anyOf?.find((one) => one.enum !== undefined)?.enum;
  if (list === undefined) throw new Error(`${place} is no closed list`);
  return list;
}

function listAt(place: string, told: Told, column?: readonly [table: string, column: string]): Proof {
  return {
    async see(scene) {
      const values = await served(scene, place);
      const seen = await told(scene, values);
      // In the document's order; what came out and stands in no list is at the end.
      return [...values.filter((value) => seen.includes(value)), ...seen.filter((one) => !values.includes(String(one)))];
    },
    ...(column === undefined ? {} : { seeDefault: (scene: FactScene) => columnDefault(scene, ...column) }),
  };
}

/** An administrator gives the offline Cabin each, and finds it in the list. [AD-4] */
function toldOfCabin(field: "status" | "relayState"): Told {
  return (scene, values) =>
    asKeeper(scene, async (say) => {
      const { id } = await deviceNamed(scene, "Cabin");
      const read = async () => {
        const rows = JSON.parse((await say("GET /api/admin/devices")).body) as Marked[];
        return rows.find((row) => row["id"] === id) ?? {};
      };
      const before = (await read())[field];
      const seen: unknown[] = [];
      for (const value of values) {
        await say(`PATCH /api/admin/devices/${id}`, { [field]: value });
        seen.push((await read())[field]);
      }
      await say(`PATCH /api/admin/devices/${id}`, { [field]: before });
      return seen;
    });
}

/** Rows of each value with this mark, as one door tells them. */
interface Marked {
  readonly [column: string]: unknown;
}

const mark = "One of each kind";
const numbered = (prefix: string, n: number) => `${prefix}_facts${String(n).padStart(17, "0")}`;

const toldOfLog: Told = async (scene, values) => {
  for (const [n, type] of values.entries())
    onDatabase(
      scene,
      `insert into activity_logs (id, user_id, message, type, timestamp)
        select '${numbered("act", n)}', id, '${mark}', '${type}', unixepoch() * 1000 from users where email = 'demo@relaydeck.test'`,
    );
  const entries = JSON.parse((await ask(scene, "GET /api/activity-logs")).body) as Marked[];
  onDatabase(scene, `delete from activity_logs where message = '${mark}'`);
  return entries.filter(({ message }) => message === mark).map(({ type }) => type);
};

const toldOfAlerts: Told = async (scene, values) => {
  for (const [n, severity] of values.entries())
    onDatabase(
      scene,
      `insert into alert_history (id, alert_type, severity, title, message, timestamp)
        values ('${numbered("alh", n)}', 'power_on', '${severity}', '${mark}', '${mark}', unixepoch() * 1000)`,
    );
  const { body } = await asKeeper(scene, (say) => say("GET /api/analytics/dashboard"));
  onDatabase(scene, `delete from alert_history where message = '${mark}'`);
  const { recentAlerts } = JSON.parse(body) as { recentAlerts: Marked[] };
  return recentAlerts.filter(({ message }) => message === mark).map(({ severity }) => severity);
};

const toldOfAlex: Told = (scene, values) =>
  asAlex(scene, async (say) => {
    const keep = (provider: string) =>
      onDatabase(scene, `update users set auth_provider = '${provider}' where email = 'alex@relaydeck.test'`);
    const seen: unknown[] = [];
    for (const provider of values) {
      keep(provider);
      seen.push((JSON.parse((await say("GET /api/auth/user")).body) as Marked)["authProvider"]);
    }
    keep("email");
    return seen;
  });

/** Pump house has relays that draw current and relays that do not. */
const toldOfRelays: Told = async (scene, values) => {
  const { id } = await deviceNamed(scene, "Pump house");
  const seen = new Set<unknown>();
  const look = async () => {
    const { body } = await ask(scene, `GET /api/devices/${id}/powerone-data`);
    for (const { estimatedState } of (JSON.parse(body) as { relays: { estimatedState: unknown }[] }).relays)
      if (estimatedState !== null) seen.add(estimatedState);
    return seen.size;
  };
  await expect.poll(look, { timeout: 20_000 }).toBeGreaterThanOrEqual(values.length);
  return [...seen];
};

/** The device cloud ends the server's stream and refuses it for a while: all that it says until it has it again. [D40] */
const toldOfLink: Told = async (scene, values) => {
  const seen = new Set<unknown>();
  const look = async () => {
    const { connectionStatus } = JSON.parse((await ask(scene, "GET /api/system-stats")).body) as { connectionStatus: unknown };
    seen.add(connectionStatus);
    return seen.size >= values.length && connectionStatus === values[0];
  };
  await look();
  await scene.house.sim("POST /stream/cut", { refuseForMs: 2_000, status: 503 });
  await expect.poll(look, { timeout: 30_000, interval: 5 }).toBe(true);
  return [...seen];
};

/** The lists of the signed-in area that a door or a row speaks of. */
export const listFacts: Proofs = {
  "device-status": listAt("Device/properties/status", toldOfCabin("status"), ["devices", "status"]),
  "relay-state": listAt("Device/properties/relayState", toldOfCabin("relayState"), ["devices", "relayState"]),
  "activity-type": listAt("Activity/properties/type", toldOfLog, ["activity_logs", "type"]),
  "alert-severity": listAt("Dashboard/properties/recentAlerts/items/properties/severity", toldOfAlerts, [
    "alert_history",
    "severity",
  ]),
  "auth-provider": listAt("User/properties/authProvider", toldOfAlex, ["users", "authProvider"]),
  "estimated-state": listAt("PowerOneData/properties/relays/items/properties/estimatedState", toldOfRelays),
  "connection-status": listAt("Status/properties/connectionStatus", toldOfLink),
};
