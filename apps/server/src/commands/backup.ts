import { systemClock } from "@relaydeck/kit/clock";
import { rowsIn } from "../backup/backup-form.ts";
import { fileArgument } from "../backup/file-argument.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { version } from "../version.ts";
import type { CommandLine } from "./command-line.ts";
import { Progress } from "./progress.ts";
import { readSettings } from "./read-settings.ts";
import { endSignal } from "./stop-signal.ts";

export const backup: CommandLine = {
  name: "backup",
  summary: "Write all that the database holds into one file",
  help: `relaydeck backup FILE

Writes what DATABASE_URL holds at this moment, while the server may go on. It goes back into SQLite or Postgres with:
relaydeck restore FILE. A file that is there already is not overwritten.

Keep the file like the database: it holds password hashes, addresses and the secrets of two-step sign-in (sealed where
TWO_STEP_KEY is set), so it is made readable by its owner only (mode 600). It holds no sessions, no tokens and no mails.`,
  json: "what was written: file, bytes, madeAt, version, rows, tables, sha256",
  async run(args) {
    const file = fileArgument(args);
    const clock = systemClock();
    const madeAt = clock.now();
    const progress = new Progress(clock, "Backup");
    const { databaseUrl } = readSettings();
    const onRows = (count: number) => progress.add(count);
    const { closing, bytes } = await writeBackup({ databaseUrl, file, version, madeAt, onRows, signal: endSignal() });
    const rows = rowsIn(closing);
    const about = { file, bytes, madeAt: new Date(madeAt).toISOString(), version };
    const facts = { ...about, rows, tables: closing.rows, sha256: closing.sha256 };
    return { words: `${rows} rows in ${file}, ${bytes} bytes.`, facts };
  },
};
