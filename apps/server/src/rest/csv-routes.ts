/** The console's lists as files, sent as they are read. Ours; not rows of the REST table, because they answer no JSON. [EX-2, AD-1] */
import { adminRefusal } from "@relaydeck/api/admin/admin-procedure";
import { exportCsv, type Wanted } from "@relaydeck/api/admin/console/export";
import type { Administering } from "@relaydeck/api/admin/recorded";
import { fleetCsv } from "@relaydeck/api/analytics/fleet-csv";
import type { Context } from "@relaydeck/api/context";
import type { Deps } from "@relaydeck/api/deps";
import { issuesOf } from "@relaydeck/api/issues";
import { validationRefusal } from "@relaydeck/api/procedures";
import { ActivityFilter } from "@relaydeck/contract/console";
import { AuditCsvQuery, DevicesCsvQuery, FleetCsvQuery, UsersCsvQuery } from "@relaydeck/contract/console-csv";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { HttpRefusal, sendRefusal } from "../http/build-http.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";

export interface CsvDeps {
  makeContext(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
}

/** The file that an address asks for; what it asks for in a wrong way throws. */
type Write = (asked: Asked) => Promise<AsyncIterable<string>>;

interface Asked extends Administering {
  readonly deps: Deps;
  readonly query: unknown;
}

interface CsvFile {
  readonly name: string;
  readonly write: Write;
}

const listFile = (name: Wanted["list"], wantedOf: (query: unknown) => Wanted): CsvFile => ({
  name,
  write: ({ deps, query, ...who }) => exportCsv(deps, { ...who, wanted: wantedOf(query) }),
});

const files = {
  users: listFile("users", (query) => ({ list: "users", query: parsed(UsersCsvQuery, query) })),
  devices: listFile("devices", (query) => ({ list: "devices", query: parsed(DevicesCsvQuery, query) })),
  activity: listFile("activity", (query) => ({ list: "activity", query: parsed(ActivityFilter, query) })),
  audit: listFile("audit", (query) => ({ list: "audit", query: parsed(AuditCsvQuery, query) })),
  fleet: {
    name: "fleet",
    write: ({ deps, query, ...who }: Asked) => fleetCsv(deps, { ...who, query: parsed(FleetCsvQuery, query) }),
  },
} as const;

/** Where each is; every one of them is an administrator's alone. */
export const csvPaths = [
  "/api/admin/users.csv",
  "/api/admin/devices.csv",
  "/api/admin/activity-logs.csv",
  "/api/admin/audit.csv",
  "/api/analytics/fleet.csv",
] as const;

export function addCsvRoutes(app: FastifyInstance, deps: CsvDeps): void {
  const sendsCsv = (file: CsvFile) => (request: FastifyRequest, reply: FastifyReply) => send(file, { request, reply, deps });
  const quietly = { method: "GET", exposeHeadRoute: false } as const;
  app.route({
    ...quietly,
    handler: sendsCsv(files.users),
    url: "/api/admin/users.csv",
  });
  app.route({
    ...quietly,
    handler: sendsCsv(files.devices),
    url: "/api/admin/devices.csv",
  });
  app.route({
    ...quietly,
    handler: sendsCsv(files.activity),
    url: "/api/admin/activity-logs.csv",
  });
  app.route({
    ...quietly,
    handler: sendsCsv(files.audit),
    url: "/api/admin/audit.csv",
  });
  app.route({
    ...quietly,
    handler: sendsCsv(files.fleet),
    url: "/api/analytics/fleet.csv",
  });
  for (const path of csvPaths) refuseOtherMethods(app, path, ["GET"]);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly deps: CsvDeps;
}

async function send(file: CsvFile, { request, reply, deps }: Exchange): Promise<FastifyReply> {
  const context = await deps.makeContext(request, reply);
  const admin = await context.adminSession();
  const refusal = adminRefusal(admin);
  if (admin === null || refusal !== null) return sendRefusal(reply, refusal ?? { code: "ADMIN_SESSION_REQUIRED" });
  const csv = await file.write({ deps: context.deps, admin, request: context.request, query: request.query });
  return reply
    .header("Content-Disposition", `attachment; filename="relaydeck-${file.name}.csv"`)
    .type("text/csv; charset=utf-8")
    .send(Readable.from(csv));
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown };
}

/** A key given twice is an array, which no schema takes. [IN-5] */
function parsed<T>(schema: Schema<T>, query: unknown): T {
  const result = schema.safeParse({ ...(query as object) });
  if (!result.success) throw new HttpRefusal(validationRefusal(issuesOf(result.error)));
  return result.data;
}
