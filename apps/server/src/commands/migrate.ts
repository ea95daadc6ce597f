import { knownMigrations } from "@relaydeck/db/migrations";
import { openStore } from "@relaydeck/db/open";
import { systemClock } from "@relaydeck/kit/clock";
import { refuseArguments, type CommandLine } from "./command-line.ts";
import { readSettings } from "./read-settings.ts";

export const migrate: CommandLine = {
  name: "migrate",
  summary: "Bring the database to this program's version",
  help: "Creates the database of DATABASE_URL if there is none, and applies what is missing; of one that is there it names each step. Harmless when repeated.",
  json: "database (sqlite or postgres) and the number of its migrations",
  async run(args) {
    refuseArguments(args);
    const onMigration = (name: string) => void process.stderr.write(`Migrate: ${name}\n`);
    const store = await openStore({ url: readSettings().databaseUrl, clock: systemClock(), onMigration });
    const { dialect } = store;
    await store.close();
    const facts = { database: dialect, migrations: knownMigrations(dialect).length };
    return { words: "The database is up to date.", facts };
  },
};
