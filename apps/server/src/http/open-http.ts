/** The server's doors: pages, REST, tRPC, live socket, webhook, health. Made in order, listening at the end. */
import { adminOf, callerBehind, requestContext } from "./request-context.ts";
import { metricsText } from "@relaydeck/api/admin/operations/metrics";
import { operations } from "@relaydeck/api/admin/operations/operations";
import { DoorLimits } from "@relaydeck/api/limits/door-limits";
import type { Deps } from "@relaydeck/api/deps";
import type { OutboxWorker } from "@relaydeck/mail/outbox-worker";
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppOptions } from "../app-options.ts";
import type { Listener } from "../listener.ts";
import { SocketDoor } from "../live/socket-door.ts";
import { TurnWriter } from "../live/turn-writer.ts";
import { addDocs } from "../docs/docs-routes.ts";
import { addCsvRoutes } from "../rest/csv-routes.ts";
import { addRestRoutes } from "../rest/rest-routes.ts";
import { addGoogleRoutes } from "../rest/google-routes.ts";
import { addReturnToLogin } from "../rest/return-to-login.ts";
import { addRpcRoutes } from "../rpc/rpc-routes.ts";
import { buildHttp, requestId } from "./build-http.ts";
import { clientAddress } from "./client-address.ts";
import { limitRequests } from "./door-limit-hook.ts";
import { addHealth } from "./health.ts";
import { giveLastAnswers } from "./last-answers.ts";
import { knowAllMethods } from "./other-methods.ts";
import { addPages } from "./pages.ts";
import { logRefusals } from "./refusal-log.ts";
import { noteRefusedActs } from "./refused-acts.ts";
import { refuseDeadTokens } from "./dead-tokens.ts";
import { boundUnderWay } from "./under-way.ts";
import { addWebhook } from "./webhook.ts";

export interface HttpParts extends AppOptions {
  readonly deps: Deps;
  readonly listener: Listener;
  readonly mail: OutboxWorker;
}

export interface OpenHttp {
  readonly http: FastifyInstance;
  readonly sockets: SocketDoor;
  readonly addresses: readonly string[];
  close(): Promise<void>;
}

export async function openHttp(parts: HttpParts): Promise<OpenHttp> {
  const { settings, deps, log, clock } = parts;
  const http = buildHttp({ ...settings, random: parts.random, log });
  giveLastAnswers(http, { clock, answersMs: lastAnswersMs, whileOpen: () => endCommands(deps) });
  knowAllMethods(http);
  boundUnderWay(http);
  const callers = oncePerRequest((request) => callerBehind(deps, request.headers));
  const admins = oncePerRequest((request) => adminOf(deps, request.headers));
  const { ofRequest: callerOfRequest } = callers;
  logRefusals(http, { log, knownCaller: callers.known, knownAdmin: admins.known });
  noteRefusedActs(http, { deps, adminOf: admins.ofRequest });
  const makeContext = async (request: FastifyRequest, reply: FastifyReply) =>
    requestContext(deps, {
      request,
      reply,
      caller: await callerOfRequest(request),
      adminSession: () => admins.ofRequest(request),
    });
  const limits = new DoorLimits({ clock, factor: settings.rateLimitFactor, shared: deps.sharedCounts });
  limitRequests(http, { limits, callerOf: callerOfRequest, adminOf: admins.ofRequest });
  refuseDeadTokens(http, { callerOf: callerOfRequest });
  addReturnToLogin(http);
  addGoogleRoutes(http, { makeContext });
  addCsvRoutes(http, { makeContext });
  addRestRoutes(http, { makeContext });
  addRpcRoutes(http, { log, makeContext });
  const sockets = new SocketDoor({
    clock,
    log,
    feed: deps.feed,
    writer: new TurnWriter(deps.turn),
    limitFactor: settings.rateLimitFactor,
    countRead: (from) => limits.countRead(from),
    liveBlindMs: () => deps.store.liveBlindMs(),
    publicOrigin: settings.publicUrl.origin,
    strictOrigin: settings.strictOrigin,
    nextRequestId: () => requestId(parts.random),
    authenticate: (request) => callerBehind(deps, request.headers),
    addressOf: (request) => clientAddress(request, settings.trustProxyHops),
  });
  addHealth(http, { version: parts.version, metricsToken: settings.metricsToken, ...healthFacts(parts) });
  if (settings.webhookSecret !== null)
    addWebhook(http, { secret: settings.webhookSecret, clock, listener: parts.listener, ingest: deps.ingest });
  addDocs(http, { publicUrl: settings.publicUrl, random: parts.random });
  parts.demo?.addRoutes(http, deps);
  addPages(http, {
    folder: parts.webFolder,
    publicUrl: settings.publicUrl,
    demo: settings.demo,
    hasGoogle: deps.google !== null,
    random: parts.random,
    hasSession: async (request) => (await callerOfRequest(request)) !== null,
  });
  await http.ready();
  sockets.attach(http.server);
  const addresses = await listen(http, parts);
  return { http, sockets, addresses, close: () => closeDoors({ http, sockets, deps }) };
}

