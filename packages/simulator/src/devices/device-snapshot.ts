/** What is true of one device and outlives the program. */

export interface DeviceSnapshot {
  readonly serial: string;
  readonly name: string | null;
  readonly owner: string | null;
  readonly powered: boolean;
  readonly reachable: boolean;
  readonly cloudOnline: boolean;
  readonly supply: "mains" | "battery";
  readonly batteryPercent: number;
  readonly cellularLevel: number;
  readonly telemetry: boolean;
  readonly safeMode: boolean;
  readonly seq: number;
  /** Epoch milliseconds, as all instants here. */
  readonly bootedAt: number;
  readonly lastHeardAt: number;
  readonly lastHandshakeAt: number;
  readonly lastTelemetryAt: number | null;
  readonly relays: readonly RelaySnapshot[];
}

export interface RelaySnapshot {
  readonly number: number;
  readonly closed: boolean;
  readonly loadMilliamps: number;
  readonly welded: boolean;
  readonly fuseBlown: boolean;
}
