/** Closed lists: as the running server's own OpenAPI document has them, of which only what was brought about counts. */
import type { Look } from "./causes.ts";
import { estimates, relayStates, statuses, unheard } from "./device-words.ts";
import { activityTypes, connections, providers, severities } from "./event-words.ts";
import { columnDefault } from "./entity-facts.ts";
import type { FactScene, Proof, Proofs } from "./facts.ts";

interface OpenApiPlace {
  readonly enum?: readonly string[];
  readonly anyOf?: readonly OpenApiPlace[];
}

/** The list at a place below the named schemas of `/openapi.json`, such as `Device/properties/status`. */
async function served({ page }: FactScene, place: string): Promise<readonly unknown[]> {
  const document = (await (await page.request.get("/openapi.json")).json()) as { components: { schemas: object } };
  const found = place
    .split("/")
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], document.components.schemas) as OpenApiPlace;
  const list = found.enum ?? found.anyOf?.find((one) => one.enum !== undefined)?.enum;
  if (list === undefined) throw new Error(`${place} is no closed list`);
  return list;
}

/** Words in the order of their causes; one that is not in the list, or in it for nothing, is told as such. */
function listAt(place: string, look: Look<readonly unknown[]>, seeDefault?: Proof["see"]): Proof {
  return {
    async see(scene) {
      const [list, seen] = [await served(scene, place), await look(scene)];
      return [
        ...seen.map((word) => (list.includes(word) ? word : `${String(word)}, not listed`)),
        ...list.filter((word) => !seen.includes(word)).map((word) => `${String(word)}, never seen`),
      ];
    },
    ...(seeDefault === undefined ? {} : { seeDefault }),
  };
}

/** The lists of the signed-in area that a door or a row speaks of. */
export const listFacts: Proofs = {
  "device-status": listAt("Device/properties/status", statuses, async (scene) => (await unheard(scene)).status),
  "relay-state": listAt("Device/properties/relayState", relayStates, async (scene) => (await unheard(scene)).relayState),
  "activity-type": listAt("Activity/properties/type", activityTypes, (scene) => columnDefault(scene, "activity_logs", "type")),
  "alert-severity": listAt("Dashboard/properties/recentAlerts/items/properties/severity", severities, (scene) =>
    columnDefault(scene, "alert_history", "severity"),
  ),
  "auth-provider": listAt("User/properties/authProvider", providers, async (scene) => (await providers(scene))[0]),
  "estimated-state": listAt("PowerOneData/properties/relays/items/properties/estimatedState", estimates),
  "connection-status": listAt("Status/properties/connectionStatus", connections),
};