/** A session is looked up once for all that one request asks of it. */
function oncePerRequest<Who>(ask: (request: FastifyRequest) => Promise<Who | null>) {
  const asked = new WeakMap<FastifyRequest, Promise<Who | null>>();
  const ofRequest = (request: FastifyRequest): Promise<Who | null> => {
    const answer = asked.get(request) ?? ask(request);
    asked.set(request, answer);
    return answer;
  };
  /** Who was found so far; nobody where it was not asked, or could not be answered. */
  const known = async (request: FastifyRequest): Promise<Who | null> => {
    const [answer] = await Promise.allSettled([asked.get(request)]);
    return answer.status === "fulfilled" ? (answer.value ?? null) : null;
  };
  return { ofRequest, known };
}

/** Where to listen: as set; else loopback in the demo, every IPv4 address otherwise. */
async function listen(http: FastifyInstance, { settings }: HttpParts): Promise<string[]> {
  if (settings.host !== null) return [await http.listen({ host: settings.host, port: settings.port })];
  if (!settings.demo) return [await http.listen({ host: "0.0.0.0", port: settings.port })];
  // Fastify serves both loopback addresses for this name, where the machine has both.
  return [await http.listen({ host: "localhost", port: settings.port })];
}

/**
 * Calls in flight get this long before they are left as they are; the restart makes them unconfirmed. Every end keeps to the 5 s
 * of Ctrl-C, although a SIGTERM might take 10. [BP-2, operator-interface]
 */
const lastCallsMs = 3_500;
/** Answers still on their way are cut after this time, and so is a socket that does not answer its end. */
const lastAnswersMs = 4_000;

async function closeDoors({ http, sockets, deps }: { http: FastifyInstance; sockets: SocketDoor; deps: Deps }): Promise<void> {
  sockets.close();
  deps.feed.close();
  const spare = deps.clock.after(lastAnswersMs, () => sockets.cut());
  await http.close();
  spare();
}

/** Nothing is claimed any more; who waits for a command is answered when its call is over. [BP-2] */
async function endCommands({ lines, watch }: Deps): Promise<void> {
  await lines.stop(lastCallsMs);
  watch.close();
}

function healthFacts({ deps, mail }: HttpParts) {
  return {
    async readiness() {
      const isUp = await deps.store.healthy();
      const { state, since, lastEventAt } = deps.link.stream;
      return {
        database: { state: isUp ? ("ok" as const) : ("down" as const) },
        providerStream: { state, since: toInstant(since), lastEventAt: toInstantOrNull(lastEventAt) },
        mail: mail.status(),
      };
    },
    metrics: async () => metricsText(await operations(deps)),
  };
}
