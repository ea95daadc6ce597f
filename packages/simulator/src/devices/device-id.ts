import { crc32 } from "node:zlib";

/** The provider's 24 hex digits for a serial number; depends on nothing else. */
export function deviceIdOf(serial: string): string {
  return `5100000000000000${crc32(serial).toString(16).padStart(8, "0")}`;
}
