import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { every, sleep, systemClock } from "@relaydeck/kit/clock";
import { turn } from "@relaydeck/kit/testing/manual-clock";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openConnection, type Connection } from "./connection.ts";
import { GroupCommit, patienceMs } from "./group-commit.ts";

const clock = systemClock();
let folder = "";
let writer: Connection;
let other: Connection;
let reports: unknown[] = [];
let groups: number[] = [];
let group: GroupCommit;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "relaydeck-group-"));
  const path = join(folder, "test.db");
  writer = openConnection(path);
  writer.pragma("journal_mode = wal");
  writer.pragma("synchronous = full");
  writer.exec("create table item (id integer primary key, note text)");
  other = openConnection(path);
  [reports, groups] = [[], []];
  group = new GroupCommit({
    connection: writer,
    clock,
    onCommitted: (members) => void groups.push(members.length),
    report: (error) => void reports.push(error),
  });
});

afterEach(async () => {
  await group.close();
  other.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(work: () => Promise<void>, committed = () => {}): Promise<void> {
  return new Promise((resolve, reject) => {
    group.add({
      work,
      refused: reject,
      committed() {
        resolve();
        committed();
      },
    });
  });
}

/** A write that inserts a row, waiting for a promise before and after as stores do. */
function insert(id: number, fail?: string): Promise<void> {
  return write(async () => {
    await Promise.resolve();
    writer.prepare("insert into item (id) values (?)").run(id);
    await Promise.resolve();
    if (fail !== undefined) throw new Error(fail);
  });
}

function storedIds(): number[] {
  return other
    .prepare<[], { id: number }>("select id from item order by id")
    .all()
    .map((row) => row.id);
}

describe("group commit", () => {
  test("writes of one turn share one commit, and a failing one is undone alone", async () => {
    const writes = [insert(1), insert(2, "two"), insert(3), insert(3), insert(5)];
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.map((one) => one.status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { message: "two" } });
    expect(outcomes[3]).toMatchObject({ reason: { code: "SQLITE_CONSTRAINT_PRIMARYKEY" } });
    expect([storedIds(), groups]).toEqual([[1, 3, 5], [3]]);
  });

  test("nobody is answered before the commit, not even who threw: what it saw was not durable", async () => {
    const seen: string[] = [];
    const first = insert(1).then(() => seen.push(`first ${storedIds().join()}`));
    const thrown = insert(2, "no").catch(() => seen.push(`thrown ${storedIds().join()}`));
    await Promise.all([first, thrown]);
    expect(seen).toEqual(["first 1", "thrown 1"]);
  });

  test("a write that arrives while a group runs is in it or in the next, and never lost", async () => {
    const late: Promise<void>[] = [];
    await write(
      async () => {
        writer.prepare("insert into item (id) values (1)").run();
        // From outside of this work, as another request would.
        await turn();
      },
      () => late.push(insert(2)),
    );
    await Promise.all(late);
    expect(storedIds()).toEqual([1, 2]);
  });

  test("write inside write is refused instead of waiting for itself for ever", async () => {
    const nested = write(async () => {
      await Promise.resolve();
      await insert(1);
    });
    await expect(nested).rejects.toThrow("pass tx on");
    await insert(2);
    expect(storedIds()).toEqual([2]);
  });

  test("what a listener throws is reported, and the group goes on", async () => {
    const first = write(
      async () => {},
      () => {
        throw new Error("listener");
      },
    );
    await Promise.all([first, insert(2)]);
    expect(reports).toMatchObject([{ message: "listener" }]);
    expect(storedIds()).toEqual([2]);
  });

  test("[ST-1] a full disk refuses by name, what was answered is stored, reads go on, and writing recovers by itself", async () => {
    await insert(1);
    const pages = writer.pragma("page_count", { simple: true });
    writer.pragma(`max_page_count = ${String(pages)}`);
    const big = "x".repeat(100_000);
    const tooMuch = write(async () => void writer.prepare("insert into item (id, note) values (2, ?)").run(big));
    const outcomes = await Promise.allSettled([insert(3), tooMuch, insert(4)]);
    expect(outcomes[1]).toMatchObject({ status: "rejected", reason: { name: "StorageFull" } });
    const kept = [3, 2, 4].filter((_, index) => outcomes[index]?.status === "fulfilled");
    expect(storedIds()).toEqual([1, ...kept]);
    writer.pragma("max_page_count = 1000000");
    await insert(9);
    expect(storedIds()).toContain(9);
  });

  test("[ST-2] a lock of another process is waited for without blocking the event loop", async () => {
    other.exec("begin immediate");
    let longestMs = 0;
    let last = clock.monotonic();
    const stop = every(clock, 5, () => {
      longestMs = Math.max(longestMs, clock.monotonic() - last);
      last = clock.monotonic();
    });
    const waiting = insert(1);
    await sleep(clock, 400);
    other.exec("commit");
    await waiting;
    stop();
    expect(storedIds()).toEqual([1]);
    expect(longestMs).toBeLessThan(250);
  });

  test("[ST-2] a lock that stays refuses each write by name within 3 s of its own waiting; later ones still get theirs", async () => {
    other.exec("begin immediate");
    const start = clock.monotonic();
    const first = insert(1).catch((error: unknown) => ({ error, afterMs: clock.monotonic() - start }));
    await sleep(clock, patienceMs / 2);
    const second = insert(2);
    const refused = await first;
    other.exec("commit");
    await second;
    expect(refused).toMatchObject({ error: { name: "DatabaseUnavailable" } });
    expect(refused).toSatisfy((one: { afterMs: number }) => one.afterMs >= patienceMs && one.afterMs < 3_000);
    expect(storedIds()).toEqual([2]);
  });

  test("closing waits for what is here and refuses what comes", async () => {
    const last = insert(1);
    const closed = group.close();
    await expect(insert(2)).rejects.toMatchObject({ name: "DatabaseUnavailable" });
    await Promise.all([last, closed]);
    expect(storedIds()).toEqual([1]);
  });
});
