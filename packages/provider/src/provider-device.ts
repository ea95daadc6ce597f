/** A device as the cloud writes it, to one as we read it. Everything but the id may be missing. [dialect section 5] */
import { isObject, type JsonObject } from "./answer-text.ts";

/** Null when it is no device at all. */
export function deviceOf(json: unknown): ProviderDevice | null {
  if (!isObject(json)) return null;
  const providerId = textAt(json, "id");
  if (providerId === null) return null;
  return {
    providerId,
    name: textAt(json, "name"),
    serialNumber: textAt(json, "serial_number"),
    online: (json["online"] ?? json["connected"]) === true,
    lastHeardAt: momentOf(json["last_heard"]),
    lastHandshakeAt: momentOf(json["last_handshake_at"]),
    productId: wholeAt(json, "product_id"),
    platformId: wholeAt(json, "platform_id"),
    cellular: typeof json["cellular"] === "boolean" ? json["cellular"] : null,
    ipAddress: textAt(json, "last_ip_address"),
    systemFirmwareVersion: textAt(json, "system_firmware_version"),
    firmwareVersion: wholeAt(json, "firmware_version"),
    functions: Array.isArray(json["functions"]) ? json["functions"].filter((name) => typeof name === "string") : null,
    variables: isObject(json["variables"]) ? Object.keys(json["variables"]) : null,
  };
}

/** Longer texts than the cloud allows are cut, so that nothing unbounded is stored; NUL, which no database keeps, is left out. */
const longestText = 256;

function textAt(json: JsonObject, key: string): string | null {
  const value = json[key];
  const text = typeof value === "string" ? value.replaceAll("\0", "").slice(0, longestText) : "";
  return text === "" ? null : text;
}

function wholeAt(json: JsonObject, key: string): number | null {
  const value = json[key];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** Epoch milliseconds of an ISO 8601 text; null for anything else. */
export function momentOf(value: unknown): number | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return null;
  const moment = Date.parse(value);
  return Number.isFinite(moment) ? moment : null;
}

/** A device as the cloud lists it; null = the cloud did not say. Texts are the provider's: show as text only. [HD-3] */
export interface ProviderDevice {
  readonly providerId: string;
  readonly name: string | null;
  readonly serialNumber: string | null;
  /** The cloud's word, which may lag by 46 minutes. [C4] */
  readonly online: boolean;
  /** Epoch ms. */
  readonly lastHeardAt: number | null;
  readonly lastHandshakeAt: number | null;
  readonly productId: number | null;
  readonly platformId: number | null;
  readonly cellular: boolean | null;
  readonly ipAddress: string | null;
  /** Version of the device's operating system. */
  readonly systemFirmwareVersion: string | null;
  /** Version of the application, of product devices only. */
  readonly firmwareVersion: number | null;
  /** Null where the cloud left them out, as in most lists and for offline devices. */
  readonly functions: readonly string[] | null;
  readonly variables: readonly string[] | null;
}
