/** Every way into a running product, taken from what serves it: a new route or procedure is in these lists by itself. */
import { appRouter } from "@relaydeck/api/router";
import { restRows } from "@relaydeck/contract/rest";
import type { FastifyInstance } from "fastify";

export interface EveryCall {
  readonly method: string;
  readonly path: string;
  /** It takes no body or input, so an empty request is enough to make it. */
  readonly takesNothing: boolean;
}

/** An id of the right form that is nobody's. */
export const nobodysId = `dev_${"0".repeat(22)}`;

const restCalls: readonly EveryCall[] = restRows.map(({ method, path, body }) => ({
  method,
  path: path.replace(/\{\w+\}/, nobodysId),
  takesNothing: body === "none",
}));

export const unsafeRestCalls = restCalls.filter(({ method }) => method !== "GET");

interface Procedure {
  readonly type: "query" | "mutation" | "subscription";
  readonly inputs: readonly unknown[];
}

/** By their full name: the library keeps them so, and types them as the nested routers that they came from. */
const flat = appRouter._def.procedures as unknown as Readonly<Record<string, { readonly _def: Procedure }>>;
export const procedures: ReadonlyMap<string, Procedure> = new Map(
  Object.entries(flat).map(([name, { _def }]) => [name, { type: _def.type, inputs: _def.inputs }]),
);

export const mutationCalls: readonly EveryCall[] = [...procedures].flatMap(([name, { type, inputs }]) =>
  type === "mutation" ? [{ method: "POST", path: `/trpc/${name}`, takesNothing: inputs.length === 0 }] : [],
);

/** What changes something when it is called: each unsafe REST row, each mutation. */
export const changingCalls: readonly EveryCall[] = [...unsafeRestCalls, ...mutationCalls];

/** Every path that this server has a route for, as its router lists them, with ids and names filled in. */
export function routePaths(http: FastifyInstance): readonly string[] {
  const above: string[] = [];
  const found = new Set<string>();
  for (const line of http.printRoutes({ commonPrefix: false }).split("\n")) {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S*) \(/.exec(line);
    if (match === null) continue;
    const depth = (match[1] ?? "").length / 4;
    above.length = depth;
    above.push(match[2] ?? "");
    found.add(above.join(""));
  }
  return [...found].flatMap(filledIn);
}

function filledIn(route: string): string[] {
  if (route === "/trpc/:path") return [...procedures.keys()].map((name) => `/trpc/${name}`);
  // The list of routes names of a wildcard only what lies above it.
  return [route.replace(/:\w+/, nobodysId).replace(/\/?\*$/, "/anything")];
}
