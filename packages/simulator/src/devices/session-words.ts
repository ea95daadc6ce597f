/** What a device tells once after a full handshake, and while it waits in safe mode. [dialect section 7.4] */
import type { DeviceWord } from "./firmware.ts";
import type { CloudRecord } from "./cloud-record.ts";

export function sessionWords(record: CloudRecord): DeviceWord[] {
  return [
    { name: "spark/device/last_reset", data: "power_down" },
    { name: "particle/device/updates/enabled", data: "true" },
    { name: "particle/device/updates/forced", data: "false" },
    { name: "spark/device/app-hash", data: record.appHash },
  ];
}

export function safeModeReport(record: CloudRecord): string {
  return JSON.stringify({
    f: [],
    v: {},
    p: record.platformId,
    s: "bootloader",
    m: [{ f: "s", n: "1", v: 6101, d: [] }],
  });
}
