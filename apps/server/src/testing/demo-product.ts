/**
 * The product in demo mode, in this process: simulator, people and demo routes as `relaydeck serve` opens them. Time stands
 * still. For what only the demo has; everything else is tested on product.ts.
 */
import { present } from "@relaydeck/kit/assert";
import { silentLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp, type App } from "../app.ts";
import { openDemo } from "../demo/demo.ts";
import { parseSettings } from "../settings.ts";
import { Browser } from "./http-client.ts";
import { quiet } from "./quiet.ts";
import { makeWebFolder } from "./web-folder.ts";

export interface DemoProduct {
  readonly app: App;
  readonly origin: string;
  browser(): Browser;
  close(): Promise<void>;
}

export async function startDemoProduct(environment: Readonly<Record<string, string>> = {}): Promise<DemoProduct> {
  const [folder, webFolder, port] = [mkdtempSync(join(tmpdir(), "relaydeck-demo-")), makeWebFolder(), await freePort()];
  const clock = new ManualClock();
  const parsed = parseSettings({
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: `file:${join(folder, "relaydeck.db")}`,
    RATE_LIMIT_FACTOR: "1000",
    ...environment,
  });
  const settings = present(parsed.ok ? parsed.value : null, "These settings are right");
  const demo = await openDemo({ clock, log: silentLog, port: 0, stateFile: join(folder, "simulator.json") });
  const cloud = { url: demo.url, token: demo.token };
  const app = await openApp({
    settings,
    clock,
    log: silentLog,
    cloud,
    random: systemRandom(),
    webFolder,
    version: "0.0.0-test",
    demo,
  });
  const { origin } = settings.publicUrl;
  return {
    app,
    origin,
    browser: () => new Browser(origin),
    async close() {
      await whileTimePasses(
        clock,
        app.close().then(() => demo.close()),
      );
      for (const left of [folder, webFolder]) rmSync(left, { recursive: true, force: true });
    },
  };
}

/** What waits for a timer gets its time. */
async function whileTimePasses(clock: ManualClock, ending: Promise<void>): Promise<void> {
  let isOver = false;
  const end = ending.finally(() => (isOver = true));
  while (!isOver) await clock.advance(200, () => quiet(8));
  return end;
}
