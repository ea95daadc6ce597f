/**
 * One device over time: its physical truth, its firmware, its session with the cloud, and when it speaks.
 *
 * Telemetry leaves every period and within a second after a change of what the firmware measures. A device without power,
 * reach or session says nothing; one in safe mode says only that. What the cloud believes meanwhile is presence.ts. [C5]
 */
import type { Random } from "@relaydeck/kit/random";
import { integerBetween } from "@relaydeck/kit/random";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { JsonObject, JsonValue } from "../json.ts";
import type { DeviceSettings } from "../settings.ts";
import type { DeviceSnapshot } from "./device-snapshot.ts";
import type { SimulatedTime } from "../simulated-time.ts";
import { type CloudRecord, keepVitals, newCloudRecord } from "./cloud-record.ts";
import { deviceIdOf } from "./device-id.ts";
import type { DeviceWord, Firmware, Sample, SwitchCause } from "./firmware.ts";
import { PhysicalDevice, type Supply } from "./physical-device.ts";
import { powerOneFirmware } from "./powerone-firmware.ts";
import { Presence } from "./presence.ts";
import { PublishPace } from "./publish-pace.ts";
import { relayFirmware } from "./relay-firmware.ts";
import { safeModeReport, sessionWords } from "./session-words.ts";
import { vitalsOf } from "./vitals.ts";

export interface DeviceDeps {
  readonly time: SimulatedTime;
  readonly random: Random;
  readonly telemetryMs: number;
  readonly presenceLagMs: number;
  readonly owner: string;
  /** How long a device takes to find its way back to the cloud. */
  readonly connectMs: () => number;
  /** A word of the device, or of the cloud about it, on its way to the streams. */
  readonly publish: (device: Device, word: DeviceWord) => void;
}

export interface DeviceChange {
  readonly powered?: boolean | undefined;
  readonly reachable?: boolean | undefined;
  readonly supply?: Supply | undefined;
  readonly batteryPercent?: number | undefined;
  readonly cellularLevel?: number | undefined;
  readonly relays?: readonly RelayChange[] | undefined;
  readonly telemetry?: boolean | undefined;
  readonly safeMode?: boolean | undefined;
  readonly presenceLagMs?: number | undefined;
  /** false (default): the cloud learns of a lost link only after the presence lag. */
  readonly notice?: boolean | undefined;
}

export interface RelayChange {
  readonly number: number;
  readonly loadMilliamps?: number | undefined;
  readonly welded?: boolean | undefined;
  readonly fuseBlown?: boolean | undefined;
}

export interface LastCall {
  readonly name: string;
  readonly argument: string;
  readonly at: string;
  readonly returnValue: number;
}

const changeReportMs = { min: 250, max: 900 };

export class Device {
  readonly id: string;
  readonly serial: string;
  readonly physical: PhysicalDevice;
  readonly firmware: Firmware;
  readonly presence: Presence;
  readonly record: CloudRecord;
  readonly settings: DeviceSettings;
  readonly #deps: DeviceDeps;
  readonly #pace: PublishPace;
  readonly #timers = new Map<"period" | "change" | "connect" | "session", Disposer>();
  telemetry: boolean;
  safeMode: boolean;
  /** Counts what the device ever said; survives a restart. */
  seq: number;
  bootedAt: number;
  lastTelemetryAt: number | null;
  executedCalls = 0;
  lastCall: LastCall | null = null;
  #published = 0;

  constructor(settings: DeviceSettings, deps: DeviceDeps) {
    const now = deps.time.now();
    this.settings = settings;
    this.#deps = deps;
    this.serial = settings.serial;
    this.id = deviceIdOf(settings.serial);
    this.physical = new PhysicalDevice(settings);
    this.firmware = settings.serial.startsWith("R1")
      ? relayFirmware(this.physical)
      : powerOneFirmware(this.physical, { contacts: settings.contacts === true });
    this.telemetry = settings.telemetry !== false;
    this.safeMode = settings.safeMode === true;
    this.seq = integerBetween(deps.random, 1000, 9999);
    this.bootedAt = now - integerBetween(deps.random, 3_600, 864_000) * 1000;
    this.record = newCloudRecord(settings, { owner: deps.owner, random: deps.random });
    const offline = settings.offline === true;
    const lastHeardAt = offline ? now - (settings.offlineForMs ?? 3 * 3_600_000) : now;
    this.lastTelemetryAt = settings.safeMode === true ? null : lastHeardAt - (settings.silentForMs ?? 0);
    this.#pace = new PublishPace(deps.time);
    this.presence = new Presence(
      {
        time: deps.time,
        tell: (status) => this.tell("spark/status", status),
        pairGapMs: () => integerBetween(deps.random, 13, 22),
      },
      {
        lagMs: settings.presenceLagMs ?? deps.presenceLagMs,
        online: !offline,
        lastHeardAt,
        lastHandshakeAt: Math.min(this.bootedAt + 9_000, lastHeardAt),
      },
    );
    this.#schedulePeriod(integerBetween(deps.random, 1, deps.telemetryMs));
  }

