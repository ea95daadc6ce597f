/** What one commit makes of one device: its rows moved on word by word, its commands confirmed, its news collected. */
import { vitalsOf } from "@relaydeck/core/devices/view";
import type { Profile } from "@relaydeck/core/devices/profile";
import { freshnessOf, relayStateOf, statusOf } from "@relaydeck/core/devices/presence";
import { isAwaitingProof, type Sample } from "@relaydeck/core/relays/command";
import { loadAfterCommand } from "@relaydeck/core/relays/load";
import { countedBy, type Counted } from "@relaydeck/core/telemetry/measured";
import type { Observation, RelayReading } from "@relaydeck/core/telemetry/observe";
import { toldOfMove, type Told } from "@relaydeck/core/activity/entry";
import { toldOfPresence } from "@relaydeck/core/activity/presence";
import { occurrencesIn } from "@relaydeck/core/alerts/occurrence";
import type { AlertOccurrence } from "@relaydeck/contract/alerts";
import { newId } from "@relaydeck/contract/ids";
import { toInstant } from "@relaydeck/contract/instants";
import { insertActivity } from "@relaydeck/db/activity/store";
import type { DeviceRow, RelayRow } from "@relaydeck/db/devices/store";
import type { RelayChangeRow } from "@relaydeck/db/relays/changes";
import type { CommandRow, CommandWithActor } from "@relaydeck/db/relays/commands";
import type { Tx } from "@relaydeck/db/store";
import type { NewLiveEvent } from "@relaydeck/db/live/event";
import { emptyMetric } from "@relaydeck/db/telemetry/store";
import type { PresenceRow } from "@relaydeck/db/telemetry/presence";
import type { MetricRow, TelemetryChange } from "@relaydeck/db/telemetry/rows";
import type { Random } from "@relaydeck/kit/random";
import type { Happened } from "../alerts/evaluate-alerts.ts";
import type { AuditEntry } from "../audit/audit.ts";
import { displayName, toNeutral, type DeviceRows } from "../devices/facts.ts";
import { toLiveEvent } from "../live/append.ts";
import { applyEvidence } from "../relays/apply.ts";
import { listenToWord, type DeviceState, type Heard, type Moved } from "./listen-to-word.ts";
import { measured, metricOfVitals } from "./vitals.ts";
import type { Word } from "./word.ts";

type Report = Extract<Heard, { kind: "report" }>;

/** A load that was seen within this time counts as known. [D54] */
const loadMemoryMs = 30 * 24 * 60 * 60_000;

/** Cause of a row in the relay's history by which its state only became known. */
export const firstReport = "first-report";

interface BatchOptions {
  readonly rows: DeviceRows;
  readonly profile: Profile;
  /** What its reports said of its count; null where none is remembered. */
  readonly counted: Counted | null;
  readonly now: number;
  readonly random: Random;
}

