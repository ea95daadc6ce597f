/**
 * One writer, and one durable commit for everything that waits.
 *
 * All writes that arrive in a turn of the event loop run one after another inside one BEGIN IMMEDIATE, each in its own
 * savepoint: one that throws is undone alone. Every member is answered after the COMMIT, also one that threw, because
 * what it saw was not durable before. No timer: at rest one write commits alone, under load the group grows by itself.
 *
 * A locked database is tried again without blocking the event loop; after `patienceMs` a member is refused. [ST-2]
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { assert } from "@relaydeck/kit/assert";
import { sleep, type Clock } from "@relaydeck/kit/clock";
import type { Database } from "better-sqlite3";
import { DatabaseUnavailable, driverError, withoutStatement } from "../trouble.ts";

/** Longest that a write waits for the lock of another process, in milliseconds, so that callers are answered within 3 s. */
export const patienceMs = 2_500;
/** Pause between two tries to get the lock, in milliseconds. */
const retryEveryMs = 50;
/** Writes in one commit; the rest goes into the next. */
const largestGroup = 1_000;

/** What becomes of one write; exactly one of the two is called, after the commit or instead of it. */
export interface Member {
  /** Runs inside the transaction. */
  work(): Promise<void>;
  committed(): void;
  refused(error: unknown): void;
}

interface Waiting {
  readonly member: Member;
  readonly since: number;
  readonly inItsContext: (fn: () => Promise<void>) => Promise<void>;
}

interface GroupOptions {
  readonly connection: Database;
  readonly clock: Clock;
  /** Told each group right after its COMMIT, before its members are. */
  readonly onCommitted: (members: readonly Member[]) => void;
  /** Told what `onCommitted` or a member's `committed` threw; the group goes on. */
  readonly report: (error: unknown) => void;
}

export class GroupCommit {
  readonly #connection: Database;
  readonly #clock: Clock;
  readonly #onCommitted: (members: readonly Member[]) => void;
  readonly #report: (error: unknown) => void;
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #steps: Steps;
  #waiting: Waiting[] = [];
  #drained: Promise<void> | null = null;
  #closed = false;

  constructor(options: GroupOptions) {
    this.#connection = options.connection;
    this.#clock = options.clock;
    this.#onCommitted = options.onCommitted;
    this.#report = options.report;
    this.#steps = stepsOn(options.connection);
  }

  add(member: Member): void {
    assert(this.#inside.getStore() === undefined, "write() inside write() would wait for itself: pass tx on");
    if (this.#closed) return member.refused(new DatabaseUnavailable("The database is closed"));
    this.#waiting.push({
      member,
      since: this.#clock.monotonic(),
      inItsContext: AsyncLocalStorage.snapshot(),
    });
    this.#drained ??= this.#drain();
  }

  /** Refuses new members and waits for those that are here. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#drained;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn();
      if (await this.#begin()) await this.#runGroup();
    }
    this.#drained = null;
  }

  /** True with the lock in hand; false when nobody waits for it any more. */
  async #begin(): Promise<boolean> {
    while (this.#waiting.length > 0) {
      try {
        this.#steps.begin.run();
        return true;
      } catch (error) {
        this.#refuse(isLocked(error) ? this.#takeTired() : this.#waiting.splice(0), error);
      }
      if (this.#waiting.length > 0) await sleep(this.#clock, retryEveryMs);
    }
    return false;
  }

  async #runGroup(): Promise<void> {
    const answers: { member: Member; error: unknown }[] = [];
    let broken: unknown = null;
    while (this.#waiting.length > 0 && answers.length < largestGroup && broken === null) {
      const waiting = this.#waiting.shift();
      assert(waiting !== undefined, "A queue with a length has a first");
      const error = await this.#runMember(waiting);
      answers.push({ member: waiting.member, error });
      // A full disk or a broken read undoes the whole transaction, whatever savepoint it happened in.
      if (!this.#connection.inTransaction) broken = error;
    }
    broken ??= this.#commit();
    if (broken !== null) {
      return this.#refuse(answers, broken);
    }
    this.#guarded(() => this.#onCommitted(answers.filter(({ error }) => error === null).map(({ member }) => member)));
    for (const { member, error } of answers) {
      if (error === null) this.#guarded(() => member.committed());
      else member.refused(withoutStatement(error));
    }
  }

  #guarded(fn: () => void): void {
    try {
      fn();
    } catch (error) {
      this.#report(error);
    }
  }

  /** The error that the member threw, after its savepoint was undone; null when it went well. */
  async #runMember({ member, inItsContext }: Waiting): Promise<unknown> {
    this.#steps.savepoint.run();
    try {
      await inItsContext(() => this.#inside.run(true, () => member.work()));
      this.#steps.release.run();
      return null;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec("rollback to member; release member");
      return error ?? new Error("Something empty was thrown");
    }
  }

  /** Null, or why the commit failed; then nothing of the group is stored. */
  #commit(): unknown {
    try {
      this.#steps.commit.run();
      return null;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec("rollback");
      return error;
    }
  }

  /** Those at the head that have waited long enough; the queue is in order of arrival. */
  #takeTired(): Waiting[] {
    const now = this.#clock.monotonic();
    const firstFresh = this.#waiting.findIndex((waiting) => now - waiting.since < patienceMs);
    return this.#waiting.splice(0, firstFresh === -1 ? this.#waiting.length : firstFresh);
  }

  #refuse(those: readonly { readonly member: Member }[], error: unknown): void {
    for (const { member } of those) member.refused(withoutStatement(error));
  }
}

type Steps = ReturnType<typeof stepsOn>;

/** Prepared, because each runs once per write or group. */
function stepsOn(connection: Database) {
  return {
    begin: connection.prepare("begin immediate"),
    savepoint: connection.prepare("savepoint member"),
    release: connection.prepare("release member"),
    commit: connection.prepare("commit"),
  };
}

function isLocked(error: unknown): boolean {
  const { code = "" } = driverError(error);
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

/** Input that is ready comes in first, so that its writes join this group. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
