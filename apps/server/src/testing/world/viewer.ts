/**
 * Somebody with the dashboard open: folds what the live stream says, and can be compared with a fresh snapshot. [C3, C6]
 *
 * Judges each event when it comes: may this person see that device at that place of the log, and are names masked?
 */
import { applyEvent } from "@relaydeck/contract/apply-event";
import type { LiveItem, LiveSnapshot } from "@relaydeck/contract/live";
import type { LiveMessage } from "@relaydeck/api/live/item";
import type { Sink } from "@relaydeck/api/live/viewer";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Person } from "./cast.ts";
import type { History } from "./history.ts";
import { owedSince, type OwedRow } from "./owed.ts";
import type { Rights } from "./rights.ts";
import type { World } from "./world.ts";

export interface ViewerParts {
  readonly world: World;
  readonly history: History;
  readonly rights: Rights;
  readonly person: Person;
  readonly label: string;
}

export class Viewer implements Sink {
  readonly person: Person;
  readonly label: string;
  readonly #parts: ViewerParts;
  readonly #numbers: number[] = [];
  #leave: Disposer | null = null;
  #life = 0;
  /** The stream that is open now began with a snapshot or a resync. */
  #isAnew = false;
  snapshot: LiveSnapshot | null = null;
  lastEventId: string | null = null;
  isOpen = false;

  constructor(parts: ViewerParts) {
    this.#parts = parts;
    this.person = parts.person;
    this.label = parts.label;
  }

  /** Opens the stream, resuming where it broke off; false when the session no longer holds. */
  async open(): Promise<boolean> {
    const { deps } = this.#parts.world.server;
    this.close();
    const life = this.#life;
    const session = await deps.sessions.validate(this.person.token);
    if (session === null) return false;
    const caller = { userId: session.userId, sessionId: session.sessionId };
    const owed = this.#owed();
    this.#isAnew = false;
    const before = this.#numbers.length;
    const sink: Sink = {
      push: (messages) => void (life === this.#life && this.push(messages)),
      end: () => void (life === this.#life && this.end()),
    };
    const stream = await deps.feed.open(caller, this.lastEventId, sink);
    if (stream === null) return false;
    const leave = () => deps.feed.leave(stream);
    if (life !== this.#life) {
      leave();
      return false;
    }
    this.#leave = leave;
    this.isOpen = true;
    this.#parts.history.say(`${this.label} watches from ${this.lastEventId ?? "the beginning"}`);
    this.#judgeResume(owed, new Set(this.#numbers.slice(before)));
    return true;
  }

  /** Rows that a resume from here has to tell; none where this is no id of the log. */
  #owed(): readonly OwedRow[] {
    const last = this.#numbers.at(-1);
    return last === undefined || this.lastEventId?.split("-")[1] !== `${last}` ? [] : owedSince(this.#parts, last);
  }

  /** What was missed comes in the opening, all of it; a beginning anew holds it. [WS-8] */
  #judgeResume(owed: readonly OwedRow[], told: ReadonlySet<number>): void {
    if (this.#isAnew) return;
    for (const { number, kind } of owed)
      if (!told.has(number)) this.#parts.history.breach("WS-8", `${this.label} came back and was not told ${number} ${kind}`);
    if (owed.length > 0) this.#parts.history.reached.add("resume");
  }

  /** The connection is gone; what was heard so far stays. */
  close(): void {
    this.#life += 1;
    this.isOpen = false;
    this.#leave?.();
    this.#leave = null;
  }

  push(messages: readonly LiveMessage[]): void {
    for (const message of messages) this.#hear(message);
  }

  #hear(message: LiveMessage): void {
    const { history } = this.#parts;
    const { item } = message;
    history.say(`${this.label} hears ${message.number} ${wordsOf(item)}`);
    if (item.kind === "snapshot" || item.kind === "resync") {
      this.#numbers.length = 0;
      this.#isAnew = true;
    }
    if (message.number <= (this.#numbers.at(-1) ?? 0))
      history.breach("C3", `${this.label} hears ${message.number} after ${this.#numbers.at(-1)}`);
    this.#numbers.push(message.number);
    this.#judgeRight(message);
    this.lastEventId = message.id;
    if (this.snapshot === null && item.kind !== "snapshot" && item.kind !== "resync")
      return history.breach("C3", `${this.label} hears ${item.kind} before a snapshot`);
    this.snapshot = this.snapshot === null ? applyEvent(emptySnapshot, item) : applyEvent(this.snapshot, item);
  }

  end(): void {
    this.#parts.history.say(`${this.label} is cut off`);
    this.close();
  }

  #judgeRight(message: LiveMessage): void {
    const { world, rights, history } = this.#parts;
    const now = world.serverNow();
    for (const deviceId of devicesIn(message.item)) {
      const right = rights.at(this.person.id, deviceId, { number: message.number, now });
      if (right === "none") history.breach("C6", `${this.label} hears ${wordsOf(message.item)} without a right`);
      const isMasked = right !== "view" || othersNamesIn(message.item).length === 0;
      if (!isMasked)
        history.breach("C6", `${this.label}, who may only look, reads the names ${othersNamesIn(message.item).join()}`);
    }
  }
}

const emptySnapshot = { devices: [] } as unknown as LiveSnapshot; // Replaced whole by the first item, which is a snapshot.

/** Devices an item tells about. That access has ended is told to who has none, and of a snapshot each device is one. */
function devicesIn(item: LiveItem): readonly string[] {
  switch (item.kind) {
    case "snapshot":
    case "resync":
      return item.devices.map(({ id }) => id);
    case "device":
    case "access-granted":
      return [item.device.id];
    case "command":
      return [item.command.deviceId];
    case "activity":
      return item.entry.deviceId === null ? [] : [item.entry.deviceId];
    case "access-ended":
    case "user":
    case "gap":
    case "status":
    case "shares":
    case "alerts":
    case "layouts":
    case "activity-view":
      return [];
  }
}

function othersNamesIn(item: LiveItem): string[] {
  const commands =
    item.kind === "command"
      ? [item.command]
      : item.kind === "device"
        ? item.device.relays.flatMap((relay) => relay.command ?? [])
        : [];
  return commands.flatMap((command) => (command.by === "other" && command.byName !== null ? [command.byName] : []));
}

function wordsOf(item: LiveItem): string {
  switch (item.kind) {
    case "snapshot":
    case "resync":
      return `${item.kind} of ${item.devices.map(({ name }) => name).join("+")}`;
    case "device":
    case "access-granted":
      return `${item.kind} ${item.device.name} ${item.device.status} ${item.device.freshness} ${item.device.relays.map((relay) => `${relay.state}${relay.milliamps ?? ""}`).join()}`;
    case "command":
      return `command ${item.command.commandId} ${item.command.state}${item.command.disagrees ? " disagrees" : ""}`;
    case "activity":
      return `activity "${item.entry.message}"`;
    case "access-ended":
      return `access-ended ${item.deviceId}`;
    case "status":
      return `status ${item.status.connectionStatus}`;
    case "gap":
      return `gap ${item.from} to ${item.to ?? "…"}`;
    case "user":
    case "shares":
    case "alerts":
    case "layouts":
    case "activity-view":
      return item.kind;
  }
}
