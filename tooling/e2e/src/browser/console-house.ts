/** A house whose console has something to show: invented people and devices, and entries of every kind in the log. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { House } from "./house.ts";

const command = join(import.meta.dirname, "../../../../apps/server/dist/cli.js");

/** As an operator does it, beside the running server. Devices have never been heard. */
export async function seed(house: Pick<House, "folder">, numbers: { users: number; devices: number }): Promise<void> {
  const wish = ["--users", String(numbers.users), "--devices", String(numbers.devices)];
  const program = spawn(process.execPath, [command, "seed", ...wish], { cwd: house.folder, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  program.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(program, "exit")) as [number | null];
  if (code !== 0) throw new Error(said);
}

interface Entry {
  readonly message: string;
  readonly type: string;
  readonly userId?: string | undefined;
  readonly deviceId?: string | undefined;
}

/** Puts entries into the log, behind `earlier` ones; without ids nobody and no device has to do with them. */
export function writeEntries(house: Pick<House, "folder">, entries: readonly Entry[], earlier = 0): void {
  const database = new DatabaseSync(join(house.folder, "data/relaydeck.db"), { timeout: 10_000 });
  const insert = database.prepare(
    "insert into activity_logs (id, message, type, timestamp, user_id, device_id) values (?, ?, ?, ?, ?, ?)",
  );
  const at = Date.UTC(2026, 0, 5, 6, 7, 8);
  for (const [index, { message, type, userId = null, deviceId = null }] of entries.entries()) {
    const place = earlier + index;
    insert.run(`act_${"0".repeat(20)}${String(10 + place)}`, message, type, at + place * 1_000, userId, deviceId);
  }
  database.close();
}

/** How many entries the log has now. */
export function countEntries(house: Pick<House, "folder">): number {
  const database = new DatabaseSync(join(house.folder, "data/relaydeck.db"), { timeout: 10_000, readOnly: true });
  const row = database.prepare("select count(*) as entries from activity_logs").get();
  database.close();
  return Number(row?.["entries"]);
}
