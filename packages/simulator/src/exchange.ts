/**
 * One provider call from arrival to answer: route, limits, token, faults, the way to a device and back.
 *
 * A call that reached a device has run there, whatever becomes of its answer; the client's departure stops nothing. [C1, CM-9]
 */
import { crc32 } from "node:zlib";
import { type Result, err, ok } from "@relaydeck/kit/result";
import { type Answer, json } from "./answer.ts";
import { type Body, parseBody, textField } from "./body.ts";
import { type CloudReply, type CloudRequest, splitPath } from "./cloud-call.ts";
import {
  faultAnswer,
  plainError,
  routeUnknown,
  scopeMissing,
  tokenExpired,
  tokenInvalid,
  tokenMissing,
  tooManyRequests,
} from "./errors.ts";
import type { FaultTarget, Strike } from "./faults.ts";
import type { LoggedRequest } from "./request-log.ts";
import type { Outcome, Route, RoundTrip } from "./route.ts";
import { findRoute } from "./router.ts";
import { providerRoutes } from "./routes/provider-routes.ts";
import type { Token } from "./tokens.ts";
import type { World } from "./world.ts";

interface Exchange {
  readonly world: World;
  readonly request: CloudRequest;
  readonly reply: CloudReply;
  readonly entry: LoggedRequest;
}

const deviceOperations: ReadonlySet<string> = new Set(["function", "variable", "ping"]);

export function exchange(world: World, request: CloudRequest, reply: CloudReply): void {
  const { pathname, query } = splitPath(request.path);
  if (request.method === "OPTIONS") return answerPreflight(reply);
  const found = findRoute(providerRoutes, request.method === "HEAD" ? "GET" : request.method, pathname);
  const entry = world.requests.begin(request.method, request.path, found?.route.operation ?? "unknown");
  const on: Exchange = { world, request, reply, entry };
  world.pending.add(reply);
  reply.onClose(() => world.pending.delete(reply));
  if (!world.limits.calls.take()) return send(on, tooManyRequests(world.limits.calls.retryAfterSeconds));
  if (found === undefined) return send(on, routeUnknown());
  const { route, params } = found;
  if (route.tokenLimited === true && !world.limits.tokenCalls.take())
    return send(on, tooManyRequests(world.limits.tokenCalls.retryAfterSeconds));
  const body = parseBody(request);
  if (!body.ok) return send(on, plainError(400, body.error));
  const about = describe(on, params, body.value);
  const session = sessionOf(on, query, { route, body: body.value });
  if (!session.ok) return send(on, session.error);
  const call = { world, params, query, body: body.value, headers: request.headers, session: session.value };
  play(on, () => route.run(call), world.faults.strike(about));
}

/** Longer arguments are refused anyway; the log keeps enough to see which. */
const loggedArgumentAtMost = 1100;

/** Writes down what the call is about. */
function describe({ world, entry }: Exchange, params: Readonly<Record<string, string>>, body: Body): FaultTarget {
  const named = params["device"];
  const device = named === undefined ? undefined : world.findDevice(named);
  if (named !== undefined) entry.device = device?.id ?? named;
  if (device !== undefined) entry.serial = device.serial;
  const name = params["name"] ?? (entry.operation === "token" ? textField(body.fields, "grant_type") : undefined);
  if (name !== undefined) entry.name = name;
  const argument = textField(body.fields, "arg") ?? textField(body.fields, "args") ?? "";
  if (entry.operation === "function") entry.argument = argument.slice(0, loggedArgumentAtMost);
  return { operation: entry.operation, device, name };
}

function sessionOf(on: Exchange, query: URLSearchParams, about: { route: Route; body: Body }): Result<Token, Answer> {
  if (about.route.auth === "none") return ok(on.world.standing);
  const bearer = /^bearer\s+(.+)$/i.exec(on.request.headers["authorization"] ?? "")?.[1];
  const inQuery = on.request.method === "GET" ? query.get("access_token") : null;
  const given = bearer ?? inQuery ?? (about.body.kind === "form" ? textField(about.body.fields, "access_token") : undefined);
  if (given === undefined || given === "") return err(tokenMissing());
  const state = on.world.tokens.find(given);
  if (state.kind === "unknown") return err(tokenInvalid());
  if (state.kind === "expired") return err(tokenExpired());
  const { scopes } = state.token;
  const { scope } = about.route;
  const allowed = scopes === null || scope === "*" || (scope !== undefined && scopes.includes(scope));
  return allowed ? ok(state.token) : err(scopeMissing());
}