export class DeviceBatch {
  readonly #options: BatchOptions;
  readonly #metrics: MetricRow[] = [];
  readonly #news: NewLiveEvent[] = [];
  readonly #moves: RelayChangeRow[] = [];
  readonly #presence: PresenceRow[] = [];
  readonly #commands = new Map<string, CommandWithActor>();
  readonly #occurrences: AlertOccurrence[] = [];
  readonly #audited: AuditEntry[] = [];
  #state: DeviceState;
  #counted: Counted | null;
  isChanged = false;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#state = options.rows;
    this.#counted = options.counted;
    for (const known of [...options.rows.commands, ...options.rows.awaiting]) this.#commands.set(known.command.id, known);
  }

  /** False when what the word says was dropped: double, old, or not of this device's language. */
  async take(tx: Tx, word: Word): Promise<boolean> {
    const { profile, now } = this.#options;
    const before = this.#state;
    const heard = listenToWord(before, word, { profile, now, counted: this.#counted });
    if (heard.kind === "dropped") return false;
    this.isChanged = true;
    this.#state = heard.state;
    this.#occurrences.push(...occurrencesOf(before, heard, now));
    this.#presence.push(...presenceIn(before.device, heard.state.device, word));
    if (word.kind === "vitals") this.#metrics.push(metricOfVitals(before.device.id, word.at, word.vitals));
    if (heard.kind === "report") {
      this.#metrics.push(metricOf(heard.state, heard.observation));
      // What awaited proof before this report is what the report may answer.
      const lastSent = new Map(heard.moved.map(({ number }) => [number, this.#lastSent(number)]));
      for (const reading of heard.observation.relays) await this.#judge(tx, { before, reading, measuredAt: heard.measuredBy });
      for (const moved of heard.moved) await this.#tellMove(tx, { moved, heard, command: lastSent.get(moved.number) ?? null });
    }
    // An answer's time is that of its question: it says nothing of how long a report was under way.
    if (word.kind === "event" && heard.kind !== "state") this.#counted = countedBy(heard.observation, this.#counted);
    return heard.kind !== "overdue";
  }

  /** After the last word: the derived columns, and what the log says of the session. */
  async finish(tx: Tx): Promise<void> {
    const { now, profile } = this.#options;
    const { device, relays } = this.#state;
    const status = statusOf(device, now);
    const derived = { status, isConnected: status === "online", relayState: relayStateOf(relays) };
    this.#state = {
      relays,
      device: {
        ...device,
        ...(device.overriddenAt === null ? derived : {}),
        freshness: freshnessOf(device, profile.staleAfterMs, now),
        updatedAt: now,
      },
    };
    const told = toldOfPresence(device.name, this.#occurrences);
    if (told !== null) await this.#say(tx, told);
  }

  /** What happened, word by word, for those who want to hear of it. */
  happened(): Happened {
    return { device: this.#state.device, occurrences: this.#occurrences };
  }

  changes(): TelemetryChange {
    const before = new Map(this.#options.rows.relays.map((relay) => [relay.number, relay]));
    return {
      device: this.#state.device,
      relays: this.#state.relays.filter((relay) => relay !== before.get(relay.number)),
      metrics: this.#metrics,
    };
  }

  /** Every move that the words told of, for the device's history. */
  get moves(): readonly RelayChangeRow[] {
    return this.#moves;
  }

  get deviceId(): string {
    return this.#state.device.id;
  }

  /** What its reports said of its count, for the next one. */
  get counted(): Counted | null {
    return this.#counted;
  }

  /** Each time it came or went. */
  get presence(): readonly PresenceRow[] {
    return this.#presence;
  }

  /** What the audit is to say of commands, once everything else of the commit is written: its first row is locked last. */
  get audited(): readonly AuditEntry[] {
    return this.#audited;
  }

  /** The device first: it holds a proved command together with its proof, and nobody sees the one without the other. [C1] */
  liveEvents(profiles: readonly Profile[]): readonly NewLiveEvent[] {
    const commands = this.#options.rows.commands.map((latest) => this.#commands.get(latest.command.id) ?? latest);
    const awaiting = [...this.#commands.values()].filter(({ command }) => isAwaitingProof(command));
    const device = toNeutral({ ...this.#state, commands, awaiting }, { profiles, now: this.#options.now });
    const body = { kind: "device", device, vitals: vitalsOf(this.#state.device) } as const;
    return [toLiveEvent({ deviceId: device.id, userId: null, body }), ...this.#news];
  }

  /** Only the last command that may have moved a relay can be proved or contradicted by what the relay does now. */
  async #judge(tx: Tx, what: { before: DeviceState; reading: RelayReading; measuredAt: number }): Promise<void> {
    const { reading } = what;
    const command = this.#lastSent(reading.number);
    const relay = this.#state.relays.find((candidate) => candidate.number === reading.number);
    if (command === null || relay === undefined) return;
    const sample = this.#sampleOf(what, relay);
    if (loadAfterCommand(command, sample) !== null) this.#replaceRelay({ ...relay, load: "no-load" });
    const told: Tx = { ...tx, live: async (events) => void this.#news.push(...events) };
    const after = await applyEvidence(told, { command, evidence: { kind: "sample", sample } }, this.#scene(relay, command));
    const known = this.#commands.get(command.id);
    if (after !== null && known !== undefined) this.#commands.set(after.id, { ...known, command: after });
  }

  #sampleOf(what: { before: DeviceState; reading: RelayReading; measuredAt: number }, relay: RelayRow): Sample {
    const { profile, now } = this.#options;
    const earlier = what.before.relays.find((candidate) => candidate.number === relay.number);
    const loadSeenAt = earlier?.loadSeenAt ?? null;
    return {
      measuredAt: what.measuredAt,
      evidence: relay.evidence === "contact" ? "contact" : "current",
      contact: what.reading.contact,
      milliamps: what.reading.milliamps,
      onThresholdMilliamps: profile.onThresholdMilliamps,
      loadSeen: loadSeenAt !== null && now - loadSeenAt <= loadMemoryMs,
    };
  }

  /**
   * What the relay's row names: the last one that left and did not fail, which is proved to have moved nothing. Null where its end
   * is known: nothing older is judged in its place. [CM-6]
   */
  #lastSent(relayNumber: number): CommandRow | null {
    const id = this.#state.relays.find(({ number }) => number === relayNumber)?.lastCommandId ?? "";
    return this.#commands.get(id)?.command ?? null;
  }

  #replaceRelay(relay: RelayRow): void {
    this.#state = { ...this.#state, relays: this.#state.relays.map((other) => (other.number === relay.number ? relay : other)) };
  }

  /** A move that answers a command is told by the command; any other is news of its own. [C10] */
  async #tellMove(tx: Tx, told: { moved: Moved; heard: Report; command: CommandRow | null }): Promise<void> {
    const { moved, heard, command } = told;
    const { cause, measuredAt: at } = heard.observation;
    const relay = this.#state.relays.find((candidate) => candidate.number === moved.number);
    const isAnswer = command !== null && cause !== "button" && this.#isAnswer(command, moved, heard.measuredBy);
    const { id: deviceId } = this.#state.device;
    this.#moves.push({
      deviceId,
      relayNumber: moved.number,
      at,
      state: moved.to,
      commandId: isAnswer ? command.id : null,
      cause: moved.from === null ? firstReport : cause,
    });
    if (moved.from === null || relay === undefined || isAnswer) return;
    await this.#say(tx, toldOfMove(relay.name, moved.to, cause), moved.number);
  }

  /**
   * Of a command as it was before the report: the move proved it, or came while proof was still due. One of an earlier owner is
   * nobody's here to see. [AD-7]
   */
  #isAnswer(command: CommandRow, moved: Moved, measuredAt: number): boolean {
    if (command.acceptedOrder <= this.#state.device.commandsAfter) return false;
    if (command.target !== moved.to || command.sentAt === null || !isAwaitingProof(command)) return false;
    const isProved = this.#commands.get(command.id)?.command.state === "confirmed";
    const afterMs = measuredAt - command.sentAt;
    return isProved || (afterMs > 0 && afterMs <= this.#options.profile.staleAfterMs);
  }

  #scene(relay: RelayRow, command: CommandRow) {
    const { now, random } = this.#options;
    const actor = this.#commands.get(command.id)?.actor ?? null;
    return {
      now,
      random,
      relayName: relay.name,
      lastCommandId: relay.lastCommandId,
      commandsAfter: this.#state.device.commandsAfter,
      deviceName: this.#state.device.name,
      actorName: actor === null ? null : displayName(actor),
      audited: this.#audited,
    };
  }

  async #say(tx: Tx, what: Told, relayNumber: number | null = null): Promise<void> {
    const { now, random, rows } = this.#options;
    const entry = {
      id: newId("activity", random),
      timestamp: now,
      userId: null,
      deviceId: rows.device.id,
      relayNumber,
      commandId: null,
      commandState: null,
      ...what,
    };
    await insertActivity(tx, entry);
    const shown = { ...entry, timestamp: toInstant(now), deviceName: rows.device.name, userName: null };
    this.#news.push(toLiveEvent({ deviceId: rows.device.id, userId: null, body: { kind: "activity", entry: shown } }));
  }
}

function occurrencesOf(before: DeviceState, heard: Exclude<Heard, { kind: "dropped" }>, now: number): AlertOccurrence[] {
  const isReport = heard.kind === "report";
  const moves = isReport ? heard.moved.filter(({ from }) => from !== null) : [];
  const nameOf = (number: number) => before.relays.find((relay) => relay.number === number)?.name ?? `Relay ${number}`;
  const moved = moves.map(({ number, to }) => ({ name: nameOf(number), to }));
  const at = isReport ? heard.observation.measuredAt : now;
  return occurrencesIn(before.device, heard.state.device, { moved, at, now });
}

/** Words come late and out of order; a change never stands before what it changed. */
function presenceIn(before: DeviceRow, after: DeviceRow, word: Word): PresenceRow[] {
  const { cloudOnline: online } = after;
  if (online === null || online === before.cloudOnline) return [];
  const saidAt = word.kind === "observation" ? word.observation.measuredAt : "at" in word ? word.at : 0;
  const at = Math.max(saidAt, before.cloudOnlineAt ?? 0, before.lastHeardAt ?? 0);
  return [{ deviceId: before.id, at, online, was: before.cloudOnline }];
}

/** What this report told, and nothing that is known from before. [C3] */
function metricOf(state: DeviceState, observation: Observation): MetricRow {
  return {
    ...emptyMetric(state.device.id, observation.measuredAt),
    isOnline: true,
    signalStrength: measured(observation.cellularLevel),
    batteryLevel: measured(observation.batteryPercent),
    uptime: observation.uptimeSeconds === null ? null : Math.round(observation.uptimeSeconds),
    lastHeard: observation.measuredAt,
    relays: state.relays.map(({ number, reported }) => ({
      number,
      reported,
      milliamps: observation.relays.find((reading) => reading.number === number)?.milliamps ?? null,
    })),
  };
}
