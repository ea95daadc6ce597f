/**
 * One event of the cloud, from the stream or a webhook, and what is no event.
 *
 * Nothing is dropped for being double, late or foreign: that is for who knows the devices. [architecture 5]
 * Only what cannot be read, and what claims to come from the future, is nonsense, to be counted and never thrown.
 */
import { err, ok, type Result } from "@relaydeck/kit/result";
import { isObject, parseJson } from "./answer-text.ts";
import { momentOf } from "./provider-device.ts";

export interface ProviderEvent {
  readonly name: string;
  /** As the device sent it; never parsed here. */
  readonly data: string | null;
  /** Null for events of the cloud itself (hooks, products). */
  readonly providerId: string | null;
  /** Epoch ms; stamped by the cloud on arrival there. */
  readonly publishedAt: number;
  /** Epoch ms, our clock. */
  readonly receivedAt: number;
  /** Version of the device's application, where the cloud says it. */
  readonly firmwareVersion: number | null;
  /** Unique per event; only webhooks carry one. */
  readonly eventId: string | null;
}

export type EventNonsense =
  | "no-name"
  | "not-json"
  /** JSON, but not the object that an event is. */
  | "bad-shape"
  /** `published_at` is missing or no instant. */
  | "bad-time"
  | "future"
  /** One event, or the bytes before its end, were longer than 1 MiB. */
  | "too-large";

/** Times of an event as it is received, epoch ms: `latest` is the most future instant that is believed. */
export interface Receipt {
  readonly receivedAt: number;
  readonly latest: number;
}

/** The cloud's nodes and our clock may differ by this much. */
export const clockToleranceMs = 120_000;

export function eventOf(name: string | undefined, data: string, receipt: Receipt): Result<ProviderEvent, EventNonsense> {
  if (name === undefined || name === "") return err("no-name");
  const json = parseJson(data);
  return json === undefined ? err("not-json") : eventFromFields(name, json, receipt);
}

/** `fields` as in the stream's JSON: `data`, `published_at`, `coreid`; unknown ones are ignored. */
export function eventFromFields(name: string, fields: unknown, receipt: Receipt): Result<ProviderEvent, EventNonsense> {
  if (!isObject(fields)) return err("bad-shape");
  const data = fields["data"] ?? null;
  const coreId = fields["coreid"] ?? null;
  if ((data !== null && typeof data !== "string") || (coreId !== null && typeof coreId !== "string")) return err("bad-shape");
  if (name.length > longestName || (coreId !== null && coreId.length > longestName)) return err("bad-shape");
  const publishedAt = momentOf(fields["published_at"]);
  if (publishedAt === null) return err("bad-time");
  if (publishedAt > receipt.latest) return err("future");
  const version = fields["version"];
  return ok({
    name,
    data,
    providerId: coreId === null || cloudIds.includes(coreId) ? null : coreId,
    publishedAt,
    receivedAt: receipt.receivedAt,
    firmwareVersion: typeof version === "number" && Number.isSafeInteger(version) ? version : null,
    eventId: null,
  });
}

/** What the cloud writes as device id of events it made itself. */
const cloudIds: readonly string[] = ["", "api", "particle-internal"];

/** Names have at most 64 characters, with the prefixes of the cloud's own somewhat more. */
const longestName = 256;
