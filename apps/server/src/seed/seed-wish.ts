/** What `relaydeck seed` was asked for, from its command line. Every wrong option gets its sentence. */
import { err, ok, type Result } from "@relaydeck/kit/result";
import { parseArgs } from "node:util";

export interface SeedWish {
  readonly users: number;
  readonly devices: number;
  /** Past switches, over all devices together. */
  readonly history: number;
  /** Past results alone, past calls to the provider, and comings and goings: what the console's numbers are made of. */
  readonly results: number;
  readonly calls: number;
  readonly moves: number;
  /** Where the cookies go, one session of each user; null = no sessions. */
  readonly sessionsFile: string | null;
}

/** More than anybody measures with, and less than fills a disk by a slip of the finger. */
const most = {
  users: 100_000,
  devices: 100_000,
  history: 10_000_000,
  results: 10_000_000,
  calls: 10_000_000,
  moves: 10_000_000,
} as const;

export const seedHelp = `  --users N        verified accounts person1@seed.relaydeck.test …, all with the demo's password
  --devices N      four-relay devices P0SIM0009 …, owned by these accounts in turn; live where the
                   simulator has as many (relaydeck simulate --devices N+8)
  --history N      past switches of these devices in the last 30 days, with log entries and samples
  --results N      past results of such switches alone, for the numbers of the console
  --calls N        past calls to the device cloud in the last 30 days
  --moves N        times that these devices came or went in the last 30 days
  --sessions FILE  one signed-in session per account, as one Cookie header per line

Adds to the database of DATABASE_URL and is refused where PARTICLE_ACCESS_TOKEN is set. Each call adds new ones.
Rows are stored in portions: an interrupted call leaves fewer accounts, devices or switches, never half of one.`;

export function seedWish(args: readonly string[]): Result<SeedWish, readonly string[]> {
  const read = readOptions(args);
  if (!read.ok) return read;
  const problems: string[] = [];
  const count = (name: keyof typeof most) => {
    const text = read.value[name] ?? "0";
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number <= most[name]) return number;
    problems.push(`--${name} must be a whole number from 0 to ${most[name]}, not "${text.slice(0, 40)}".`);
    return 0;
  };
  const sessionsFile = read.value.sessions ?? null;
  const numbers = { results: count("results"), calls: count("calls"), moves: count("moves") };
  const wish = { users: count("users"), devices: count("devices"), history: count("history"), ...numbers, sessionsFile };
  if (sessionsFile === "") problems.push("--sessions needs the name of a file.");
  return problems.length > 0 ? err(problems) : consistent(wish);
}

function consistent(wish: SeedWish): Result<SeedWish, readonly string[]> {
  const problems: string[] = [];
  if (wish.users === 0)
    problems.push("--users must be at least 1: devices, history and sessions belong to the accounts that are made with them.");
  if (wish.history > 0 && wish.devices === 0) problems.push("--history needs --devices: what was switched.");
  if (wish.results > 0 && wish.devices === 0) problems.push("--results needs --devices: what was switched.");
  if (wish.moves > 0 && wish.devices === 0) problems.push("--moves needs --devices: what came and went.");
  return problems.length > 0 ? err(problems) : ok(wish);
}

function readOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    const numbers = { results: text, calls: text, moves: text };
    return ok(
      parseArgs({ args: [...args], options: { users: text, devices: text, history: text, ...numbers, sessions: text } }).values,
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return err([`${error.message.split(".")[0]}. --help lists the options.`]);
  }
}
