/** Whether everything that can be asked has its row in the authorisation matrix. Quick, so that `npm run check` runs it. */
import { restRows } from "@relaydeck/contract/rest";
import { expect, test } from "vitest";
import { appRouter } from "../router.ts";
import { matrix, tokenScopes } from "./authorisation.ts";

const procedures = Object.keys(appRouter._def.procedures).toSorted();
const rows = Object.keys(matrix).toSorted();
const help = "say in packages/api/src/testing/authorisation.ts which row of the security checklist, section 9, it is";

test("[AZ-1] every procedure has a row in the authorisation matrix, and no row is of one that is gone", () => {
  expect(procedures.filter((name) => !rows.includes(name)).map((name) => `${name}: ${help}`)).toEqual([]);
  expect(rows.filter((name) => !procedures.includes(name))).toEqual([]);
});

test("[AZ-1] every REST call is a procedure with a row", () => {
  const without = restRows.filter(({ procedure }) => !rows.includes(procedure));
  expect(without.map(({ method, path }) => `${method} ${path}: ${help}`)).toEqual([]);
});

test("[AZ-1, C6] a procedure takes tokens as the matrix says, of that scope, and every other takes none", () => {
  const all: Readonly<Record<string, unknown>> = appRouter._def.procedures;
  const taken = Object.entries(all).flatMap(([name, procedure]) => {
    const scope = (procedure as { _def: { meta?: { program?: string } } })._def.meta?.program;
    return scope === undefined ? [] : [[name, scope] as const];
  });
  expect(Object.fromEntries(taken)).toEqual(tokenScopes);
});
