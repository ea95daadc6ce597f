/**
 * One event as one kind of viewer reads it: made once, serialised once, shared by all who read the same. [performance G1]
 */
import { entryFor } from "@relaydeck/core/activity/entry";
import { actorsOf, deviceFor } from "@relaydeck/core/devices/view";
import { commandFor, type Viewer as Reader } from "@relaydeck/core/relays/command-view";
import { countDevices } from "@relaydeck/contract/device-counts";
import { permissions, type Device, type Permission } from "@relaydeck/contract/devices";
import type { LiveItem } from "@relaydeck/contract/live";
import { unreachable } from "@relaydeck/kit/assert";
import type { LiveRow } from "./live-row.ts";

/** An event on its way to viewers. `key`: items of one key may be replaced by the newest for a slow reader; null = history. [WS-6] */
export class LiveMessage {
  /** Id that the client hands back to resume after this event. */
  readonly id: string;
  /** The log's number of it. */
  readonly number: number;
  readonly item: LiveItem;
  /** The row's items that it is one of; null where it was made for one person. */
  readonly items: ItemsOfRow | null;
  /** The right it was made for: whoever is given more while it is kept reads no more of it. Null where it was made for one person. */
  readonly mostPermission: Permission | null;
  #key: string | null | undefined;
  #json: string | null = null;
  #alone: readonly LiveMessage[] | null = null;

  constructor(at: { id: string; number: number }, item: LiveItem, made: MadeOf | null = null) {
    this.id = at.id;
    this.number = at.number;
    this.item = item;
    this.items = made?.items ?? null;
    this.mostPermission = made?.mostPermission ?? null;
  }

  /** Made at the first call, as only who holds back asks for it. [performance G2, G6] */
  get key(): string | null {
    if (this.#key === undefined) this.#key = keyOf(this.item);
    return this.#key;
  }

  /** A list of this message, always the same one. */
  get alone(): readonly LiveMessage[] {
    this.#alone ??= [this];
    return this.#alone;
  }

  /** The item as JSON, made at the first call. */
  json(): string {
    this.#json ??= JSON.stringify(this.item);
    return this.#json;
  }

  /** The same event, marked as standing for several. */
  collapsed(): LiveMessage {
    const { item } = this;
    const isMarkable = item.kind === "device" || item.kind === "command" || item.kind === "status";
    return isMarkable ? new LiveMessage(this, { ...item, collapsed: true }, this) : this;
  }

  /** The same event as this reader reads it, by no more than the right it was made for, marked as this one is. */
  for(reader: Reader): LiveMessage {
    const permission = weaker(reader.permission, this.mostPermission ?? reader.permission);
    const made = this.items?.for({ ...reader, permission }) ?? this;
    return "collapsed" in this.item && this.item.collapsed === true ? made.collapsed() : made;
  }

  /** The same without some of the devices that the beginning of a stream tells. */
  onlyWith(isSeen: (device: Device) => boolean): LiveMessage {
    const { item } = this;
    if (item.kind !== "snapshot" && item.kind !== "resync") return this;
    const devices = item.devices.filter(isSeen);
    if (devices.length === item.devices.length) return this;
    return new LiveMessage(this, { ...item, devices, status: { ...item.status, ...countDevices(devices) } });
  }
}

/** What a message was made of. */
type MadeOf = Pick<LiveMessage, "items" | "mostPermission">;

function weaker(one: Permission, other: Permission): Permission {
  return permissions.indexOf(one) > permissions.indexOf(other) ? one : other;
}

function keyOf(item: LiveItem): string | null {
  switch (item.kind) {
    case "device":
      return `device ${item.device.id}`;
    case "command":
      // Each by itself: what a newer one covers may still be open. [C1]
      return `command ${item.command.commandId}`;
    case "status":
    case "user":
      return item.kind;
    case "shares":
    case "alerts":
    case "layouts":
    case "activity-view":
      return `${item.kind} ${item.deviceId ?? ""}`;
    case "snapshot":
    case "resync":
    case "access-granted":
    case "access-ended":
    case "activity":
    case "gap":
      return null;
  }
}

/** Items of one row by kind of reader. A row about a device has at most: three rights, times "you" per actor. */
export class ItemsOfRow {
  readonly row: LiveRow;
  readonly #id: string;
  readonly #actors: readonly string[];
  /** Mostly one kind of reader, so one at a time is remembered before there is a map. */
  #first: LiveMessage | null = null;
  #firstKind = "";
  #others: Map<string, LiveMessage> | null = null;

  constructor(row: LiveRow, id: string) {
    this.row = row;
    this.#id = id;
    this.#actors = actorsIn(row);
  }

  /** True when somebody may read it in words of their own. */
  get hasActors(): boolean {
    return this.#actors.length > 0;
  }

  /** The message for this reader, shared with all readers of the same kind. */
  for(reader: Reader): LiveMessage {
    return this.#actors.includes(reader.userId)
      ? this.#once(`${reader.permission} ${reader.userId}`, reader)
      : this.shared(reader.permission);
  }

  /** The message for everybody with this right who is not an actor in it. */
  shared(permission: Permission): LiveMessage {
    return this.#once(permission, { userId: nobody, permission });
  }

  #once(kind: string, reader: Reader): LiveMessage {
    if (this.#first !== null && this.#firstKind === kind) return this.#first;
    const known = this.#others?.get(kind);
    if (known !== undefined) return known;
    const of = { items: this, mostPermission: reader.permission };
    const made = new LiveMessage({ id: this.#id, number: this.row.number }, itemFor(this.row, reader), of);
    if (this.#first === null) {
      this.#first = made;
      this.#firstKind = kind;
    } else {
      this.#others ??= new Map();
      this.#others.set(kind, made);
    }
    return made;
  }
}

/** No user has this id. */
const nobody = "";

function actorsIn(row: LiveRow): readonly string[] {
  if (row.body.kind === "device") return actorsOf(row.body.device);
  if (row.body.kind === "command") return [row.body.command.actorId];
  if (row.body.kind === "activity") return row.body.entry.userId === null ? [] : [row.body.entry.userId];
  if (row.body.kind === "access" && row.body.device !== null) return actorsOf(row.body.device);
  return [];
}

/** What a reader gets of a row; rows that nobody reads (ended sessions, statuses) never come here. */
function itemFor(row: LiveRow, reader: Reader): LiveItem {
  const { body } = row;
  switch (body.kind) {
    case "device":
      return { kind: "device", device: deviceFor(reader, body.device), vitals: body.vitals };
    case "command":
      return { kind: "command", command: commandFor(reader, body.command) };
    case "activity":
      return { kind: "activity", entry: entryFor(reader, body.entry) };
    case "access":
      return body.device === null || row.deviceId === null
        ? { kind: "access-ended", deviceId: row.deviceId ?? "" }
        : { kind: "access-granted", device: deviceFor(reader, body.device) };
    case "user":
      return { kind: "user", user: body.user };
    case "gap":
      return { kind: "gap", from: body.from, to: body.to };
    case "shares":
    case "alerts":
    case "layouts":
    case "activity-view":
      return row.deviceId === null ? { kind: body.kind } : { kind: body.kind, deviceId: row.deviceId };
    case "status":
    case "session-ended":
      return unreachable(body as never);
  }
}
