/**
 * The live feed: log rows in, each viewer's events out, in log order, each asked of the index at the moment it is sent. [C3, C6]
 *
 * Opening attaches first and reads afterwards, so nothing falls between snapshot and stream. A stream begins with one
 * snapshot, or resumes with exactly the missed events, or with one `resync`. [WS-8]
 * Not here: sockets and their bounds (apps/server/src/live), and what is true (core).
 */
import { countDevices } from "@relaydeck/contract/device-counts";
import { toInstant } from "@relaydeck/contract/instants";
import type { LiveItem } from "@relaydeck/contract/live";
import type { NeutralDevice } from "@relaydeck/core/devices/view";
import { isWithin, type ProgramRight } from "@relaydeck/core/policy";
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { LoopTurn } from "@relaydeck/kit/loop-turn";
import type { Caller } from "../caller.ts";
import { Broadcast } from "./broadcast.ts";
import { couldSee, EventIds, type ResumePoint } from "./event-id.ts";
import { ItemsOfRow, LiveMessage } from "./item.ts";
import { isBeginning, isForAllReaders, type LiveRow } from "./live-row.ts";
import { ViewerIndex } from "./viewer-index.ts";
import type { Right, Sink, Viewer } from "./viewer.ts";

/** What a fresh viewer needs, read in one consistent moment of the log. */
export interface Opening {
  /** The log's number at that moment. */
  readonly head: number;
  readonly sessionEndsAt: number | null;
  /** None that began after the head: its row is still to come. */
  readonly rights: ReadonlyMap<string, Right>;
  readonly snapshot: Omit<Extract<LiveItem, { kind: "snapshot" }>, "kind">;
}

/** Up to where a viewer missed rows, and which of them may be the viewer's to see: those of the user or one of the devices. */
export interface MissedBy {
  readonly head: number;
  readonly userId: string;
  readonly deviceIds: readonly string[];
}

/** Reads that the feed needs of the data layer; api/src/live/opening.ts does them. */
export interface FeedSource {
  /** Tag of this log: ids of another database never resume here. */
  readonly epoch: string;
  open(caller: Caller): Promise<Opening | null>;
  /**
   * The row after `after`, and all further ones up to the head that may be this viewer's to see; null when the log no longer
   * reaches back or there are too many.
   */
  missed(after: number, by: MissedBy): Promise<readonly LiveRow[] | null>;
  onRows(listener: (rows: readonly LiveRow[]) => void): Disposer;
}

/** Somebody signed in who has to be told of the end of the session. */
export interface SessionWatch {
  readonly caller: Caller;
  sessionEnded(): void;
}

/** Rights of one person change seldom. */
const mostOpenings = 5;

export class LiveFeed {
  readonly #clock: Clock;
  readonly #source: FeedSource;
  readonly #ids: EventIds;
  readonly #index = new ViewerIndex();
  /** Streams whose snapshot is being read, with the rows committed meanwhile. */
  readonly #opening = new Set<LiveRow[]>();
  readonly #sessionWatches = new Set<SessionWatch>();
  readonly #connected = new Map<string, boolean>();
  readonly #broadcast: Broadcast;
  readonly #unlisten: Disposer;

  constructor(deps: { clock: Clock; source: FeedSource; turn: Pick<LoopTurn, "gather"> }) {
    this.#clock = deps.clock;
    this.#broadcast = new Broadcast(deps.turn);
    this.#source = deps.source;
    this.#ids = new EventIds(deps.source.epoch);
    this.#unlisten = deps.source.onRows((rows) => this.committed(rows));
  }

