/** A live feed on a log in memory, on one hand-moved clock, and viewers whose sinks write down what they are told. */
import type { LiveSnapshot } from "@relaydeck/contract/live";
import type { NeutralDevice } from "@relaydeck/core/devices/view";
import { present } from "@relaydeck/kit/assert";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { LiveFeed, type FeedSource, type Opening } from "../live/feed.ts";
import type { LiveMessage } from "../live/item.ts";
import type { LiveRow, NewLiveRow } from "../live/live-row.ts";
import type { Right, Sink } from "../live/viewer.ts";

export const neutral = (id: string): NeutralDevice => ({
  id,
  name: id,
  status: "online",
  relayState: "unknown",
  lastUpdate: null,
  isConnected: true,
  ownerId: "usr_owner",
  serialNumber: "P0X",
  model: "powerone",
  freshness: "fresh",
  lastHeardAt: null,
  offlineSince: null,
  relays: [],
});
export const deviceRow = (deviceId: string): NewLiveRow => ({
  deviceId,
  userId: null,
  body: { kind: "device", device: neutral(deviceId), vitals: { powerSource: 1, batteryPercent: 88, cellularLevel: 64 } },
});
export const accessRow = (deviceId: string, userId: string, access: "owner" | "view" | "control" | "none"): NewLiveRow => ({
  deviceId,
  userId,
  body: { kind: "access", access, expiresAt: null, device: access === "none" ? null : neutral(deviceId) },
});

/** A log in memory behind the feed's own interface; `open` can be held back to let rows come in between. */
class MemoryLog implements FeedSource {
  readonly epoch = "e1";
  readonly rows: LiveRow[] = [];
  readonly rights = new Map<string, Map<string, Right>>();
  /** Devices of every snapshot. */
  devices: readonly (NeutralDevice & { userPermission?: Right["permission"] })[] = [];
  sessionEndsAt: number | null = null;
  reachesBackTo = 0;
  beforeOpen: () => Promise<void> = () => Promise.resolve();
  #listener: (rows: readonly LiveRow[]) => void = () => {};

  onRows(listener: (rows: readonly LiveRow[]) => void) {
    this.#listener = listener;
    return () => {};
  }

  append(...rows: NewLiveRow[]): void {
    const numbered = rows.map((row, index) => ({ ...row, number: this.rows.length + 1 + index, at: 0 }));
    this.rows.push(...numbered);
    for (const row of rows) this.#applyRight(row);
    this.#listener(numbered);
  }

  #applyRight(row: NewLiveRow) {
    if (row.body.kind !== "access" || row.userId === null || row.deviceId === null) return;
    const rights = this.rights.get(row.userId) ?? new Map<string, Right>();
    this.rights.set(row.userId, rights);
    if (row.body.access === "none") rights.delete(row.deviceId);
    else rights.set(row.deviceId, { permission: row.body.access, expiresAt: row.body.expiresAt });
  }

  async open(caller: { userId: string }): Promise<Opening | null> {
    const opening = {
      head: this.rows.length,
      sessionEndsAt: this.sessionEndsAt,
      rights: new Map(this.rights.get(caller.userId)),
      snapshot: { serverTime: "", user: {}, devices: this.devices, status: {} } as unknown as LiveSnapshot,
    };
    await this.beforeOpen();
    return opening;
  }

  missed(after: number, { head }: { head: number }) {
    return Promise.resolve(
      after < this.reachesBackTo ? null : this.rows.filter((row) => row.number > after && row.number <= head),
    );
  }
}

export class Seen implements Sink {
  readonly messages: LiveMessage[] = [];
  ended: string | null = null;
  push(messages: readonly LiveMessage[]) {
    this.messages.push(...messages);
  }
  end(why: string) {
    this.ended = why;
  }
  get told(): string[] {
    return this.messages.map(({ item, id }) => `${item.kind}@${id.split("-")[1]}`);
  }
}

export function world() {
  const clock = new ManualClock();
  const log = new MemoryLog();
  const feed = new LiveFeed({ clock, source: log, turn: { gather: (work) => work() } });
  log.rights.set("usr_owner", new Map([["dev_a", { permission: "owner", expiresAt: null }]]));
  const watch = async (userId: string, lastEventId: string | null = null, sessionId = "ses_1") => {
    const seen = new Seen();
    const viewer = present(await feed.open({ userId, sessionId }, lastEventId, seen), "The session holds");
    /** What a sink that has kept everything until now would still let out. */
    const seenNow = () => seen.messages.flatMap((message) => feed.seenNow(viewer, message) ?? []);
    return { seen, seenNow, leave: () => feed.leave(viewer) };
  };
  return { clock, log, feed, watch };
}
