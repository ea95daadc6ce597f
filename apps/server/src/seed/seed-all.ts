/** Accounts, their devices, and what was switched: in this order, in portions that are each one transaction. */
import { demoPassword } from "../demo/demo-seed.ts";
import type { CookieFile } from "./cookie-file.ts";
import { seedDevices } from "./seed-devices.ts";
import type { SeedDeps } from "./seed-ground.ts";
import { seedHistory } from "./seed-history.ts";
import { seedNumbers } from "./seed-numbers.ts";
import { seedPeople } from "./seed-people.ts";
import type { SeedWish } from "./seed-wish.ts";

/** Does it, closes the store, and says what was made. */
export async function seedAll(deps: SeedDeps, wish: SeedWish, cookies: CookieFile): Promise<string> {
  try {
    const people = await seedPeople(deps, wish.users, cookies);
    const devices = await seedDevices(deps, wish.devices, people);
    await seedHistory(deps, wish.history, devices);
    await seedNumbers(deps, wish, devices);
    const lines = [`${wish.users} accounts: ${span(people.map(({ email }) => email))}, password "${demoPassword}".`];
    if (devices.length > 0) lines.push(`${devices.length} devices: ${span(devices.map(({ serialNumber }) => serialNumber))}.`);
    if (wish.history > 0) lines.push(`${wish.history} switches in the last 30 days.`);
    if (wish.results > 0) lines.push(`${wish.results} results of switches in the last 30 days.`);
    if (wish.calls > 0) lines.push(`${wish.calls} calls to the device cloud in the last 30 days.`);
    if (wish.moves > 0) lines.push(`${wish.moves} comings and goings in the last 30 days.`);
    if (wish.sessionsFile !== null) lines.push(`${cookies.count} cookies in ${wish.sessionsFile}.`);
    return lines.join("\n");
  } finally {
    await deps.store.close();
  }
}

function span(names: readonly string[]): string {
  const [first = ""] = names;
  return names.length > 1 ? `${first} … ${names.at(-1) ?? ""}` : first;
}
