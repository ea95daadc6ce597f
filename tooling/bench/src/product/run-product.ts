/** The product as an operator runs it, on a still cloud and, unless said otherwise, a SQLite file; only the limits on numbers are wide open. */
import { openApp, type App } from "@relaydeck/server/app";
import { spareMemory } from "@relaydeck/server/memory-thrift";
import { parseSettings } from "@relaydeck/server/settings";
import type { Clock } from "@relaydeck/kit/clock";
import { jsonLog } from "@relaydeck/kit/log";
import type { Random } from "@relaydeck/kit/random";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface RunningProduct {
  readonly app: App;
  readonly port: number;
  readonly origin: string;
}

const webFolder = fileURLToPath(new URL("../../../../apps/web/dist", import.meta.url));

export async function runProduct(on: {
  clock: Clock;
  random: Random;
  cloudUrl: string;
  folder: string;
  /** Absent: a SQLite file in the folder. */
  databaseUrl?: string;
}): Promise<RunningProduct> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settings = parseSettings({
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: origin,
    DATABASE_URL: on.databaseUrl ?? `file:${join(on.folder, "relaydeck.db")}`,
    PARTICLE_ACCESS_TOKEN: "a-token-of-the-bench",
    PARTICLE_API_URL: on.cloudUrl,
    RATE_LIMIT_FACTOR: "100000",
  });
  if (!settings.ok) throw new Error(settings.error.join(" "));
  const log = jsonLog({ level: "error", now: () => on.clock.now(), write: (line) => process.stderr.write(line) });
  const options = {
    settings: settings.value,
    clock: on.clock,
    random: on.random,
    log,
    cloud: { url: on.cloudUrl, token: "a-token-of-the-bench" },
    webFolder,
    version: "bench",
    // The cloud's own limit, 33 calls a second, would be all that a bench of commands could see.
    callsPerWindow: 10_000_000,
  };
  let app: App | null = null;
  spareMemory({ clock: on.clock, viewers: () => app?.sockets.size ?? 0 });
  app = await openApp(options);
  return { app, port, origin };
}
