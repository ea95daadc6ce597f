/** From a file into an empty database; every refusal is one sentence. */
import { knowsMigrations, restoreInto } from "@relaydeck/db/backup/restore";
import { CommandEnded } from "../commands/command-line.ts";
import type { Closing, Heading } from "./backup-form.ts";
import { newerThanWe, readHeading, readPortions } from "./read-backup.ts";

interface RestoreWish {
  readonly databaseUrl: string;
  readonly file: string;
  /** Told of so many rows more, first in reading the file through, then in storing. */
  readonly onRows: (step: "check" | "store", count: number) => void;
  /** Told what begins when all rows are stored. */
  readonly onStep: (what: string) => void;
  /** Ends it; nothing is stored then. */
  readonly signal: AbortSignal;
}

interface Restored {
  readonly heading: Heading;
  readonly closing: Closing;
}

/** Reads the file through before it opens the database, so that nothing is stored of one that is damaged at its end. */
export async function restoreFile({ databaseUrl, file, onRows, onStep, signal }: RestoreWish): Promise<Restored> {
  const heading = await readHeading(file);
  if (!knowsMigrations(heading.migrations)) throw newerThanWe(file, heading.version);
  const closing = await check(file, heading, (count) => {
    onRows("check", count);
    refuseIfEnded(signal);
  });
  async function* portions() {
    for await (const portion of readPortions(file, heading)) {
      yield portion;
      onRows("store", portion.rows.length);
      refuseIfEnded(signal);
    }
  }
  await restoreInto(databaseUrl, { migrations: heading.migrations, portions, onStep });
  return { heading, closing };
}

function refuseIfEnded({ aborted }: AbortSignal): void {
  if (aborted) throw new CommandEnded("Ended before all was stored, so nothing is. The same command begins anew.");
}

async function check(file: string, heading: Heading, onRows: (count: number) => void): Promise<Closing> {
  const reading = readPortions(file, heading);
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return next.value;
    onRows(next.value.rows.length);
  }
}
