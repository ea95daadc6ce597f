/**
 * One simulated world, from its reset to the next: its time, chance, devices and cloud.
 *
 * Nothing of it outlives `close`; the same settings give the same world. [C5]
 */
import type { Clock } from "@relaydeck/kit/clock";
import { Disposers } from "@relaydeck/kit/disposer";
import type { CloudReply } from "./cloud-call.ts";
import { Chance } from "./chance.ts";
import { Device } from "./devices/device.ts";
import type { DeviceWord } from "./devices/firmware.ts";
import { type CloudEvent, EventHub } from "./event-hub.ts";
import { Faults } from "./faults.ts";
import { RateWindow } from "./rate-window.ts";
import { RequestLog } from "./request-log.ts";
import { type AccountSettings, type WorldSettings, deviceList } from "./settings.ts";
import { SimulatedTime } from "./simulated-time.ts";
import { Streams } from "./streams.ts";
import { type Token, Tokens } from "./tokens.ts";
import { LoginGuard } from "./login-guard.ts";
import { Integrations } from "./webhooks/integrations.ts";
import { WebhookDelivery } from "./webhooks/delivery.ts";
import type { SendWebhook } from "./webhooks/send-webhook.ts";

export interface WorldOptions {
  readonly clock: Clock;
  readonly settings: WorldSettings;
  readonly account: AccountSettings;
  readonly sendWebhook?: SendWebhook | undefined;
}

export class World {
  readonly settings: WorldSettings;
  readonly account: AccountSettings;
  readonly time: SimulatedTime;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly streams: Streams;
  readonly hub: EventHub;
  readonly tokens: Tokens;
  readonly requests: RequestLog;
  readonly integrations = new Integrations();
  readonly loginGuard: LoginGuard;
  readonly limits: Readonly<Record<"calls" | "tokenCalls" | "streamOpens", RateWindow>>;
  /** The account's own token, which never ends. */
  readonly standing: Token;
  readonly #webhooks: WebhookDelivery;
  readonly #serialLookups = new Map<string, RateWindow>();
  readonly #devices = new Map<string, Device>();
  /** Calls that are not answered yet. */
  readonly pending = new Set<CloudReply>();
  /** What runs when this world ends. */
  readonly ending = new Disposers();

  constructor(options: WorldOptions) {
    const { settings, account } = options;
    this.settings = settings;
    this.account = account;
    const { startAt } = settings;
    this.time = new SimulatedTime({ base: options.clock, mode: settings.clock, ...(startAt === undefined ? {} : { startAt }) });
    this.chance = new Chance(settings.seed);
    this.faults = new Faults(this.chance.for("faults"));
    this.streams = new Streams(this.time, settings.keepAliveMs);
    this.requests = new RequestLog(this.time);
    this.tokens = new Tokens(this.time, this.chance);
    this.standing = this.tokens.add({
      token: account.token,
      username: account.user,
      client: "particle",
      expiresAt: null,
      scopes: null,
    });
    this.loginGuard = new LoginGuard(this.time, settings.limits);
    this.#webhooks = new WebhookDelivery(this, options.sendWebhook);
    this.hub = this.#newHub();
    const { calls, tokenCalls, streamOpens } = settings.limits;
    this.limits = {
      calls: new RateWindow(this.time, calls),
      tokenCalls: new RateWindow(this.time, tokenCalls),
      streamOpens: new RateWindow(this.time, streamOpens),
    };
    this.#addDevices();
  }

  get devices(): Device[] {
    return [...this.#devices.values()];
  }

  /** By id, serial number or provider name. */
  findDevice(named: string): Device | undefined {
    return this.#devices.get(named) ?? this.devices.find((device) => device.serial === named || device.record.name === named);
  }

  /** One serial look-up of the account; false when it had its share of the hour. */
  takeSerialLookup(username: string): RateWindow {
    let window = this.#serialLookups.get(username);
    if (window === undefined)
      this.#serialLookups.set(username, (window = new RateWindow(this.time, this.settings.limits.serialLookups)));
    return window;
  }

  drawLatencyMs(): number {
    const [min, max] = this.settings.latencyMs;
    return this.chance.integer("latency", min, max);
  }

  /** An event that no device sent. */
  publishFromCloud(event: { name: string; data: string | null; coreid: string } & Partial<CloudEvent>): void {
    this.hub.publish({
      deviceId: null,
      owner: this.account.user,
      productId: null,
      isPublic: false,
      ttl: 60,
      version: 0,
      ...event,
    });
  }

  /** A word of a device, or one that looks like it. */
  publishFromDevice(device: Device, word: { name: string; data: string | null; publishedAt?: number | undefined }): void {
    this.hub.publish({
      name: word.name,
      data: word.data,
      publishedAt: word.publishedAt,
      coreid: device.id,
      deviceId: device.id,
      owner: device.record.owner,
      productId: device.record.inProduct ? this.account.productId : null,
      isPublic: false,
      ttl: 60,
      version: device.record.firmwareVersion,
    });
  }

  close(): void {
    for (const device of this.#devices.values()) device.close();
    this.time.close();
    this.ending.dispose();
    this.streams.cut();
    for (const reply of this.pending) reply.cut();
    this.pending.clear();
  }

  #newHub(): EventHub {
    return new EventHub({
      time: this.time,
      faults: this.faults,
      streams: this.streams,
      random: this.chance.for("events"),
      dialect: this.settings.dialect,
      serialOf: (coreid) => this.#devices.get(coreid)?.serial,
      onLeft: (event) => this.#webhooks.trigger(event),
    });
  }

  #addDevices(): void {
    for (const settings of deviceList(this.settings)) {
      const device: Device = new Device(settings, {
        time: this.time,
        random: this.chance.for(`device ${settings.serial}`),
        telemetryMs: this.settings.telemetryMs,
        presenceLagMs: this.settings.presenceLagMs,
        owner: this.account.user,
        connectMs: () => this.drawLatencyMs(),
        publish: (from: Device, word: DeviceWord) => this.publishFromDevice(from, word),
      });
      this.#devices.set(device.id, device);
    }
  }
}
