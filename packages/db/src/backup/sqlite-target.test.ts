import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StorageFull } from "../trouble.ts";
import { withSqliteTarget } from "./sqlite-target.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "relaydeck-target-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** No page more than the first: SQLite then says of the file what it says of a full disk. */
function fillFull(path: string): Promise<void> {
  return withSqliteTarget(`file:${path}`, async (target) => {
    await target.run("pragma max_page_count = 1");
    await target.applied();
  });
}

test("[ST-2, EX-3] a full disk is told by its name, and no file of the restore is left", async () => {
  const path = join(folder, "new.db");
  await expect(fillFull(path)).rejects.toThrow(StorageFull);
  expect([existsSync(path), existsSync(`${path}-journal`)]).toEqual([false, false]);
});

test("[EX-3] what was there before a restore that failed stays as it was", async () => {
  const empty = join(folder, "empty.db");
  writeFileSync(empty, "");
  await expect(fillFull(empty)).rejects.toThrow(StorageFull);
  expect(readFileSync(empty)).toHaveLength(0);
});
