/**
 * Delivering webhooks: which events trigger which definition, the reply events, and the sleep of a failing host.
 *
 * A failed request is not repeated; only one that was skipped because its host slept is, twice. [dialect section 9]
 */
import { present } from "@relaydeck/kit/assert";
import type { CloudEvent, StampedEvent } from "../event-hub.ts";
import type { AccountSettings } from "../settings.ts";
import type { Chance } from "../chance.ts";
import type { SimulatedTime } from "../simulated-time.ts";
import type { Integration, Integrations } from "./integrations.ts";
import { HostHealth } from "./host-health.ts";
import type { SendWebhook, WebhookReply } from "./send-webhook.ts";
import { type WebhookFacts, webhookRequest } from "./webhook-request.ts";

const skippedRetryMs = [30_000, 60_000];
const replyPartBytes = 512;
const replyBytesAtMost = 100 * 1024;

/** The part of the world that deliveries need. */
export interface WebhookScene {
  readonly account: AccountSettings;
  readonly time: SimulatedTime;
  readonly chance: Chance;
  readonly integrations: Integrations;
  publishFromCloud(event: { name: string; data: string | null; coreid: string } & Partial<CloudEvent>): void;
}

export class WebhookDelivery {
  readonly #world: WebhookScene;
  readonly #send: SendWebhook | undefined;
  readonly #hosts = new Map<string, HostHealth>();

  constructor(world: WebhookScene, send: SendWebhook | undefined) {
    this.#world = world;
    this.#send = send;
  }

  trigger(event: StampedEvent): void {
    if (this.#send === undefined || event.name.startsWith("hook-") || /^[0-9a-f]{24}\/hook-/.test(event.name)) return;
    for (const integration of this.#world.integrations.all()) {
      if (isTriggered(integration, event)) this.#deliver(integration, { event, eventId: this.#world.chance.uuid("event-id") }, 0);
    }
  }

  #deliver(integration: Integration, facts: WebhookFacts, skippedBefore: number): void {
    const request = webhookRequest(integration, facts);
    if (request === undefined) return this.#tellError(integration, facts, "invalid url");
    const host = new URL(request.url).hostname;
    const health = this.#healthOf(host);
    if (health.sleeps) return this.#skip(integration, facts, skippedBefore);
    const send = present(this.#send, "webhooks are triggered only with a way out");
    this.#tell(integration, facts, { name: `hook-sent/${facts.event.name}`, data: "undefined" });
    send(request, (reply) => {
      health.count(reply.kind === "answered" && reply.status < 400);
      this.#replied(integration, facts, { reply, host });
    });
  }

  #skip(integration: Integration, facts: WebhookFacts, skippedBefore: number): void {
    this.#tellError(integration, facts, "Sleeping, too many errors, please wait and try again");
    const retryMs = skippedRetryMs[skippedBefore];
    if (retryMs !== undefined) this.#world.time.after(retryMs, () => this.#deliver(integration, facts, skippedBefore + 1));
  }

  #replied(integration: Integration, facts: WebhookFacts, { reply, host }: { reply: WebhookReply; host: string }): void {
    if (reply.kind === "failed") return this.#tellError(integration, facts, `${reply.reason} from ${host}`);
    if (reply.status < 200 || reply.status > 299)
      return this.#tellError(integration, facts, `error status ${reply.status} from ${host}`);
    const body = Buffer.from(reply.body).subarray(0, replyBytesAtMost);
    const topic = integration.settings.responseTopic ?? defaultTopic(integration, facts, "hook-response");
    for (let part = 0; part * replyPartBytes < body.length; part += 1) {
      const data = body.subarray(part * replyPartBytes, (part + 1) * replyPartBytes).toString("utf8");
      this.#tell(integration, facts, { name: `${topic}/${part}`, data });
    }
  }

  #tellError(integration: Integration, facts: WebhookFacts, text: string): void {
    const topic = integration.settings.errorResponseTopic ?? defaultTopic(integration, facts, "hook-error");
    this.#tell(integration, facts, { name: `${topic}/0`, data: text });
  }

  #tell(integration: Integration, facts: WebhookFacts, word: { name: string; data: string }): void {
    const productId = integration.scope === "user" ? null : this.#world.account.productId;
    this.#world.publishFromCloud({ ...word, coreid: "particle-internal", owner: facts.event.owner, productId });
  }

  #healthOf(host: string): HostHealth {
    let health = this.#hosts.get(host);
    if (health === undefined) this.#hosts.set(host, (health = new HostHealth(this.#world.time)));
    return health;
  }
}

function isTriggered({ settings, scope }: Integration, event: StampedEvent): boolean {
  if (settings.disabled || !event.name.startsWith(settings.event)) return false;
  if (settings.deviceID !== undefined && settings.deviceID !== event.deviceId) return false;
  return scope === "user" ? event.owner !== null : event.productId !== null;
}

function defaultTopic(integration: Integration, { event }: WebhookFacts, kind: "hook-response" | "hook-error"): string {
  return integration.scope === "user" ? `${kind}/${event.name}` : `${event.coreid}/${kind}/${event.name}`;
}