  /** Whether a call reaches the firmware and its answer the cloud. */
  get linked(): boolean {
    return this.presence.linked;
  }

  get functions(): readonly string[] {
    return this.safeMode ? [] : this.firmware.functions;
  }

  get variables(): Firmware["variables"] {
    return this.safeMode ? {} : this.firmware.variables;
  }

  get uptimeSeconds(): number {
    return Math.max(0, Math.floor((this.#deps.time.now() - this.bootedAt) / 1000));
  }

  /** Runs a function the device has. Returns 1 when done, −1 for an argument it does not know. */
  call(name: string, argument: string): number {
    const wanted = this.firmware.parseCall(name, argument);
    const returnValue = wanted === undefined ? -1 : 1;
    this.executedCalls += 1;
    this.lastCall = { name, argument, at: this.#deps.time.iso(), returnValue };
    this.presence.heard();
    if (wanted !== undefined) this.switch(wanted.relay.number, wanted.closed, "cloud");
    return returnValue;
  }

  readVariable(name: string): JsonValue {
    this.presence.heard();
    return this.firmware.readVariable(name, this.sample());
  }

  /** Moves a relay, by the cloud's word or by hand. Without power nothing moves. */
  switch(relayNumber: number, closed: boolean, cause: SwitchCause): void {
    const relay = this.physical.relay(relayNumber);
    if (relay === undefined || !this.physical.powered) return;
    this.#noticing(() => {
      if (!this.physical.drive(relay, closed)) return;
      const word = this.#maySpeak() ? this.firmware.contactMoved(relay, cause, this.sample()) : undefined;
      if (word !== undefined && this.#pace.take()) this.#say(word);
    });
  }

  /** Changes the truth; the firmware and the cloud find out by themselves. */
  change(change: DeviceChange): void {
    if (change.presenceLagMs !== undefined) this.presence.setLag(change.presenceLagMs);
    if (change.telemetry !== undefined) this.telemetry = change.telemetry;
    this.#noticing(() => {
      this.physical.supply = change.supply ?? this.physical.supply;
      this.physical.batteryPercent = change.batteryPercent ?? this.physical.batteryPercent;
      this.physical.cellularLevel = change.cellularLevel ?? this.physical.cellularLevel;
      for (const relayChange of change.relays ?? []) this.#changeRelay(relayChange);
    });
    if (change.safeMode !== undefined && change.safeMode !== this.safeMode) this.#restart(change.safeMode);
    this.#changeLink(change);
  }

  /** One telemetry event now, outside its rhythm and the device's publish rate (`load`). */
  speak(): void {
    this.#say(this.firmware.telemetry(this.sample()));
  }

  /** Publishes vitals if it can be reached. */
  publishVitals(): void {
    if (!this.linked) return;
    const payload = this.vitals();
    keepVitals(this.record, { updatedAt: this.#deps.time.now(), payload });
    this.#say({ name: "spark/device/diagnostics/update", data: JSON.stringify(payload) });
  }

  vitals(): JsonObject {
    return vitalsOf({
      physical: this.physical,
      uptimeSeconds: this.uptimeSeconds,
      sessionSeconds: Math.max(0, Math.floor((this.#deps.time.now() - this.presence.lastHandshakeAt) / 1000)),
      published: this.#published,
      rateLimited: this.#pace.refused,
      memoryUsed: integerBetween(this.#deps.random, 78_000, 84_000),
      roundTripMs: integerBetween(this.#deps.random, 300, 1600),
    });
  }

  sample(): Sample {
    this.seq += 1;
    return { seq: this.seq, uptimeSeconds: this.uptimeSeconds };
  }

  /** A word of the cloud about this device. */
  tell(name: string, data: string): void {
    this.#deps.publish(this, { name, data });
  }

  /** Puts an earlier truth in place, without a word to anybody. */
  restore(saved: DeviceSnapshot): void {
    const { physical, record } = this;
    Object.assign(record, { name: saved.name, owner: saved.owner });
    const { powered, reachable, supply, batteryPercent, cellularLevel } = saved;
    Object.assign(physical, { powered, reachable, supply, batteryPercent, cellularLevel });
    for (const relay of physical.relays)
      Object.assign(
        relay,
        saved.relays.find((other) => other.number === relay.number),
      );
    const { telemetry, safeMode, seq, bootedAt, lastTelemetryAt } = saved;
    Object.assign(this, { telemetry, safeMode, seq, bootedAt, lastTelemetryAt });
    this.presence.restore({ ...saved, linked: powered && reachable });
  }

  close(): void {
    this.presence.close();
    for (const stop of this.#timers.values()) stop();
  }

  #changeRelay(change: RelayChange): void {
    const relay = this.physical.relay(change.number);
    if (relay === undefined) return;
    relay.loadMilliamps = change.loadMilliamps ?? relay.loadMilliamps;
    relay.welded = change.welded ?? relay.welded;
    relay.fuseBlown = change.fuseBlown ?? relay.fuseBlown;
  }

  #changeLink(change: DeviceChange): void {
    const { physical } = this;
    const before = physical.powered && physical.reachable;
    const rebooted = change.powered === true && !physical.powered;
    if (change.powered === false && physical.powered) physical.losePower();
    if (rebooted) {
      physical.powered = true;
      this.bootedAt = this.#deps.time.now();
    }
    physical.reachable = change.reachable ?? physical.reachable;
    const after = physical.powered && physical.reachable;
    if (before && !after) this.#loseLink(change.notice === true);
    else if (!before && after) this.#connectLater(this.bootedAt > this.presence.lastHandshakeAt);
  }

  #loseLink(notice: boolean): void {
    for (const kind of ["change", "connect", "session"] as const) this.#timers.get(kind)?.();
    this.presence.lose(notice);
  }

  #restart(safeMode: boolean): void {
    this.safeMode = safeMode;
    this.bootedAt = this.#deps.time.now();
    if (!this.physical.powered || !this.physical.reachable) return;
    this.#loseLink(false);
    this.#connectLater(true);
  }

  #connectLater(handshake: boolean): void {
    this.#later("connect", this.#deps.connectMs(), () => this.presence.connect(handshake, () => this.#beginSession(handshake)));
  }

  #beginSession(handshake: boolean): void {
    if (this.safeMode) return this.#reportSafeMode();
    if (!handshake) return this.#reportSoon();
    this.#later("session", integerBetween(this.#deps.random, 800, 2000), () => {
      for (const word of sessionWords(this.record)) this.#say(word);
      this.publishVitals();
      this.#reportSoon();
    });
  }

  #reportSafeMode(): void {
    this.tell("spark/status/safe-mode", safeModeReport(this.record));
  }

