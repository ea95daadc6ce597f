/** `relaydeck seed`: invented accounts, devices and history in number, for rehearsals and measurements. */
import { Passwords } from "@relaydeck/api/accounts/passwords";
import { createSessions } from "@relaydeck/api/accounts/sessions";
import { cancelUnsentCommands } from "@relaydeck/api/relays/cancel-unsent";
import { refuseUnfitOne } from "@relaydeck/db/backup/snapshot";
import { openStore } from "@relaydeck/db/open";
import type { Store } from "@relaydeck/db/store";
import { systemClock } from "@relaydeck/kit/clock";
import { silentLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { readProfiles } from "../profiles.ts";
import { CookieFile } from "../seed/cookie-file.ts";
import { patientStore, reportOfPatient } from "../seed/patient-store.ts";
import { seedHelp, seedWish, type SeedWish } from "../seed/seed-wish.ts";
import { seedAll } from "../seed/seed-all.ts";
import type { SeedDeps } from "../seed/seed-ground.ts";
import type { Settings } from "../settings.ts";
import { CommandEnded, CommandFailed, type CommandLine, type Told } from "./command-line.ts";
import { Progress } from "./progress.ts";
import { readSettings } from "./read-settings.ts";
import { stopSignal } from "./stop-signal.ts";

export const seed: CommandLine = {
  name: "seed",
  summary: "Add invented accounts, devices and history",
  help: seedHelp,
  json: "how many of each were made, and sessionsFile",
  async run(args) {
    const settings = readSettings();
    if (!settings.demo) {
      throw new CommandFailed(
        "PARTICLE_ACCESS_TOKEN is set, so this database is no demo, and invented accounts do not belong into it. Remove the token to seed.",
      );
    }
    const wish = seedWish(args);
    if (!wish.ok) throw new CommandFailed(wish.error);
    return seedInto(settings, wish.value);
  },
};

async function seedInto(settings: Settings, wish: SeedWish): Promise<Told> {
  await refuseUnfitOne(settings.databaseUrl);
  const cookies = CookieFile.begin(wish.sessionsFile, settings.publicUrl.origin);
  if (!cookies.ok) throw new CommandFailed(cookies.error);
  try {
    const words = await Promise.race([seedAll(await openDeps(settings), wish, cookies.value), ended()]);
    cookies.value.finish();
    return { words, facts: wish };
  } finally {
    cookies.value.discard();
  }
}

/** The portion under way is not waited for: the database undoes it when the process is gone. */
async function ended(): Promise<never> {
  await stopSignal();
  throw new CommandEnded("Ended before all was made. What was stored until then stays; seeding again adds to it.");
}

async function openDeps(settings: Settings): Promise<SeedDeps> {
  const ground = { clock: systemClock(), random: systemRandom(), log: silentLog };
  const opened = await openStore({ url: settings.databaseUrl, clock: ground.clock, report: reportOfPatient });
  const store = telling(patientStore(opened), new Progress(ground.clock, "Seed", "portions"));
  const sessions = createSessions({ ...ground, store, cancelUnsentCommands: (tx, of) => cancelUnsentCommands(tx, of, ground) });
  const { databaseUrl, timeZone } = settings;
  const parts = { passwords: new Passwords(ground), profiles: readProfiles(settings) };
  return { ...ground, ...parts, store, sessions, databaseUrl, settings: { timeZone } };
}

/** Each portion is one transaction. */
function telling(store: Store, progress: Progress): Store {
  return {
    ...store,
    async write(work) {
      const done = await store.write(work);
      progress.add(1);
      return done;
    },
  };
}
