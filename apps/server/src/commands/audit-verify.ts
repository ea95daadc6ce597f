import { verifyAudit } from "@relaydeck/db/audit/store";
import { openStore } from "@relaydeck/db/open";
import { systemClock } from "@relaydeck/kit/clock";
import { CommandFailed, type CommandLine } from "./command-line.ts";
import { readSettings } from "./read-settings.ts";

export const auditVerify: CommandLine = {
  name: "audit verify",
  summary: "Check that no audit row was changed or removed",
  help: "Recomputes the hash chain of the audit log of DATABASE_URL. Names the first row that does not fit, with exit code 1.",
  async run() {
    const store = await openStore({ url: readSettings().databaseUrl, clock: systemClock() });
    const verdict = await verifyAudit(store);
    await store.close();
    if (!verdict.ok) throw new CommandFailed(`Audit row ${verdict.number}: ${verdict.why}`);
    return `${verdict.rows} audit rows, all intact.`;
  },
};
