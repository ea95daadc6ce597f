/** The folder of one run, in which its suites keep databases, logs and the browser's profile. */
import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** A run needs less than 1 GB at a time; more than that must stay free for what runs. */
const plentyBytes = 4e9;

/**
 * In memory where there is plenty: a suite makes and drops hundreds of databases, which on a disk is half of its time.
 * Whoever names a folder for temporary files (TMPDIR) gets that one.
 */
export function makeScratchFolder(): string {
  const parent = process.env["TMPDIR"] === undefined && hasPlentyOfMemory() ? memory : tmpdir();
  const folder = mkdtempSync(join(parent, "relaydeck-check-"));
  // Started by root, Postgres runs as another user, who has to pass through.
  chmodSync(folder, 0o711);
  return folder;
}

function hasPlentyOfMemory(): boolean {
  if (!existsSync(memory)) return false;
  const place = statfsSync(memory);
  return freemem() >= plentyBytes && place.bavail * place.bsize >= plentyBytes;
}
