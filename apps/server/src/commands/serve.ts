/** `relaydeck serve`: the whole product in one process, until it is told to stop. */
import { filePath } from "@relaydeck/db/sqlite/file";
import { holdForServer } from "@relaydeck/db/sqlite/one-server";
import { systemClock } from "@relaydeck/kit/clock";
import { jsonLog, type Log, type LogFacts } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { existsSync } from "node:fs";
import { join, parse } from "node:path";
import { install as installFetch } from "undici";
import { openApp, type App } from "../app.ts";
import type { Demo, DemoOptions } from "../demo/demo.ts";
import { demoPassword, demoPeople } from "../demo/demo-seed.ts";
import { hostTrouble } from "../http/own-address.ts";
import { spareMemory } from "../memory-thrift.ts";
import { countingSuspension } from "../suspension.ts";
import type { Settings } from "../settings.ts";
import { version } from "../version.ts";
import { CommandFailed, refuseArguments, type CommandLine } from "./command-line.ts";
import { logLines } from "./log-lines.ts";
import { noteStart } from "./note-start.ts";
import { readSettings } from "./read-settings.ts";
import { stopSignal } from "./stop-signal.ts";

const webFolder = join(import.meta.dirname, "../../../web/dist");

export const serve: CommandLine = {
  name: "serve",
  summary: "Serve the product until it is stopped",
  help: "Settings come from the environment and from .env; the README lists them.\nWithout any setting this is the demo. Ctrl-C or SIGTERM ends it cleanly.\nIts log is lines of JSON on standard output; what is for people goes to standard error.",
  json: null,
  async run(args) {
    refuseArguments(args);
    // The undici that the provider is asked by is `fetch` for all: to load the one inside Node as well takes 14 MB. Unlike that one
    // it speaks HTTP/2 where a server offers it, as Google's do; the provider's own connections never do.
    installFetch();
    const settings = readSettings();
    const trouble = await hostTrouble(settings.host);
    if (trouble !== null) throw new CommandFailed(trouble);
    const clock = countingSuspension(systemClock());
    const log = jsonLog({ level: settings.logLevel, now: () => clock.now(), write: logLines() });
    if (!existsSync(join(webFolder, "pages.json")))
      throw new CommandFailed("The web application is not built yet. `npm start` builds it and serves.");
    const stopped = stopSignal();
    let app: App | null = null;
    const spareNoMore = spareMemory({ clock, viewers: () => app?.sockets.size ?? 0 });
    const running = await start(settings, { clock, log });
    ({ app } = running);
    announce(settings, running.app);
    const ending = new AbortController();
    const noted = noteStart({ store: running.app.store, clock, log }, factsOf(settings), ending.signal);
    log.info("settings.loaded", factsOf(settings));
    log.info("server.started", { version, demo: settings.demo });
    try {
      await Promise.race([stopped, noted.then(() => stopped)]);
      log.info("server.stopping");
    } finally {
      ending.abort();
      await running.close();
      spareNoMore();
    }
    return null;
  },
};

/** What the server runs with, without any secret: only whether each part is set up. [LG-3, LG-2] */
function factsOf(settings: Settings): LogFacts {
  return {
    demo: settings.demo,
    publicUrl: settings.publicUrl.origin,
    database: settings.databaseUrl.startsWith("file:") ? "sqlite" : "postgres",
    trustProxyHops: settings.trustProxyHops,
    rateLimitFactor: settings.rateLimitFactor,
    strictOrigin: settings.strictOrigin,
    hasSmtp: settings.mail.smtpUrl !== null,
    hasGoogle: settings.google !== null,
    hasWebhook: settings.webhookSecret !== null,
    hasTwoStepKey: settings.twoStepKey !== null,
  };
}

async function start(settings: Settings, tools: { clock: ReturnType<typeof systemClock>; log: Log }) {
  const { clock, log } = tools;
  const letGo = holdForServer(settings.databaseUrl);
  let demo: Demo | null = null;
  try {
    const stateFile = simulatorFile(settings.databaseUrl);
    demo = settings.demo ? await openDemo({ clock, log, port: settings.simulatorPort, stateFile }) : null;
    const cloud =
      demo === null
        ? { url: settings.provider.apiUrl, token: settings.provider.token ?? "" }
        : { url: demo.url, token: demo.token };
    const app = await openApp({
      settings,
      clock,
      log,
      cloud,
      random: systemRandom(),
      webFolder,
      version,
      ...(demo === null ? {} : { demo }),
    });
    const close = async () => {
      await app.close();
      await demo?.close();
      letGo();
    };
    return { app, close };
  } catch (error) {
    await demo?.close();
    letGo();
    throw sentenceFor(error, settings);
  }
}

/** Loaded only for the demo, the simulator with it. */
async function openDemo(options: DemoOptions): Promise<Demo> {
  const demo = await import("../demo/demo.ts");
  return demo.openDemo(options);
}

/** The simulated devices belong to a database, as their ids stand in it: two of its files in one folder keep theirs apart. [operator-interface] */
function simulatorFile(databaseUrl: string): string {
  if (!databaseUrl.startsWith("file:")) return "data/simulator.json";
  const { dir, base } = parse(filePath(databaseUrl));
  return join(dir, base === "relaydeck.db" ? "simulator.json" : `${base}.simulator.json`);
}

/** A port that cannot be had, as a sentence; everything else stays what it is. */
function sentenceFor(error: unknown, settings: Settings): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const port = error instanceof Error && "port" in error ? error.port : settings.port;
  const name = port === settings.simulatorPort ? "SIMULATOR_PORT" : "PORT";
  if (code === "EADDRINUSE")
    return new CommandFailed(`Port ${String(port)} is in use. Stop the other program or set ${name} to another port.`);
  if (code === "EACCES")
    return new CommandFailed(`Port ${String(port)} may not be used by this account. Set ${name} to one above 1023.`);
  return error;
}

function announce(settings: Settings, app: App): void {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  say(`Relaydeck ${version} at ${settings.publicUrl.origin}`);
  if (settings.rateLimitFactor > 1)
    say(`RATE_LIMIT_FACTOR is ${settings.rateLimitFactor}: every limit is that many times higher.`);
  const { generatedPassword: generated } = app;
  if (generated !== null)
    say(
      `Administrator: sign in at ${settings.publicUrl.origin}/admin/login as ${generated.username}, password "${generated.password}". It is shown only now; the first sign-in asks for another one.`,
    );
  if (!settings.demo) return;
  const emails = Object.values(demoPeople)
    .map(({ email }) => email)
    .join(" and ");
  say(`Demo: nothing real is switched. Sign in as ${emails}, password "${demoPassword}", or press "Try the demo, no account".`);
  const isOpen = app.addresses.some((address) => !/localhost|127\.0\.0\.1|\[::1\]/.test(address));
  if (isOpen) say("Warning: the demo listens beyond this machine. Everybody who reaches it may switch and read the mailbox.");
}
