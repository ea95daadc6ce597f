/**
 * How many requests the HTTP door works on at once. Under overload an administrator's numbers and lists give way first, then
 * other reads; what changes something is never refused here, so commands, revocations and signing out come last. [BP-1]
 *
 * Counted and not measured: no clock, no lag of the event loop. Not here: how much a caller may ask in a time
 * (door-limit-hook.ts), and the queues behind the door, each of which has a bound of its own.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendRefusal } from "./build-http.ts";
import { isUnsafe } from "./origin-rule.ts";
import { pathOf } from "./request-path.ts";

/** What gives way, and how much of it may be under way at once on this node. `RATE_LIMIT_FACTOR` does not move it. */
export const mostUnderWay = {
  /** Each may go over more rows than anything else. A screen of the console asks in one or two requests, so ten may open at once. */
  numbers: 20,
  /** About a millisecond of work each: the last of them waits for half a second. */
  reads: 500,
} as const;

const busy = { code: "OVERLOADED", message: "The server is busy. Try again in a moment.", retryAfterSeconds: 2 } as const;

/** Static files, pages, health, metrics, webhook and demo are not counted. Goes before the hooks that ask who calls. */
export function boundUnderWay(app: FastifyInstance): void {
  const underWay = { numbers: new Set<FastifyRequest>(), reads: new Set<FastifyRequest>() };
  app.addHook("onRequest", (request, reply, done) => {
    const kind = kindOf(request);
    if (kind === null) return done();
    const places = underWay[kind];
    if (places.size >= mostUnderWay[kind]) return void sendRefusal(reply, busy);
    places.add(request);
    // Also when the connection dies before there is an answer.
    reply.raw.once("close", () => places.delete(request));
    done();
  });
  // An answer that is made holds no place, however slowly it is taken.
  app.addHook("onSend", async (request, _reply, payload) => {
    if (!isMadeWhileSent(payload)) for (const places of Object.values(underWay)) places.delete(request);
  });
}

/** A list as a file; and a batch whose answers are asked for line by line, as tRPC may be. */
function isMadeWhileSent(payload: unknown): boolean {
  if (payload instanceof Response) return payload.headers.has("transfer-encoding");
  return typeof payload === "object" && payload !== null && "pipe" in payload;
}

/** Null: not counted. A batch counts as the heaviest of its calls. */
function kindOf(request: FastifyRequest): keyof typeof mostUnderWay | null {
  const path = pathOf(request);
  if (isUnsafe(request.method) || !/^\/(api|trpc)(\/|$)/.test(path)) return null;
  // As the router read it: an encoded name is the same name.
  const { path: batch } = request.params as { path?: string };
  const asked = path.startsWith("/trpc/") && batch !== undefined ? batch.split(",") : [path];
  // Whoever got no answer to a command asks so what became of it.
  if (asked.length === 1 && asked[0] === "relays.command") return null;
  return asked.some((call) => isOfAdmin.test(call) && !light.has(call)) ? "numbers" : "reads";
}

/** By its address or its name. */
const isOfAdmin = /^(?:\/api\/)?(?:admin|analytics)[./]/;
/** Who is signed in, and what time it is; and a person's own numbers, which the dashboard asks for in one batch with its devices. */
const light: ReadonlySet<string> = new Set(["/api/admin/auth", "admin.auth", "admin.clock", "analytics.mine"]);
