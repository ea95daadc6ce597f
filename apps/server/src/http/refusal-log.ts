/**
 * One line of the log for each request that was refused for want of a session, a right, the own origin or room in a limit. [LG-3]
 *
 * Not here: what stories tell by themselves, such as a refused sign-in; and what is merely wrong, such as a bad body.
 */
import type { AdminCaller } from "@relaydeck/api/admin/admin-session";
import type { Caller } from "@relaydeck/api/caller";
import { refusals, type RefusalCode } from "@relaydeck/contract/refusals";
import type { Log } from "@relaydeck/kit/log";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { pathOf } from "./request-path.ts";

const codesOfRequests = new WeakMap<FastifyRequest, Set<RefusalCode>>();

const doorRefusals = new WeakMap<FastifyRequest, RefusalCode>();

/** Statuses that say who may not, or not now. 404 is one only where somebody known asked: it hides what is not theirs. */
const told = new Set<number>([401, 403, 421, 429]);
const storiesThatTell: ReadonlySet<string> = new Set(["auth.login", "auth.secondStep", "admin.login"]);

/** `procedure`: the one whose story refused; absent when the door itself did. */
export function noteRefusal(request: FastifyRequest, code: RefusalCode, procedure = ""): void {
  if (procedure === "") doorRefusals.set(request, code);
  if (storiesThatTell.has(procedure)) return;
  const codes = codesOfRequests.get(request) ?? new Set();
  codesOfRequests.set(request, codes.add(code));
}

/** Why the door itself refused it, if it did. */
export function doorRefusalOf(request: FastifyRequest): RefusalCode | undefined {
  return doorRefusals.get(request);
}

export interface RefusalLogDeps {
  readonly log: Log;
  /** Who was found behind the request so far; asks nobody. */
  knownCaller(request: FastifyRequest): Promise<Caller | null>;
  knownAdmin(request: FastifyRequest): Promise<AdminCaller | null>;
}

export function logRefusals(app: FastifyInstance, deps: RefusalLogDeps): void {
  app.addHook("onResponse", async (request) => {
    const codes = codesOfRequests.get(request);
    if (codes !== undefined) await tell(deps, request, codes);
  });
}

async function tell(deps: RefusalLogDeps, request: FastifyRequest, codes: ReadonlySet<RefusalCode>): Promise<void> {
  const [caller, admin] = await Promise.all([deps.knownCaller(request), deps.knownAdmin(request)]);
  const isKnown = caller !== null || admin !== null;
  for (const code of codes) {
    const { status } = refusals[code];
    if (!told.has(status) && !(status === 404 && isKnown)) continue;
    deps.log.info("request.refused", {
      requestId: request.id,
      userId: caller?.userId ?? null,
      ...(admin === null ? {} : { adminId: admin.adminId }),
      address: request.ip,
      method: request.method,
      path: pathOf(request),
      code,
    });
  }
}
