/**
 * What the product asks of whoever keeps sessions, on both databases. The present keeper and every replacement pass it
 * unchanged. [DP-2]
 */
import { createHash } from "node:crypto";
import { findUserById, updateUser } from "@relaydeck/db/accounts/store";
import type { Store, Tx } from "@relaydeck/db/store";
import type { LiveEvent } from "@relaydeck/db/live/event";
import { storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { StorageFull } from "@relaydeck/db/trouble";
import { silentLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import type { BegunSession, Sessions } from "../accounts/session.ts";
import type { SessionsDeps } from "../accounts/sessions.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface Scene {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly sessions: Sessions;
  readonly userId: string;
  /** Ids of sessions whose unsent commands were cancelled, and whether their row was gone by then. */
  readonly cancelled: string[];
  readonly begin: (userId?: string) => Promise<BegunSession>;
  readonly ends: () => Promise<LiveEvent[]>;
}

export function describeSessions(name: string, make: (deps: SessionsDeps) => Sessions): void {
  describeOnStores(name, (fresh) => {
    async function scene(deps: Partial<SessionsDeps> = {}): Promise<Scene> {
      const { store } = fresh();
      const clock = new ManualClock();
      const cancelled: string[] = [];
      const cancelUnsentCommands = async (_tx: Tx, { sessionIds }: { sessionIds: readonly string[] }) =>
        void cancelled.push(...sessionIds);
      const sessions = make({ store, clock, random: systemRandom(), log: silentLog, cancelUnsentCommands, ...deps });
      const userId = (await storedUser(store)).id;
      return {
        store,
        clock,
        sessions,
        userId,
        cancelled,
        begin: (id = userId) =>
          store.write((tx) => sessions.create(tx, { userId: id, client: "Firefox on Linux", address: "203.0.113.9" })),
        ends: () => store.read.db.select().from(store.t.liveEvents).orderBy(store.t.liveEvents.number),
      };
    }

    beginning(scene);
    endingByTime(scene);
    inTrouble(scene);
    endingByWill(scene);
  });
}

type MakeScene = (deps?: Partial<SessionsDeps>) => Promise<Scene>;

function beginning(scene: MakeScene): void {
  test("[SE-1] a token carries 256 random bits, and the database holds only its SHA-256", async () => {
    const { store, begin } = await scene();
    const [first, second] = [await begin(), await begin()];
    expect(Buffer.from(first.token, "base64url")).toHaveLength(32);
    expect(first.token).not.toBe(second.token);
    const rows = await store.read.db.select().from(store.t.sessions);
    expect(rows.map((row) => row.sid)).toContain(createHash("sha256").update(first.token).digest("hex"));
    expect(JSON.stringify(rows)).not.toContain(first.token);
  });

  test("[SE-1] the key of the database is not accepted as a token", async () => {
    const { store, sessions, begin } = await scene();
    await begin();
    const [row] = await store.read.db.select().from(store.t.sessions);
    expect(await sessions.validate(row?.sid ?? "")).toBeNull();
    expect(await sessions.validate(Buffer.from(row?.sid ?? "", "hex").toString("base64url"))).toBeNull();
  });

  test("a token opens its session, with what the list of sessions shows of it", async () => {
    const { sessions, begin, userId, clock } = await scene();
    const { token, sessionId, expiresAt } = await begin();
    expect(sessionId).toMatch(/^ses_[0-9A-Za-z]{22}$/);
    expect(expiresAt).toBe(clock.now() + 30 * dayMs);
    expect(await sessions.validate(token)).toEqual({
      sessionId,
      userId,
      client: "Firefox on Linux",
      address: "203.0.113.9",
      createdAt: clock.now(),
      lastUsedAt: clock.now(),
      endsAt: clock.now() + 7 * dayMs,
    });
  });

  test.each(["", "x", "a".repeat(43), "a".repeat(5000), "../../etc", "'; drop table sessions; --", "\u0000".repeat(43)])(
    "[SE-7] the text %j opens nothing and breaks nothing",
    async (token) => {
      const { sessions, begin } = await scene();
      await begin();
      expect(await sessions.validate(token)).toBeNull();
    },
  );

  test("[SE-6] beyond 20 sessions of one user the oldest ends, is told and loses its commands; others' stay", async () => {
    const { store, sessions, begin, clock, ends, cancelled, userId } = await scene();
    const other = await begin((await storedUser(store)).id);
    const first = await begin();
    for (let count = 0; count < 20; count += 1) {
      await clock.advance(1000);
      await begin();
    }
    expect(await sessions.validate(first.token)).toBeNull();
    expect(await sessions.list(store.read, userId)).toHaveLength(20);
    expect(await sessions.validate(other.token)).not.toBeNull();
    expect(await ends()).toMatchObject([
      { kind: "session-ended", userId, body: { kind: "session-ended", sessionId: first.sessionId } },
    ]);
    expect(cancelled).toEqual([first.sessionId]);
  });
}

function endingByTime(scene: MakeScene): void {
  test("[SE-3] a session unused for 7 days has ended: its row is gone and its end is told, once", async () => {
    const { store, sessions, begin, clock, ends, userId } = await scene();
    const { token, sessionId } = await begin();
    await clock.advance(7 * dayMs - 1);
    expect(await sessions.list(store.read, userId)).toHaveLength(1);
    await clock.advance(1);
    expect(await sessions.list(store.read, userId)).toEqual([]);
    expect(await Promise.all([sessions.validate(token), sessions.validate(token)])).toEqual([null, null]);
    expect(await store.read.db.$count(store.t.sessions)).toBe(0);
    expect(await ends()).toMatchObject([{ kind: "session-ended", body: { sessionId } }]);
  });

  test("[SE-3] a session in constant use ends after 30 days", async () => {
    const { sessions, begin, clock } = await scene();
    const { token, expiresAt } = await begin();
    for (let day = 6; day < 30; day += 6) {
      await clock.advance(6 * dayMs);
      expect(await sessions.validate(token)).not.toBeNull();
    }
    const last = await sessions.validate(token);
    expect(last?.endsAt).toBe(expiresAt);
    await clock.advance(expiresAt - clock.now());
    expect(await sessions.validate(token)).toBeNull();
  });

  test("use moves the end by idleness, and is written at most once a minute", async () => {
    const { store, sessions, begin, clock } = await scene();
    const { token } = await begin();
    const begunAt = clock.now();
    const storedUse = async () => (await store.read.db.select().from(store.t.sessions))[0]?.lastUsedAt;
    await clock.advance(minuteMs - 1);
    await sessions.validate(token);
    expect(await storedUse()).toBe(begunAt);
    await clock.advance(1);
    expect(await sessions.validate(token)).toMatchObject({ lastUsedAt: clock.now(), endsAt: clock.now() + 7 * dayMs });
    expect(await storedUse()).toBe(begunAt + minuteMs);
  });

  test("[TI-1] a session that was seen to have ended does not come back to life when the clock jumps back", async () => {
    const { sessions, begin, clock } = await scene();
    const { token } = await begin();
    clock.jumpWall(365 * dayMs);
    expect(await sessions.validate(token)).toBeNull();
    clock.jumpWall(-365 * dayMs);
    expect(await sessions.validate(token)).toBeNull();
  });

  test("[SE-3] the sweep ends all that have ended by time, in portions, and tells each; the living stay", async () => {
    const { store, sessions, begin, clock, ends } = await scene();
    const users = [];
    for (let count = 0; count < 11; count += 1) users.push((await storedUser(store)).id);
    for (const userId of users) for (let count = 0; count < 19; count += 1) await begin(userId);
    await clock.advance(7 * dayMs);
    const alive = await begin();
    expect(await sessions.endExpired(store)).toBe(209);
    expect(await sessions.endExpired(store)).toBe(0);
    expect(await ends()).toHaveLength(209);
    expect(await sessions.validate(alive.token)).not.toBeNull();
  });
}

function inTrouble(scene: MakeScene): void {
  test("[ST-1] on a full disk a living session opens and an ended one stays shut, though neither can be noted", async () => {
    const { store, begin, clock } = await scene();
    const full = { ...store, write: () => Promise.reject(new StorageFull("The disk of the database is full")) };
    const { sessions } = await scene({ store: full, clock });
    const { token } = await begin();
    await clock.advance(2 * minuteMs);
    expect(await sessions.validate(token)).not.toBeNull();
    await clock.advance(7 * dayMs);
    expect(await sessions.validate(token)).toBeNull();
  });

  test("a defect of the store is not taken for a full disk", async () => {
    const { store, begin, clock } = await scene();
    const broken = { ...store, write: () => Promise.reject(new Error("a defect")) };
    const { sessions } = await scene({ store: broken, clock });
    const { token } = await begin();
    await clock.advance(2 * minuteMs);
    await expect(sessions.validate(token)).rejects.toThrow("a defect");
  });
}

function endingByWill(scene: MakeScene): void {
  test("[SE-5] a revoked token opens nothing; its end is told and its unsent commands are cancelled, once", async () => {
    const { store, sessions, begin, ends, cancelled, userId } = await scene();
    const { token, sessionId } = await begin();
    const revoke = () => store.write((tx) => sessions.revoke(tx, { token }));
    expect(await revoke()).toEqual({ userId, sessionId });
    expect(await sessions.validate(token)).toBeNull();
    expect(await revoke()).toBeNull();
    expect(await ends()).toMatchObject([
      { kind: "session-ended", userId, deviceId: null, body: { kind: "session-ended", sessionId } },
    ]);
    expect(cancelled).toEqual([sessionId]);
  });

  test("[SE-5] an end that is rolled back is no end", async () => {
    const { store, sessions, begin, ends } = await scene();
    const { token } = await begin();
    const failed = store.write(async (tx) => {
      await sessions.revoke(tx, { token });
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await sessions.validate(token)).not.toBeNull();
    expect(await ends()).toEqual([]);
  });

  test("[SE-6] a session is ended by its id by its own user only", async () => {
    const { store, sessions, begin, userId } = await scene();
    const stranger = (await storedUser(store)).id;
    const { token, sessionId } = await begin();
    expect(await store.write((tx) => sessions.revoke(tx, { userId: stranger, sessionId }))).toBeNull();
    expect(await sessions.validate(token)).not.toBeNull();
    expect(await store.write((tx) => sessions.revoke(tx, { userId, sessionId }))).toEqual({ userId, sessionId });
    expect(await sessions.validate(token)).toBeNull();
  });

  test("[SE-5] all sessions of a user end together, or all but one; others' stay", async () => {
    const { store, sessions, begin, userId, cancelled } = await scene();
    const [first, second, third] = [await begin(), await begin(), await begin()];
    const other = await begin((await storedUser(store)).id);
    expect(await store.write((tx) => sessions.revokeAllOf(tx, userId, second.sessionId))).toBe(2);
    expect(cancelled.toSorted()).toEqual([first.sessionId, third.sessionId].toSorted());
    expect(await sessions.validate(second.token)).not.toBeNull();
    expect(await store.write((tx) => sessions.revokeAllOf(tx, userId))).toBe(1);
    expect(await store.write((tx) => sessions.revokeAllOf(tx, userId))).toBe(0);
    expect(await sessions.validate(other.token)).not.toBeNull();
  });

  test("[SE-5] the session of a deleted user opens nothing", async () => {
    const { store, sessions, begin, userId, clock } = await scene();
    const { token } = await begin();
    await store.write((tx) => updateUser(tx, { id: userId }, { deletedAt: clock.now() }));
    expect(await findUserById(store.read, userId)).toBeNull();
    expect(await sessions.validate(token)).toBeNull();
  });
}