function play(on: Exchange, run: () => Outcome, strike: Strike): void {
  const { world, reply, entry } = on;
  const { effect, delayMs } = strike;
  if (effect?.kind === "hang") return;
  if (effect?.kind === "status" && effect.execute !== true) {
    const waitMs = delayMs + (deviceOperations.has(entry.operation) ? world.drawLatencyMs() : 0);
    world.time.wait(waitMs, () => send(on, faultAnswer(effect.status, effect.body, effect.headers)));
    return;
  }
  if (effect?.kind === "no-execute" && !deviceOperations.has(entry.operation)) {
    world.time.wait(delayMs, () => send(on, json(200, { ok: true })));
    return;
  }
  const outcome = run();
  if (outcome.kind === "round-trip") return playRoundTrip(on, outcome.trip, strike);
  entry.executed = outcome.kind === "stream" || outcome.answer.status < 400;
  world.time.wait(delayMs, () => {
    if (effect?.kind === "drop-reply") return cut(on);
    if (effect?.kind === "status") return send(on, faultAnswer(effect.status, effect.body, effect.headers));
    if (outcome.kind === "answer") return send(on, outcome.answer);
    world.pending.delete(reply);
    world.requests.answered(entry, 200);
    outcome.open(reply, commonHeaders(on));
  });
}

/** Half the round trip there, half back; a link that is down at either end of the way means silence until the hold is over. */
function playRoundTrip(on: Exchange, trip: RoundTrip, strike: Strike): void {
  const { time } = on.world;
  const arrivedAt = time.monotonic();
  const totalMs = on.world.drawLatencyMs() + strike.delayMs;
  time.wait(totalMs / 2, () => {
    const answered = reach(on, trip, strike);
    // The way back is cut at once, so the caller is left without a word before the device's next report.
    if (strike.effect?.kind === "drop-reply") return cut(on);
    time.wait(totalMs / 2, () => {
      if (strike.effect?.kind === "status")
        return send(on, faultAnswer(strike.effect.status, strike.effect.body, strike.effect.headers));
      if (answered !== undefined && trip.device.linked) return send(on, answered);
      time.wait(trip.holdMs - (time.monotonic() - arrivedAt), () => send(on, trip.unreachable));
    });
  });
}

/** At the device: what it answers, or undefined when nothing got there. */
function reach(on: Exchange, trip: RoundTrip, strike: Strike): Answer | undefined {
  if (strike.effect?.kind === "no-execute") return trip.pretended;
  if (!trip.device.linked) return undefined;
  const { answer, executed } = trip.arrive();
  on.entry.executed = executed;
  return answer;
}

function send(on: Exchange, answer: Answer): void {
  const { reply, request, entry } = on;
  on.world.pending.delete(reply);
  on.world.requests.answered(entry, answer.status);
  const isRead = request.method === "GET" && answer.status === 200;
  const etag = isRead ? { etag: `W/"${answer.text.length.toString(16)}-${crc32(answer.text).toString(16)}"` } : {};
  reply.head(answer.status, { ...commonHeaders(on), ...etag, ...answer.headers });
  reply.end(request.method === "HEAD" ? undefined : answer.text);
}

function cut(on: Exchange): void {
  on.world.pending.delete(on.reply);
  on.world.requests.cut(on.entry);
  on.reply.cut();
}

function commonHeaders(on: Exchange): Record<string, string> {
  return { "access-control-allow-origin": "*", "x-request-id": on.world.chance.uuid("request-id") };
}

function answerPreflight(reply: CloudReply): void {
  reply.head(204, {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE,OPTIONS",
    "access-control-allow-headers": "authorization,content-type",
  });
  reply.end();
}
