/** A database with as much in it as the largest installation that is promised to be quick, made by the product's own command. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const size = {
  users: 100_000,
  devices: 100_000,
  history: 100_000,
  results: 5_000_000,
  calls: 5_000_000,
  moves: 600_000,
} as const;

const command = fileURLToPath(new URL("../../../../apps/server/dist/cli.js", import.meta.url));

/** `relaydeck seed` into the database of that address. */
export async function seedNumbers(databaseUrl: string): Promise<void> {
  const options = Object.entries(size).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const environment = { PATH: process.env["PATH"] ?? "", DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, ["--max-old-space-size=4096", command, "seed", ...options], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`The seeding ended with ${String(code)}`);
}
