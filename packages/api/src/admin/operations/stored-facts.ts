/**
 * What the database knows of how the installation does, and how the database does itself. The doctor asks the same from
 * outside of the server.
 *
 * A database in trouble is a fact here and no failure: who looks wants to be told.
 */
import type { DatabaseFacts } from "@relaydeck/contract/operations";
import { findLease, type LeaseRow } from "@relaydeck/db/cluster/leases";
import { countMails } from "@relaydeck/db/mail/outbox";
import { aboutDatabase, type DatabaseAbout } from "@relaydeck/db/operations/about";
import { oldestWaitingMail } from "@relaydeck/db/operations/mails";
import { countOpenCommands } from "@relaydeck/db/relays/commands";
import { gapMsIn, gapsWithin } from "@relaydeck/core/analytics/uptime";
import { listGaps } from "@relaydeck/db/telemetry/gaps";
import { DatabaseUnavailable, StorageFull } from "@relaydeck/db/trouble";
import { sleep } from "@relaydeck/kit/clock";
import { err, ok, type Result } from "@relaydeck/kit/result";
import type { Ground } from "../../ground.ts";

type StoredDeps = Pick<Ground, "store" | "clock">;

export interface StoredFacts {
  readonly about: DatabaseAbout;
  readonly commands: { readonly waiting: number; readonly atCloud: number };
  readonly mails: { readonly waiting: number; readonly failed: number };
  /** Epoch ms. */
  readonly oldestWaitingAt: number | null;
  readonly gaps: { readonly count: number; readonly totalMs: number };
  readonly lease: LeaseRow | null;
}

export interface Asked {
  readonly database: DatabaseFacts;
  /** Null while the database does not answer. */
  readonly stored: StoredFacts | null;
}

/** The lease of the one listener. [LE-1] */
export const listenerLease = "listener";
/** Longest that an empty write may take before the database counts as down, in milliseconds. [ST-2] */
const patienceMs = 1_000;
const dayMs = 24 * 60 * 60_000;
/** More breaks than this in a day are told as this many. */
const mostGaps = 1_000;

export async function storedFacts(deps: StoredDeps): Promise<Asked> {
  const [answered, read] = await Promise.all([probe(deps), told(() => readFacts(deps))]);
  const trouble = answered.ok ? (read.ok ? null : read.error) : answered.error;
  const stored = read.ok ? read.value : null;
  const database = {
    kind: deps.store.dialect,
    state: trouble === null ? ("ok" as const) : ("down" as const),
    trouble,
    answeredInMs: answered.ok ? answered.value : null,
    sizeBytes: stored?.about.sizeBytes ?? null,
    version: stored?.about.version ?? null,
    migrations: stored?.about.migrations ?? null,
  };
  return { database, stored };
}

/** Milliseconds of an empty write, which takes the lock and gives it back; or why it did not go through. */
async function probe({ store, clock }: StoredDeps): Promise<Result<number, string>> {
  const begun = clock.monotonic();
  const done = new AbortController();
  const tooLong = sleep(clock, patienceMs, done.signal).then(() => err(`No write within ${patienceMs} ms`));
  const write = told(() => store.write(async () => {})).then((result) =>
    result.ok ? ok(Math.round(clock.monotonic() - begun)) : result,
  );
  const first = await Promise.race([write, tooLong]);
  done.abort();
  return first;
}

async function readFacts({ store, clock }: StoredDeps): Promise<StoredFacts> {
  const { read } = store;
  const to = clock.now();
  const from = to - dayMs;
  const [about, commands, mails, oldestWaitingAt, gaps, lease] = await Promise.all([
    aboutDatabase(store),
    countOpenCommands(read),
    countMails(read),
    oldestWaitingMail(read),
    listGaps(read, { from, to, limit: mostGaps }),
    findLease(read, listenerLease),
  ]);
  const totalMs = gapMsIn({ from, to }, gapsWithin({ from, to }, gaps));
  return { about, commands, mails, oldestWaitingAt, gaps: { count: gaps.length, totalMs }, lease };
}

/** What the database throws by name is told in its words, which hold no statement; everything else is a defect. */
async function told<T>(work: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof StorageFull) return err(error.message);
    throw error;
  }
}
