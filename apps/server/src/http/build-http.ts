/**
 * The HTTP server with the rules that hold before any route: sizes, times, hosts, origins, headers, errors. [XS, IN, HD, LG-1]
 *
 * Not here: what the routes do.
 */
import { storageRefusal, validationRefusal } from "@relaydeck/api/procedures";
import { maxBodyBytes, maxHeaderBytes, maxHeaderCount, maxUrlBytes } from "@relaydeck/contract/limits";
import { refusals, sentenceOf, type Refusal } from "@relaydeck/contract/refusals";
import type { Log } from "@relaydeck/kit/log";
import { base62, type Random } from "@relaydeck/kit/random";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Duplex } from "node:stream";
import { isAmbiguous } from "./ambiguous.ts";
import { isJsonType, parseJsonBody } from "./json-body.ts";
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { cookiesIn } from "./cookies.ts";
import { hostKind, isAdminCall, isForeign, isUnsafe } from "./origin-rule.ts";
import { noteRefusal } from "./refusal-log.ts";
import { askedHostOf, pathOf, targetOf } from "./request-path.ts";
import { securityHeaderLines, setSecurityHeaders } from "./security-headers.ts";
import { isTokenCall, takesTokens } from "./token-call.ts";

export interface HttpOptions {
  readonly publicUrl: URL;
  readonly strictOrigin: boolean;
  readonly trustProxyHops: number;
  readonly random: Random;
  readonly log: Log;
}

/** Headers must be complete in 10 s, a request in 15 s; idle connections end after 65 s. [IN-2] */
const times = { headersMs: 10_000, requestMs: 15_000, idleMs: 65_000, requestsPerConnection: 1_000 } as const;

/** Of a part of the path that stands for something. */
export const maxPartLength = 200;

/** Answers to whoever asks by whatever name. [XS-7] */
const hostlessPaths = new Set(["/healthz", "/readyz", "/metrics", "/hooks/provider"]);

export function buildHttp(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.idleMs,
    maxRequestsPerSocket: times.requestsPerConnection,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: times.headersMs,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    // The router's own limit would answer before it is known which route was asked for: ours is at the gate.
    routerOptions: { maxParamLength: maxUrlBytes, ignoreTrailingSlash: false },
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    trustProxy: (_address, hop) => hop < options.trustProxyHops,
    genReqId: () => requestId(options.random),
    logger: false,
    // At the end of the end: last-answers.ts refuses what comes, and has what is under way answered first.
    return503OnClosing: false,
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => answerRawError(error, socket, options),
    frameworkErrors: (error, request, reply) => answerUnroutable(error, { request, reply, options }),
    exposeHeadRoutes: true,
  });
  // Node cuts headers beyond this number silently; counting in the gate needs to see one more.
  app.server.maxHeadersCount = maxHeaderCount + 1;
  // Node would refuse an expectation that it does not know by itself, with a status and without the headers of ours.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  readOnlyJson(app);
  app.addHook("onRequest", (request, reply, done) => {
    const refusal = gate(request, reply, options) ?? longPart(request);
    if (refusal === null) return done();
    if (refusal !== "answered") sendRefusal(reply, refusal);
  });
  app.addHook("onResponse", (request, reply, done) => {
    logAnswer(options.log, request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOfHttp(error, { request, log: options.log })));
  return app;
}

/** Inputs and answers are the procedures': without a compiler of its own Fastify does not load its two, which take 3 MB. */
function noSchema(): never {
  throw new Error("No route has a schema for Fastify");
}

/** Names one request in log, audit and error answers. */
export function requestId(random: Random): string {
  return `req_${base62(random, 16)}`;
}

/** An address that no route can be looked up for: it passes the same gate and gets one of our own refusals. [LG-1, HD-2] */
function answerUnroutable(
  error: unknown,
  { request, reply, options }: { request: FastifyRequest; reply: FastifyReply; options: HttpOptions },
): void {
  const refusal = gate(request, reply, options);
  if (refusal !== "answered") sendRefusal(reply, refusal ?? refusalOfHttp(error, { request, log: options.log }));
}

