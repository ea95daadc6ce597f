/**
 * What an administrator tried that the door refused before any procedure: another origin, a body that cannot be read, a batch
 * or an id that is too long, a method that the path of an act does not have, an export of what cannot be asked for. One row in
 * the audit for each act, before the answer. [AD-8]
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
import { csvPaths } from "../rest/csv-routes.ts";
import { urlOf } from "../rest/rest-routes.ts";
import { doorRefusalOf } from "./refusal-log.ts";
import { isUnsafe } from "./origin-rule.ts";
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

/** Paths by their route: of acts, and of exports, which have no procedure. */
const pathsOfActs: ReadonlyMap<string, string> = new Map(
  restRows.flatMap(({ path, procedure }) => (acts.has(procedure) ? [[urlOf(path), path]] : [])),
);
const exportPaths: ReadonlySet<string> = new Set(csvPaths);

/** As the router read it: an encoded name is the same name. What has no procedure is told by method and path of its route. */
function actsOf({ method, routeOptions, params }: FastifyRequest): ReadonlySet<string> {
  const { url = "" } = routeOptions;
  if (url === "/trpc/:path") {
    const names = method === "POST" ? (params as { path: string }).path.split(",") : [];
    return new Set(names.filter((name) => acts.has(name)));
  }
  const ofRow = procedureByRoute.get(`${method} ${url}`);
  if (ofRow !== undefined) return new Set(acts.has(ofRow) ? [ofRow] : []);
  if (method === "GET" && exportPaths.has(url)) return new Set([`GET ${url}`]);
  const path = isUnsafe(method) ? pathsOfActs.get(url) : undefined;
  return new Set(path === undefined ? [] : [`${method} ${path}`]);
}
