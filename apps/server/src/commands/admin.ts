/** `relaydeck admin create|reset-password`: for whoever is at the machine and cannot sign in otherwise. */
import { Passwords } from "@relaydeck/api/accounts/passwords";
import type { GeneratedPassword } from "@relaydeck/api/admin/first-admin";
import { addAdministrator, resetAdministrator } from "@relaydeck/api/admin/operator-admin";
import { AdminUsername } from "@relaydeck/contract/admin";
import { refuseUnfitOne, refuseUnlessThere } from "@relaydeck/db/backup/snapshot";
import { openStore } from "@relaydeck/db/open";
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { CommandFailed, type CommandLine, type Told } from "./command-line.ts";
import { readSettings } from "./read-settings.ts";

export const adminCreate: CommandLine = {
  name: "admin create",
  summary: "Add an administrator",
  help: "relaydeck admin create USERNAME\n\nPrints a password that is shown only then; the first sign-in asks for another one.",
  json: "username and password",
  async run(args) {
    const username = usernameIn(args);
    await refuseUnfitOne(readSettings().databaseUrl);
    const made = await withDatabase((deps) => addAdministrator(deps, username));
    if (made === null) throw new CommandFailed(`There is an administrator ${username} already. Choose another name.`);
    return told(made);
  },
};

export const adminResetPassword: CommandLine = {
  name: "admin reset-password",
  summary: "Give an administrator a new password",
  help: "relaydeck admin reset-password USERNAME\n\nPrints a password that is shown only then; the next sign-in asks for another one. All sessions of this administrator end,\nand two-step sign-in is switched off.",
  json: "username and password",
  async run(args) {
    const username = usernameIn(args);
    await refuseUnlessThere(readSettings().databaseUrl);
    const reset = await withDatabase((deps) => resetAdministrator(deps, username));
    if (reset === null) throw new CommandFailed(`There is no administrator ${username}. Add one with: relaydeck admin create`);
    return told(reset);
  },
};

function usernameIn(args: readonly string[]): string {
  const username = AdminUsername.safeParse(args[0]);
  if (args.length !== 1 || !username.success) throw new CommandFailed("Name one administrator, in 1 to 64 characters.");
  return username.data;
}

async function withDatabase<T>(work: (deps: Parameters<typeof addAdministrator>[0]) => Promise<T>): Promise<T> {
  const ground = { clock: systemClock(), random: systemRandom() };
  const store = await openStore({ url: readSettings().databaseUrl, clock: ground.clock });
  try {
    return await work({ ...ground, store, passwords: new Passwords(ground) });
  } finally {
    await store.close();
  }
}

function told({ username, password }: GeneratedPassword): Told {
  const words = `Administrator ${username}, password "${password}". It is shown only now; the next sign-in asks for another one.`;
  return { words, facts: { username, password } };
}