  /** The feed's own entry: rows just committed, in number order. */
  committed(rows: readonly LiveRow[]): void {
    for (const row of rows) {
      for (const waiting of this.#opening) waiting.push(row);
      this.#send(row);
    }
  }

  /**
   * Opens a stream; null when the session no longer holds. What was read under a right that ended or shrank meanwhile goes nowhere: it is
   * read again. [WS-5] Rejects where that never ends.
   */
  async open(caller: Caller, lastEventId: string | null, sink: Sink): Promise<Viewer | null> {
    for (let tries = 0; tries < mostOpenings; tries += 1) {
      const viewer = await this.#tryToOpen(caller, lastEventId, sink);
      if (viewer !== "changed") return viewer;
    }
    throw new Error(`The rights of ${caller.userId} shrank in each of ${mostOpenings} openings`);
  }

  async #tryToOpen(caller: Caller, lastEventId: string | null, sink: Sink): Promise<Viewer | null | "changed"> {
    const meanwhile: LiveRow[] = [];
    this.#opening.add(meanwhile);
    try {
      const opening = await this.#source.open(caller);
      if (opening === null) return null;
      const from = this.#ids.read(lastEventId, { userId: caller.userId, head: opening.head });
      const missed = from === null ? null : await this.#missedSince(from, { caller, opening });
      if (meanwhile.some((row) => row.number > opening.head && endsRight(row, caller))) return "changed";
      this.#learn(opening, meanwhile);
      const viewer = this.#viewerOf(caller, opening, sink);
      this.#begin(viewer, { opening, missed, isResume: lastEventId !== null });
      for (const row of meanwhile) this.#sendTo(viewer, row);
      return viewer;
    } finally {
      this.#opening.delete(meanwhile);
    }
  }

  /** Streams open now. */
  get viewers(): number {
    return this.#index.size;
  }

  /** Ends every stream and listens no more. */
  close(): void {
    this.#unlisten();
    for (const viewer of [...this.#index.all()]) this.#end(viewer, "shutting-down");
  }

  /**
   * What was missed, or null when the log cannot say. The id of a shared frame names a row, and that row must have been
   * this person's to see: another's id leads to a resync like a made-up one. [WS-9]
   */
  async #missedSince(from: ResumePoint, by: { caller: Caller; opening: Opening }): Promise<readonly LiveRow[] | null> {
    const { head, rights } = by.opening;
    const scope = { head, userId: by.caller.userId, deviceIds: [...rights.keys()] };
    if (from.isOwn) return this.#source.missed(from.number, scope);
    const rows = await this.#source.missed(from.number - 1, scope);
    const [last, ...missed] = rows ?? [];
    if (last?.number !== from.number) return null;
    return couldSee(last, { userId: scope.userId, rights, later: missed }) ? missed : null;
  }

  /** Devices of which no row came yet. A row that came while the opening was read is newer than what it read. */
  #learn(opening: Opening, meanwhile: readonly LiveRow[]): void {
    const told = new Set(meanwhile.map((row) => deviceIn(row)?.id));
    for (const { id, isConnected } of opening.snapshot.devices) if (!told.has(id)) this.#connected.set(id, isConnected);
  }

