/** The vitals payload of a cellular device. A reading that is not available is an error object in its place. [dialect section 8] */
import type { JsonObject } from "../json.ts";
import type { PhysicalDevice } from "./physical-device.ts";

export interface VitalsFacts {
  readonly physical: PhysicalDevice;
  readonly uptimeSeconds: number;
  readonly sessionSeconds: number;
  readonly published: number;
  readonly rateLimited: number;
  readonly memoryUsed: number;
  readonly roundTripMs: number;
}

const notAvailable = { err: -210 };

export function vitalsOf(facts: VitalsFacts): JsonObject {
  const { physical } = facts;
  return {
    device: {
      network: {
        cellular: {
          radio_access_technology: "LTE",
          operator: "Example Wireless",
          cell_global_identity: {
            mobile_country_code: 310,
            mobile_network_code: "410",
            location_area_code: 4100,
            cell_id: 111222333,
          },
        },
        signal: signalOf(physical),
        connection: { status: "connected", error: 0, disconnects: 0, attempts: 1, disconnect_reason: "unknown" },
      },
      cloud: {
        connection: { status: "connected", error: 0, attempts: 1, disconnects: 2, disconnect_reason: "error" },
        coap: { transmit: 57, retransmit: 2, unack: 0, round_trip: facts.roundTripMs },
        publish: { rate_limited: facts.rateLimited },
      },
      power: { battery: batteryOf(physical), source: physical.supply === "mains" ? "VIN" : "battery" },
      system: { uptime: facts.uptimeSeconds, memory: { used: facts.memoryUsed, total: 160_000 } },
    },
    service: {
      device: { status: "ok" },
      cloud: { uptime: facts.sessionSeconds, publish: { sent: facts.published } },
      coap: { round_trip: Math.floor(facts.roundTripMs / 2) },
    },
  };
}

function signalOf(physical: PhysicalDevice): JsonObject {
  if (physical.cellularLevel < 0) return { at: "LTE Cat-M1", strength: notAvailable, quality: notAvailable };
  return {
    at: "LTE Cat-M1",
    strength: physical.cellularLevel,
    strength_units: "%",
    strengthv: Math.round(-140 + physical.cellularLevel * 0.8),
    strengthv_units: "dBm",
    strengthv_type: "RSRP",
    quality: 41.7,
    quality_units: "%",
    qualityv: -12,
    qualityv_units: "dB",
    qualityv_type: "RSRQ",
  };
}

function batteryOf(physical: PhysicalDevice): JsonObject {
  if (physical.batteryPercent < 0) return { charge: notAvailable, state: "disconnected" };
  const full = physical.batteryPercent >= 90 ? "charged" : "charging";
  return { charge: physical.batteryPercent, state: physical.supply === "mains" ? full : "discharging" };
}
