import { keptMs } from "@relaydeck/api/retention/prune";
import { verifyAudit } from "@relaydeck/db/audit/store";
import { refuseUnlessThere } from "@relaydeck/db/backup/snapshot";
import { openStore } from "@relaydeck/db/open";
import { systemClock } from "@relaydeck/kit/clock";
import { CommandFailed, refuseArguments, type CommandLine } from "./command-line.ts";
import { Progress } from "./progress.ts";
import { readSettings } from "./read-settings.ts";

export const auditVerify: CommandLine = {
  name: "audit verify",
  summary: "Check that no audit row was changed or removed",
  help: "Recomputes the hash chain of the audit log of DATABASE_URL. Names the first row that does not fit, with exit code 1.",
  json: "ok, and rows, or number and why of the first row that does not fit",
  async run(args) {
    refuseArguments(args);
    const clock = systemClock();
    const progress = new Progress(clock, "Audit");
    const { databaseUrl: url } = readSettings();
    await refuseUnlessThere(url);
    const store = await openStore({ url, clock });
    const now = clock.now();
    const verdict = await verifyAudit(store, {
      addressesKeptFrom: now - keptMs.auditAddresses,
      accountsKeptFrom: now - keptMs.deletedUsers,
      onRows: (rows) => progress.add(rows),
    });
    await store.close();
    if (!verdict.ok) throw new CommandFailed(`Audit row ${verdict.number}: ${verdict.why}`, verdict);
    return { words: `${verdict.rows} audit rows, all intact.`, facts: verdict };
  },
};