  #viewerOf(caller: Caller, opening: Opening, sink: Sink): Viewer {
    return {
      userId: caller.userId,
      sessionId: caller.sessionId,
      program: caller.program,
      sessionEndsAt: opening.sessionEndsAt,
      startsAfter: opening.head,
      sink,
      deviceIds: [],
    };
  }

  #begin(viewer: Viewer, start: { opening: Opening; missed: readonly LiveRow[] | null; isResume: boolean }): void {
    this.#index.add(viewer, start.opening.rights);
    if (start.missed === null) {
      const kind = start.isResume ? "resync" : "snapshot";
      const message = new LiveMessage(this.#ids.own(start.opening.head, viewer.userId), { kind, ...start.opening.snapshot });
      return viewer.sink.push(message.alone);
    }
    if (this.#isOver(viewer, this.#clock.now())) return;
    // A device that came within the gap is told whole by its grant; what was before was not this viewer's to see.
    const begunAt = lastOwn(start.missed, viewer.userId, isBeginning);
    // And what was before a right to look became another one is told as it would have been then, names masked.
    const raisedAt = lastOwn(start.missed, viewer.userId, ({ body }) => body.kind === "access" && body.before === "view");
    const messages = start.missed.flatMap((row) => {
      const isBefore = (at: Map<string, number>) => row.body.kind !== "access" && row.number < (at.get(row.deviceId ?? "") ?? 0);
      const message = isBefore(begunAt) ? null : this.#replayed(viewer, row);
      if (message === null || !isBefore(raisedAt)) return message ?? [];
      return message.for({ userId: viewer.userId, permission: "view" });
    });
    if (messages.length > 0) viewer.sink.push(messages);
  }

  /** Rights are already those of the end of the gap, so access rows only speak; they change nothing. */
  #replayed(viewer: Viewer, row: LiveRow): LiveMessage | null {
    if (row.body.kind === "session-ended") return null;
    if (row.body.kind !== "access") return this.#messageFor(viewer, row, this.#clock.now());
    if (row.userId !== viewer.userId || row.deviceId === null || !isWithin(viewer.program, row.deviceId)) return null;
    const right = this.#index.rightOf(viewer, row.deviceId);
    if (row.body.access !== "none" && right === undefined) return null;
    return this.#madeFor(viewer, row, right?.permission ?? "view");
  }

  #send(row: LiveRow): void {
    const { body } = row;
    const device = deviceIn(row);
    if (device !== null) this.#connected.set(device.id, device.isConnected);
    if (body.kind === "device" || body.kind === "command") return this.#sendToDevice(row);
    this.#broadcast.flush();
    if (body.kind === "session-ended") return this.#endSessions(row.userId, body.sessionId);
    for (const viewer of [...this.#audience(row)]) this.#sendTo(viewer, row);
  }

  /** The hot path: everybody who may see the device, and nobody else is looked at. */
  #sendToDevice(row: LiveRow): void {
    if (row.deviceId === null) return;
    const audiences = this.#index.audiencesOf(row.deviceId);
    if (audiences.length === 0) return;
    const items = new ItemsOfRow(row, this.#ids.shared(row.number));
    const now = this.#clock.now();
    for (const audience of audiences) {
      const isForAll = row.number > audience.startsAfter && now < audience.until && !items.hasActors;
      if (isForAll) this.#broadcast.send(audience.viewers, items.shared(audience.permission));
      else {
        this.#broadcast.flush();
        for (const viewer of audience.viewers) this.#sendIfSeen(viewer, { row, items, now });
      }
    }
  }

  /** One by one: somebody of the audience is the actor, has just come, or may see it no longer. */
  #sendIfSeen(viewer: Viewer, what: { row: LiveRow; items: ItemsOfRow; now: number }): void {
    if (what.row.number <= viewer.startsAfter || this.#isOver(viewer, what.now)) return;
    const permission = this.#permissionFor(viewer, what.row, what.now);
    if (permission !== null) viewer.sink.push(what.items.for({ userId: viewer.userId, permission }).alone);
  }

  #audience(row: LiveRow): Iterable<Viewer> {
    if (row.body.kind === "activity" && row.deviceId !== null) {
      const viewers = new Set(this.#index.ofDevice(row.deviceId).keys());
      if (row.userId !== null) for (const viewer of this.#index.ofUser(row.userId)) viewers.add(viewer);
      return viewers;
    }
    return row.userId === null ? this.#index.all() : this.#index.ofUser(row.userId);
  }

  #sendTo(viewer: Viewer, row: LiveRow): void {
    if (row.number <= viewer.startsAfter) return;
    if (row.body.kind === "session-ended") {
      if (row.userId === viewer.userId && matches(viewer, row.body.sessionId)) this.#end(viewer, "session-ended");
      return;
    }
    if (row.body.kind !== "access") return this.#deliver(viewer, row);
    if (row.userId !== viewer.userId || row.deviceId === null || !isWithin(viewer.program, row.deviceId)) return;
    const { access, expiresAt } = row.body;
    if (access === "none") this.#index.withdraw(viewer, row.deviceId);
    else this.#index.grant(viewer, row.deviceId, { permission: access, expiresAt });
    viewer.sink.push(this.#madeFor(viewer, row, access === "none" ? "view" : access).alone);
  }

  #deliver(viewer: Viewer, row: LiveRow): void {
    const now = this.#clock.now();
    if (this.#isOver(viewer, now)) return;
    const message = this.#messageFor(viewer, row, now);
    if (message !== null) viewer.sink.push(message.alone);
  }

  /** The row as this viewer reads it; null when it is not this viewer's to see. */
  #messageFor(viewer: Viewer, row: LiveRow, now: number): LiveMessage | null {
    if (row.body.kind === "status") {
      const status = { ...row.body.status, ...this.#countsOf(viewer, now), serverTime: toInstant(now) };
      return new LiveMessage(this.#ids.own(row.number, viewer.userId), { kind: "status", status });
    }
    const permission = this.#permissionFor(viewer, row, now);
    return permission === null ? null : this.#madeFor(viewer, row, permission);
  }

  /** Own rows need no device; rows about a device need the right at this moment, own actions on it included. */
  #permissionFor(viewer: Viewer, row: LiveRow, now: number) {
    const isOwn = row.userId === null || row.userId === viewer.userId;
    if (!isOwn && (row.deviceId === null || !isForAllReaders(row))) return null;
    if (row.deviceId === null) return row.body.kind === "activity" && isBounded(viewer.program) ? null : ("owner" as const);
    return this.#permissionOn(row.deviceId, viewer, now);
  }

  #permissionOn(deviceId: string, viewer: Viewer, now: number): Right["permission"] | null {
    const right = this.#index.rightOf(viewer, deviceId);
    if (right === undefined || (right.expiresAt !== null && now >= right.expiresAt)) return null;
    return right.permission;
  }

  #madeFor(viewer: Viewer, row: LiveRow, permission: Right["permission"]): LiveMessage {
    return new ItemsOfRow(row, this.#ids.shared(row.number)).for({ userId: viewer.userId, permission });
  }

  /**
   * What a sink has kept since it was pushed, as its viewer may read it at this moment; null for what is no longer the
   * viewer's to see. Whoever keeps messages asks before each leaves: a right may have ended or sunk meanwhile. One that was
   * raised shows no more of what was made before. [WS-5, C6]
   */
  seenNow(viewer: Viewer, message: LiveMessage): LiveMessage | null {
    const now = this.#clock.now();
    if (this.#isOver(viewer, now)) return null;
    if (message.items === null) {
      const rightOn = (deviceId: string) => this.#permissionOn(deviceId, viewer, now);
      return message.onlyWith((device) => rightOn(device.id) === device.userPermission);
    }
    const { row } = message.items;
    if (row.body.kind === "access" && row.body.access === "none") return message;
    const permission = this.#permissionFor(viewer, row, now);
    return permission === null ? null : message.for({ userId: viewer.userId, permission });
  }

  #countsOf(viewer: Viewer, now: number) {
    const seen = viewer.deviceIds.filter((deviceId) => now < (this.#index.rightOf(viewer, deviceId)?.expiresAt ?? Infinity));
    return countDevices(seen.map((deviceId) => ({ isConnected: this.#connected.get(deviceId) === true })));
  }

  #isOver(viewer: Viewer, now: number): boolean {
    if (viewer.sessionEndsAt === null || now < viewer.sessionEndsAt) return false;
    this.#end(viewer, "session-ended");
    return true;
  }

  /** Tells it when its session ends, whether or not a stream is open for it. [WS-4] */
  watchSession(watch: SessionWatch): void {
    this.#sessionWatches.add(watch);
  }

  unwatchSession(watch: SessionWatch): void {
    this.#sessionWatches.delete(watch);
  }

  /** Ends a stream silently. */
  leave(viewer: Viewer): void {
    this.#broadcast.flush();
    this.#index.remove(viewer);
  }

  #endSessions(userId: string | null, sessionId: string | null): void {
    if (userId === null) return;
    for (const viewer of [...this.#index.ofUser(userId)]) if (matches(viewer, sessionId)) this.#end(viewer, "session-ended");
    for (const watch of this.#sessionWatches)
      if (watch.caller.userId === userId && matches(watch.caller, sessionId)) watch.sessionEnded();
  }

  #end(viewer: Viewer, why: "session-ended" | "shutting-down"): void {
    this.leave(viewer);
    viewer.sink.end(why);
  }
}

/** Such a token speaks of its devices alone, so its owner's other doings are none of its business. */
function isBounded(program: ProgramRight | undefined): boolean {
  return (program?.deviceIds ?? null) !== null;
}

/** The device as the row tells it; null where it tells none. */
function deviceIn({ body }: LiveRow): NeutralDevice | null {
  return body.kind === "device" || body.kind === "access" ? body.device : null;
}

/** A right that was gained lets nothing out that was read before. */
function endsRight(row: LiveRow, caller: Caller): boolean {
  const { userId, body } = row;
  if (userId !== caller.userId) return false;
  if (body.kind === "session-ended") return matches(caller, body.sessionId);
  return body.kind === "access" && (body.access === "none" || (body.access === "view" && !isBeginning(row)));
}

function matches(viewer: Pick<Viewer, "sessionId">, sessionId: string | null): boolean {
  return sessionId === null || viewer.sessionId === sessionId;
}

/** Number of the last such row per device among those that are this person's. */
function lastOwn(rows: readonly LiveRow[], userId: string, isSuch: (row: LiveRow) => boolean): Map<string, number> {
  const last = new Map<string, number>();
  for (const row of rows) if (row.deviceId !== null && row.userId === userId && isSuch(row)) last.set(row.deviceId, row.number);
  return last;
}
