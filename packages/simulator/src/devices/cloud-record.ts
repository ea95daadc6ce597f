/** What the provider keeps about a device besides its presence: names, owner, product, hardware numbers. */
import type { Random } from "@relaydeck/kit/random";
import type { JsonObject } from "../json.ts";
import type { DeviceSettings } from "../settings.ts";

export interface CloudRecord {
  name: string | null;
  notes: string | null;
  /** E-mail of the claimer. */
  owner: string | null;
  inProduct: boolean;
  development: boolean;
  desiredFirmwareVersion: number | null;
  updatesForced: boolean;
  signaling: boolean;
  denied: boolean;
  groups: string[];
  readonly platformId: number;
  readonly firmwareVersion: number;
  readonly systemVersion: string;
  readonly iccid: string;
  readonly imei: string;
  readonly mobileSecret: string;
  readonly ipAddress: string;
  readonly appHash: string;
  /** Newest last, at most `vitalsKept`. */
  readonly vitals: KeptVitals[];
}

export interface KeptVitals {
  /** Epoch milliseconds. */
  readonly updatedAt: number;
  readonly payload: JsonObject;
}

const vitalsKept = 200;

export function keepVitals(record: CloudRecord, vitals: KeptVitals): void {
  record.vitals.push(vitals);
  if (record.vitals.length > vitalsKept) record.vitals.shift();
}

export function newCloudRecord(settings: DeviceSettings, by: { owner: string; random: Random }): CloudRecord {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(by.random.next() * 10)).join("");
  const hex = Buffer.from(by.random.bytes(32)).toString("hex");
  return {
    name: settings.name ?? settings.serial.toLowerCase(),
    notes: null,
    owner: settings.owner === undefined ? by.owner : settings.owner,
    inProduct: settings.inProduct !== false,
    development: false,
    desiredFirmwareVersion: null,
    updatesForced: false,
    signaling: false,
    denied: false,
    groups: [settings.serial.startsWith("R1") ? "one-relay" : "powerone"],
    platformId: 13,
    firmwareVersion: 3,
    systemVersion: "6.1.1",
    iccid: `893407650${digits(11)}`,
    imei: `35265610${digits(7)}`,
    mobileSecret: hex.slice(0, 15).toUpperCase(),
    ipAddress: `203.0.113.${1 + Math.floor(by.random.next() * 254)}`,
    appHash: hex.toUpperCase(),
    vitals: [],
  };
}
