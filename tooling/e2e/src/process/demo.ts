/** A demo of its own: own folder, own ports. Nothing is kept but what the folder holds. */
import { Browser } from "@relaydeck/server/testing/http-client";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "./program.ts";

export interface DemoPlace {
  readonly folder: string;
  readonly settings: Settings;
  readonly origin: string;
  readonly simulator: string;
}

export async function demoPlace(): Promise<DemoPlace> {
  const [port, simulatorPort] = [await freePort(), await freePort()];
  return {
    folder: mkdtempSync(join(tmpdir(), "relaydeck-process-")),
    settings: { PORT: String(port), SIMULATOR_PORT: String(simulatorPort) },
    origin: `http://localhost:${port}`,
    simulator: `http://127.0.0.1:${simulatorPort}/_sim`,
  };
}

/** A browser in which Maria is signed in. */
export async function visitor(place: DemoPlace): Promise<Browser> {
  const browser = new Browser(place.origin);
  await browser.post("/demo/session", {});
  return browser;
}

export function forget(place: DemoPlace): void {
  rmSync(place.folder, { recursive: true, force: true });
}
