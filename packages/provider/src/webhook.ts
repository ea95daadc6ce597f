/**
 * Webhook deliveries of the cloud, the second way for events to come. [dialect section 9]
 *
 * The cloud signs nothing: a secret that we configured is all there is, compared in constant time.
 * Not here: the route, its answer (204, or 401 with an empty body) and what becomes of the event.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { err, type Result } from "@relaydeck/kit/result";
import { isObject, parseJson, type JsonObject } from "./answer-text.ts";
import { clockToleranceMs, eventFromFields, type EventNonsense, type ProviderEvent } from "./provider-event.ts";

export interface WebhookDelivery {
  /** The header as it came; form is assumed without one, as the cloud's default is. */
  readonly contentType: string | undefined;
  readonly body: string;
  /** Epoch ms. */
  readonly receivedAt: number;
}

/** All values of a delivery are texts, even the numbers; more keys than the known ones are ignored. */
export function parseWebhook(delivery: WebhookDelivery): Result<ProviderEvent, EventNonsense> {
  const fields = fieldsOf(delivery);
  if (fields === undefined) return err("not-json");
  if (!isObject(fields)) return err("bad-shape");
  const name = fields["event"] ?? fields["name"];
  if (typeof name !== "string" || name === "") return err("no-name");
  const receipt = { receivedAt: delivery.receivedAt, latest: delivery.receivedAt + clockToleranceMs };
  const event = eventFromFields(name, fields, receipt);
  if (!event.ok) return event;
  const eventId = fields["event_id"];
  return {
    ok: true,
    value: {
      ...event.value,
      firmwareVersion: wholeOf(fields["fw"]) ?? event.value.firmwareVersion,
      eventId: typeof eventId === "string" && eventId !== "" ? eventId.slice(0, longestEventId) : null,
    },
  };
}

/** Whether a header or field holds our secret. Takes the same time however much of it is right, and whatever its length. */
export function isWebhookSecret(given: string | undefined, secret: string): boolean {
  return timingSafeEqual(digestOf(given ?? ""), digestOf(secret)) && given !== undefined && secret !== "";
}

function fieldsOf(delivery: WebhookDelivery): unknown {
  const type = (delivery.contentType ?? "").toLowerCase();
  if (type.includes("json")) return parseJson(delivery.body);
  const fields: JsonObject = Object.fromEntries(new URLSearchParams(delivery.body));
  return fields;
}

function wholeOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : null;
  return typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : null;
}

function digestOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

const longestEventId = 128;
