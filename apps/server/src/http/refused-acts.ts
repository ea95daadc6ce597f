/**
 * What an administrator tried that the door refused before any procedure: another origin, a body that cannot be read, a batch
 * that is too long. One row in the audit for each act, before the answer. [AD-8]
 *
 * Only behind a session that holds, and of what was sent only names that we know: whoever has none, such as at a sign-in whose
 * body is nonsense, tried nothing on any account, and could fill a record that never shrinks. What was refused as too much, or
 * failed, is told by the log. Not here: what the procedures refuse (packages/api/src/admin/admin-procedure.ts).
 */
import type { AdminCaller } from "@relaydeck/api/admin/admin-session";
import { noteUnbegun } from "@relaydeck/api/admin/unbegun-act";
import type { Deps } from "@relaydeck/api/deps";
import { appRouter } from "@relaydeck/api/router";
import { refusals, type RefusalCode } from "@relaydeck/contract/refusals";
import { restRows } from "@relaydeck/contract/rest";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { urlOf } from "../rest/rest-routes.ts";
import { doorRefusalOf } from "./refusal-log.ts";
import { factsOf } from "./request-context.ts";

interface RefusedActsDeps {
  readonly deps: Pick<Deps, "clock" | "log" | "store">;
  readonly adminOf: (request: FastifyRequest) => Promise<AdminCaller | null>;
}

export function noteRefusedActs(app: FastifyInstance, { deps, adminOf }: RefusedActsDeps): void {
  app.addHook("onSend", async (request) => {
    const code = doorRefusalOf(request);
    if (code === undefined || !isJudged(code)) return;
    const tried = actsOf(request);
    if (tried.size === 0) return;
    // A refusal must not become another because the database does not answer. [ST-1]
    const [found] = await Promise.allSettled([adminOf(request)]);
    const admin = found.status === "fulfilled" ? found.value : null;
    if (admin === null) return;
    for (const procedure of tried) await noteUnbegun(deps, { admin, request: factsOf(request), tried: { procedure, code } });
  });
}

function isJudged(code: RefusalCode): boolean {
  const { status } = refusals[code];
  return status < 500 && code !== "RATE_LIMITED";
}

/** By their full name; the library types them as the nested routers that they came from. */
const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, { readonly _def: { readonly type: string } }>>;
const acts: ReadonlySet<string> = new Set(
  Object.entries(procedures).flatMap(([name, { _def }]) =>
    _def.type === "mutation" && /^(admin|analytics)\./.test(name) && name !== "admin.login" ? [name] : [],
  ),
);
const procedureByRoute: ReadonlyMap<string, string> = new Map(
  restRows.map(({ method, path, procedure }) => [`${method} ${urlOf(path)}`, procedure]),
);

/** As the router read it: an encoded name is the same name. */
function actsOf({ method, routeOptions, params }: FastifyRequest): ReadonlySet<string> {
  const { url } = routeOptions;
  const ofRow = procedureByRoute.get(`${method} ${url}`);
  const isBatch = method === "POST" && url === "/trpc/:path";
  const asked = isBatch ? (params as { path: string }).path.split(",") : ofRow === undefined ? [] : [ofRow];
  return new Set(asked.filter((name) => acts.has(name)));
}