  /** Runs what changes the truth and, when the firmware can measure the difference, lets it report within a second. */
  #noticing(alter: () => void): void {
    const before = this.physical.measurable();
    alter();
    if (this.physical.measurable() !== before && this.#maySpeak()) this.#reportSoon();
  }

  #reportSoon(): void {
    if (this.#timers.has("change")) return;
    this.#later("change", integerBetween(this.#deps.random, changeReportMs.min, changeReportMs.max), () => this.#report());
  }

  #report(): void {
    if (!this.#maySpeak()) return;
    // A firmware that is over its publish rate tries again; it must not lose what it measured.
    if (!this.#pace.take()) return this.#later("change", 1000, () => this.#report());
    this.lastTelemetryAt = this.#deps.time.now();
    this.#say(this.firmware.telemetry(this.sample()));
  }

  #schedulePeriod(delayMs: number): void {
    this.#later("period", delayMs, () => {
      this.#schedulePeriod(this.#deps.telemetryMs);
      if (this.safeMode && this.linked) this.#reportSafeMode();
      else this.#report();
    });
  }

  #maySpeak(): boolean {
    return this.linked && this.telemetry && !this.safeMode;
  }

  #say(word: DeviceWord): void {
    this.#published += 1;
    this.presence.heard();
    this.#deps.publish(this, word);
  }

  #later(kind: "period" | "change" | "connect" | "session", delayMs: number, fn: () => void): void {
    this.#timers.get(kind)?.();
    const stop = this.#deps.time.after(delayMs, () => {
      this.#timers.delete(kind);
      fn();
    });
    this.#timers.set(kind, () => {
      this.#timers.delete(kind);
      stop();
    });
  }
}
