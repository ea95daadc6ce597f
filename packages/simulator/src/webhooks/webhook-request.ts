/** From a definition and an event to the request the provider sends. [dialect section 9] */
import type { StampedEvent } from "../event-hub.ts";
import { isRecord } from "../json.ts";
import type { Integration, WebhookSettings } from "./integrations.ts";
import type { WebhookRequest } from "./send-webhook.ts";

export interface WebhookFacts {
  readonly event: StampedEvent;
  readonly eventId: string;
}

/** The provider waits so long for a reply. */
const webhookTimeoutMs = 20_000;

/** undefined when the filled template is no address. */
export function webhookRequest(integration: Integration, facts: WebhookFacts): WebhookRequest | undefined {
  const { settings } = integration;
  const fill = templateOf(facts);
  if (!URL.canParse(fill(settings.url))) return undefined;
  const url = new URL(fill(settings.url));
  for (const [name, value] of Object.entries(settings.query)) url.searchParams.set(name, fill(value));
  const content = settings.requestType === "GET" ? { body: "", headers: {} } : bodyOf(settings, facts, fill);
  const auth =
    settings.auth === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(`${settings.auth.username}:${settings.auth.password}`).toString("base64")}` };
  const headers = Object.fromEntries(Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), fill(value)]));
  return {
    url: url.href,
    method: settings.requestType,
    headers: { "user-agent": "ParticleBot/1.1 (https://docs.particle.io/webhooks)", ...content.headers, ...auth, ...headers },
    body: content.body,
    rejectUnauthorized: settings.rejectUnauthorized,
    timeoutMs: webhookTimeoutMs,
  };
}

function bodyOf(
  settings: WebhookSettings,
  facts: WebhookFacts,
  fill: (template: string) => string,
): { body: string; headers: Record<string, string> } {
  if (settings.body !== undefined) return { body: fill(settings.body), headers: { "content-type": "text/plain" } };
  const defaults = settings.noDefaults ? {} : defaultFields(facts);
  if (settings.json === undefined) {
    const form = new URLSearchParams({ ...defaults, ...filled(settings.form ?? {}, fill) });
    return { body: form.toString(), headers: { "content-type": "application/x-www-form-urlencoded" } };
  }
  const headers = { accept: "application/json", "content-type": "application/json" };
  if (typeof settings.json === "string") return { body: fill(settings.json), headers };
  return { body: JSON.stringify({ ...defaults, ...filled(settings.json, fill) }), headers };
}

function defaultFields({ event }: WebhookFacts): Record<string, string> {
  return {
    event: event.name,
    data: event.data ?? "",
    published_at: new Date(event.publishedAt).toISOString(),
    coreid: event.coreid,
  };
}

function filled(fields: Readonly<Record<string, string>>, fill: (template: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, template]) => [name, fill(template)]));
}

/** Fills `{{X}}` (escaped for HTML, as mustache does) and `{{{X}}}` (as it is); unknown names become empty. */
function templateOf(facts: WebhookFacts): (template: string) => string {
  const variables = variablesOf(facts);
  return (template) =>
    template.replace(
      /\{\{\{\s*([^{}\s]+)\s*\}\}\}|\{\{\s*([^{}\s]+)\s*\}\}/g,
      (_all, raw: string | undefined, escaped: string | undefined) =>
        raw === undefined ? escapeHtml(variables.get(escaped ?? "") ?? "") : (variables.get(raw) ?? ""),
    );
}

/** Names come from devices and from who made the webhook, so nothing that every object has is one. */
function variablesOf({ event, eventId }: WebhookFacts): ReadonlyMap<string, string> {
  const data = event.data ?? "";
  const variables = {
    ...valuesOf(data),
    PARTICLE_DEVICE_ID: event.coreid,
    PARTICLE_EVENT_NAME: event.name,
    PARTICLE_EVENT_VALUE: data,
    PARTICLE_PUBLISHED_AT: new Date(event.publishedAt).toISOString(),
    PARTICLE_EVENT_ID: eventId,
    PARTICLE_EVENT_BASE64: Buffer.from(data).toString("base64"),
    PARTICLE_EVENT_JSON: data,
    PRODUCT_ID: event.productId === null ? "" : String(event.productId),
    PRODUCT_USER_ID: event.owner ?? "",
    PRODUCT_VERSION: String(event.version),
  };
  return new Map(Object.entries(variables));
}

/** The keys of an event's JSON object are variables too. */
function valuesOf(data: string): Record<string, string> {
  if (!data.startsWith("{")) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return {}; // not JSON after all: then it has no keys
  }
  if (!isRecord(parsed)) return {};
  return Object.fromEntries(
    Object.entries(parsed).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
