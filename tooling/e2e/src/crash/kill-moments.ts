/** When a command is killed that works on a whole database: at a sign of its file, or while Postgres lets it wait. */
import { until } from "@relaydeck/server/testing/quiet";
import { existsSync, statSync } from "node:fs";
import type { OutsideDatabase } from "./database.ts";

/** A quick command may be done between two looks: then it was killed too late, which is a moment as well. */
export async function whenSeen(sign: () => boolean): Promise<() => Promise<void>> {
  await until(sign, 30_000);
  return async () => {};
}

/** Somebody else is about to make one of the last tables, so the command waits in the middle of its transaction. */
export async function whenStuck(database: OutsideDatabase): Promise<() => Promise<void>> {
  const letGo = await database.claimName("users");
  await until(() => database.someoneWaits(), 30_000);
  return letGo;
}

/** In bytes; 0 while there is no such file. */
export function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}
