/**
 * The composition root: every part is made here, in order, and ended in the reverse order. Knows everything, decides nothing.
 */
import type { AppOptions } from "./app-options.ts";
import { createFirstAdmin, type GeneratedPassword } from "@relaydeck/api/admin/first-admin";
import { composeApi, startOwnPasses } from "@relaydeck/api/compose";
import type { Deps } from "@relaydeck/api/deps";
import type { ApiSettings } from "@relaydeck/api/ground";
import { SharedCounts } from "@relaydeck/api/limits/shared-counts";
import { recoverCommands } from "@relaydeck/api/relays/sweep";
import { openStore } from "@relaydeck/db/open";
import type { Store } from "@relaydeck/db/store";
import { callWindowSeconds, type Elsewhere } from "@relaydeck/provider/budget";
import { createHttpTransport } from "@relaydeck/provider/http-transport";
import { createProvider } from "@relaydeck/provider/provider";
import { TokenGate } from "@relaydeck/provider/token-gate";
import { OutboxWorker } from "@relaydeck/mail/outbox-worker";
import type { MailTransport } from "@relaydeck/mail/smtp-transport";
import type { FastifyInstance } from "fastify";
import { hostname } from "node:os";
import { ApiCallLog } from "./api-call-log.ts";
import { warnOfClock, watchClock } from "./clock-watch.ts";
import { openHttp } from "./http/open-http.ts";
import { followLeader } from "./cluster/follow-leader.ts";
import { leaderDuty } from "./cluster/leader-duty.ts";
import { openLeadership } from "./cluster/leadership.ts";
import { Listener } from "./listener.ts";
import type { SocketDoor } from "./live/socket-door.ts";
import { readProfiles } from "./profiles.ts";
import { runningFacts } from "./running.ts";
import type { Settings } from "./settings.ts";

export interface App {
  readonly deps: Deps;
  readonly store: Store;
  readonly listener: Listener;
  readonly http: FastifyInstance;
  readonly sockets: SocketDoor;
  /** The password that was made for the first administrator at this start, to be told once. */
  readonly generatedPassword: GeneratedPassword | null;
  /** Addresses it listens on. */
  readonly addresses: readonly string[];
  /** Ends everything within 5 s: nothing new is claimed, calls in flight finish or become unconfirmed. [BP-2, operator-interface] */
  close(): Promise<void>;
}

type Ends = (() => Promise<void> | void)[];

/** Opens everything, or nothing: what was made before a part failed is ended again. */
export async function openApp(options: AppOptions): Promise<App> {
  const ends: Ends = [];
  try {
    return await open(options, ends);
  } catch (error) {
    await endAll(ends);
    throw error;
  }
}

async function open(options: AppOptions, ends: Ends): Promise<App> {
  const { settings, clock, log } = options;
  const store = await openDatabase(options);
  ends.push(() => store.close());
  const leadership = await openLeadership({ ...options, store, holder: `${hostname()} ${process.pid}` });
  const profiles = readProfiles(settings);
  const callLog = new ApiCallLog({ ...options, store });
  ends.push(() => callLog.stop());
  const transport = watchClock(createHttpTransport({ baseUrl: options.cloud.url, clock }), clock, warnOfClock(log));
  ends.push(() => transport.close());
  let listener: Listener | null = null;
  const gate = new TokenGate(clock, (refusedSince) => listener?.tokenTurned(refusedSince));
  const productId = settings.provider.productId;
  const sharedCounts = new SharedCounts({ ...options, store });
  const { noteCall, elsewhere } = callsOfNodes(sharedCounts);
  const provider = createProvider({
    ...options,
    transport,
    gate,
    token: options.cloud.token,
    ...(productId === null ? {} : { productId }),
    onCall: (record) => {
      noteCall();
      callLog.note(record);
    },
    elsewhere,
  });
  const mail = new OutboxWorker({ store, clock, log, transport: await mailTransport(settings), keepText: settings.demo });
  let sockets: SocketDoor | null = null;
  const running = runningFacts({
    ...options,
    ...{ callLog, mail, startedAt: clock.now(), listener: () => listener, sockets: () => sockets },
  });
  const ground = {
    ...options,
    ...{ store, provider, profiles, running, sharedCounts, lead: leadership },
    settings: apiSettings(settings),
    wakeMail: () => mail.wake(),
  };
  const deps = await composeApi(ground);
  listener = new Listener({ ...deps, transport, token: options.cloud.token, productId, gate });
  await options.demo?.seed(deps);
  const isAlone = await store.join(async () => {
    await recoverCommands(deps);
    await leadership.foundAlone();
  });
  const unfollow = await followLeader(deps, isAlone);
  const runs: Promise<void>[] = [];
  ends.push(
    unfollow,
    () => Promise.all(runs).then(() => {}),
    () => leadership.stop(),
    () => deps.ingest.stop(),
    // First: what was heard while the ingest ends would be neither stored nor in the gap that the next start begins. [C3]
    () => listener?.end(),
  );
  const passes = startOwnPasses(deps);
  ends.push(() => passes.dispose());
  const opened = await openHttp({ ...options, deps, listener, mail });
  ends.push(() => Promise.all([opened.close(), mail.stop()]).then(() => {}));
  sockets = opened.sockets;
  runs.push(leadership.run(leaderDuty(deps, listener)), mail.run());
  // Last, so that no failed start takes the password with it.
  const generatedPassword = await createFirstAdmin(deps, settings.firstAdmin);
  return { deps, store, listener, generatedPassword, ...opened, close: once(() => endAll(ends)) };
}

function openDatabase({ settings, clock, log }: AppOptions): Promise<Store> {
  return openStore({
    url: settings.databaseUrl,
    clock,
    report: (error) => log.error("database.trouble", { error: String(error) }),
    onMigration: (name) => log.info("database.migrating", { name }),
  });
}

/** All nodes call with one token, so they share what the cloud allows it, and its wish for fewer calls. [C14, S17-5] */
function callsOfNodes(counts: SharedCounts): { noteCall: () => void; elsewhere: Elsewhere } {
  const calls = counts.counter("provider", callWindowSeconds * 1_000);
  const pause = counts.moment("provider-pause");
  return {
    noteCall: () => calls.note(""),
    elsewhere: { used: () => calls.others(""), pausedUntil: () => pause.others(), tellPause: (until) => pause.note(until) },
  };
}

/** Loaded only where mail is sent. */
async function mailTransport({ mail: { smtpUrl, from } }: Settings): Promise<MailTransport | null> {
  if (smtpUrl === null) return null;
  const { smtpTransport } = await import("@relaydeck/mail/smtp-transport");
  return smtpTransport({ url: smtpUrl, from });
}

/** What the stories read of the settings. */
function apiSettings(settings: Settings): ApiSettings {
  return {
    publicUrl: settings.publicUrl.origin,
    quietRegistration: settings.quietRegistration,
    rateLimitFactor: settings.rateLimitFactor,
    mailFrom: settings.mail.from,
    timeZone: settings.timeZone,
    twoStepKey: settings.twoStepKey,
    google: settings.google,
  };
}

async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.toReversed()) await end();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= work());
}