function gate(request: FastifyRequest, reply: FastifyReply, options: HttpOptions): Refusal | "answered" | null {
  const path = pathOf(request);
  const isApi = /^\/(api|trpc|demo|hooks)(\/|$)/.test(path);
  setSecurityHeaders(reply, { isHttps: isHttps(options), isApi });
  if (isAmbiguous(request.raw)) {
    reply.header("Connection", "close");
    return wrongRequest("How long the request is, or which host it is for, cannot be told for certain");
  }
  if (Buffer.byteLength(request.url) > maxUrlBytes) return { code: "URL_TOO_LONG" };
  if (request.raw.rawHeaders.length / 2 > maxHeaderCount) return { code: "HEADERS_TOO_LARGE" };
  if (!hostlessPaths.has(path)) {
    const host = hostKind(askedHostOf(request), options.publicUrl.origin);
    if (host === "foreign") return { code: "WRONG_HOST" };
    if (host === "alias" && !isApi && !isUnsafe(request.method)) {
      reply.redirect(`${options.publicUrl.origin}${targetOf(request)}`, 308);
      return "answered";
    }
  }
  const isHook = path === "/hooks/provider";
  const { origin: publicOrigin } = options.publicUrl;
  const facts = { publicOrigin, strict: options.strictOrigin || isAdminCall(path, bringsAdmin(request, publicOrigin)) };
  const isExempt = isHook || (takesTokens(path) && isTokenCall(request.headers));
  if (isUnsafe(request.method) && !isExempt && isForeign(request.headers, facts)) return { code: "ORIGIN_REFUSED" };
  return null;
}

/** A part of the path that stands for an id or for names of procedures. The rest of a path, as of a page, may be longer. */
function longPart({ params }: FastifyRequest): Refusal | null {
  const { "*": _rest, ...parts } = (params ?? {}) as Readonly<Record<string, string>>;
  return Object.values(parts).some((part) => part.length > maxPartLength) ? { code: "NOT_FOUND" } : null;
}

function bringsAdmin({ headers }: FastifyRequest, publicUrl: string): boolean {
  return cookiesIn(headers.cookie, cookieName("admin", publicUrl)).length > 0;
}

function readOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (request, body, done) => {
    const type = request.headers["content-type"] ?? "";
    const coding = request.headers["content-encoding"] ?? "identity";
    if (!isJsonType(type) || coding !== "identity") return done(new HttpRefusal({ code: "UNSUPPORTED_MEDIA_TYPE" }));
    const parsed = parseJsonBody(String(body));
    if (parsed.ok) done(null, parsed.value);
    else done(new HttpRefusal(parsed.error));
  });
}

/** Carries a refusal through Fastify's error path. */
export class HttpRefusal extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(sentenceOf(refusal));
    this.refusal = refusal;
  }
}

function isHttps({ publicUrl }: Pick<HttpOptions, "publicUrl">): boolean {
  return publicUrl.protocol === "https:";
}

/** What is wrong with the request as a whole, which has no field. */
function wrongRequest(message: string): Refusal {
  return validationRefusal([{ path: "", message }]);
}

const byFastifyCode: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: "BODY_TOO_LARGE" },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: "UNSUPPORTED_MEDIA_TYPE" },
  FST_ERR_CTP_EMPTY_TYPE: { code: "UNSUPPORTED_MEDIA_TYPE" },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: wrongRequest("The body is not as long as Content-Length says"),
  FST_ERR_BAD_URL: wrongRequest("The address holds a % that stands for no character"),
};

function refusalOfHttp(error: unknown, facts: { request: FastifyRequest; log: Log }): Refusal {
  if (error instanceof HttpRefusal) return error.refusal;
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const known = byFastifyCode[code];
  if (known !== undefined) return known;
  if (code === "ECONNRESET" && !facts.request.raw.complete) return wrongRequest("The body ended before it was whole");
  // Who asks is looked up before any procedure is reached.
  const storage = storageRefusal(error);
  if (storage !== null) return storage;
  facts.log.error("request.failed", {
    requestId: facts.request.id,
    path: pathOf(facts.request),
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return { code: "INTERNAL" };
}

/** Sends `{message, code}` with the status of the table. `procedure`: the one whose story refused, if one did. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, procedure?: string): FastifyReply {
  noteRefusal(reply.request, refusal.code, procedure);
  if (refusal.retryAfterSeconds !== undefined) reply.header("Retry-After", String(refusal.retryAfterSeconds));
  return reply
    .code(refusals[refusal.code].status)
    .type("application/json; charset=utf-8")
    .send({
      message: sentenceOf(refusal),
      code: refusal.code,
      ...(refusal.issues === undefined ? {} : { issues: refusal.issues }),
      ...(refusal.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds }),
      ...(refusal.code === "INTERNAL" ? { errorId: reply.request.id } : {}),
    });
}

/** Bytes that are no HTTP: answered by hand, as no request exists. [IN-2, IN-3] */
function answerRawError(error: NodeJS.ErrnoException, socket: Duplex, options: HttpOptions): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const why = isLate ? "The request came too slowly" : "This cannot be read as an HTTP request";
  const refusal: Refusal = error.code === "HPE_HEADER_OVERFLOW" ? { code: "HEADERS_TOO_LARGE" } : wrongRequest(why);
  const status = isLate ? 408 : refusals[refusal.code].status;
  const body = JSON.stringify({ message: sentenceOf(refusal), ...refusal });
  const headers = securityHeaderLines({ isHttps: isHttps(options), isApi: true });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\n${headers}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function logAnswer(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  log.debug("request", {
    requestId: request.id,
    method: request.method,
    path: pathOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  });
}
