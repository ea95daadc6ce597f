/** The world of the demo, as operator-interface fixes it. Who owns what in the product is the server's matter. */
import type { DeviceSettings, ResetSettings } from "./settings.ts";

const minute = 60_000;

const devices: readonly DeviceSettings[] = [
  {
    serial: "P0SIM0001",
    name: "Pump house",
    relays: [
      { number: 1, contact: "closed", loadMilliamps: 1240 },
      { number: 2, contact: "closed", loadMilliamps: 900 },
      { number: 3, contact: "open", loadMilliamps: 180 },
      { number: 4, contact: "open", loadMilliamps: 600 },
    ],
  },
  {
    serial: "P0SIM0002",
    name: "Workshop",
    contacts: true,
    relays: [
      { number: 1, contact: "closed", loadMilliamps: 0 },
      { number: 2, contact: "open", loadMilliamps: 450 },
    ],
  },
  // Keeps its keep-alive, so the cloud rightly says online; only its telemetry has stopped.
  { serial: "P0SIM0003", name: "Gate", telemetry: false, silentForMs: 12 * minute },
  { serial: "P0SIM0004", name: "Cabin", offline: true },
  { serial: "P0SIM0005", name: "Boat", safeMode: true },
  {
    serial: "P0SIM0006",
    name: "Greenhouse",
    relays: [
      { number: 1, contact: "closed", loadMilliamps: 720 },
      { number: 2, contact: "open", loadMilliamps: 350 },
    ],
  },
  { serial: "P0SIM0007" },
  { serial: "P0SIM0008" },
  { serial: "R1SIM0001", name: "Porch light", relays: [{ number: 1, contact: "closed" }] },
  { serial: "R1SIM0002", name: "Garage" },
  { serial: "R1SIM0003" },
  { serial: "R1SIM0004" },
];

export const demoWorld = {
  devices,
  telemetryMs: 15_000,
  presenceLagMs: 3 * minute,
  latencyMs: [1000, 3000],
} as const satisfies ResetSettings;
