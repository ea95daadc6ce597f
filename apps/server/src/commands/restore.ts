import { systemClock } from "@relaydeck/kit/clock";
import { rowsIn } from "../backup/backup-form.ts";
import { fileArgument } from "../backup/file-argument.ts";
import { restoreFile } from "../backup/restore-file.ts";
import type { CommandLine } from "./command-line.ts";
import { Progress } from "./progress.ts";
import { readSettings } from "./read-settings.ts";
import { endSignal } from "./stop-signal.ts";

export const restore: CommandLine = {
  name: "restore",
  summary: "Fill an empty database from such a file",
  help: `relaydeck restore FILE

Fills the database of DATABASE_URL, SQLite or Postgres, from a file of: relaydeck backup FILE. The database must be empty; the
file is read through before anything is stored. All is stored or nothing: what is ended in the middle leaves it empty.

Afterwards everybody signs in again, programs need new tokens, invitations new links. Commands that were under way are
unconfirmed from the next start on, and nothing of them is sent; nor are mails that waited. Who deleted an account since the
backup is there again. Keep TWO_STEP_KEY as it was. End the old server before the new one starts: both would switch.`,
  json: "what was stored: file, madeAt, version, rows, tables, sha256",
  async run(args) {
    const file = fileArgument(args);
    const { databaseUrl } = readSettings();
    const clock = systemClock();
    const progress = { check: new Progress(clock, "Check"), store: new Progress(clock, "Restore") };
    const onRows = (step: keyof typeof progress, count: number) => progress[step].add(count);
    const onStep = (what: string) => progress.store.begin(what);
    const { heading, closing } = await restoreFile({ databaseUrl, file, onRows, onStep, signal: endSignal() });
    const { madeAt, version } = heading;
    const rows = rowsIn(closing);
    const words = `${rows} rows restored from ${file}, made at ${madeAt}. Everybody signs in again.`;
    return { words, facts: { file, madeAt, version, rows, tables: closing.rows, sha256: closing.sha256 } };
  },
};
