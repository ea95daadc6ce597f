/** The console's lists as files, sent as they are read. Ours; not rows of the REST table, because they answer no JSON. [EX-2, AD-1] */
import { adminRefusal } from "@relaydeck/api/admin/admin-procedure";
import { exportCsv, type Wanted } from "@relaydeck/api/admin/console/export";
import type { Context } from "@relaydeck/api/context";
import { issuesOf } from "@relaydeck/api/issues";
import { validationRefusal } from "@relaydeck/api/procedures";
import { ActivityFilter } from "@relaydeck/contract/console";
import { AuditCsvQuery, DevicesCsvQuery, UsersCsvQuery } from "@relaydeck/contract/console-csv";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { HttpRefusal, sendRefusal } from "../http/build-http.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";

export interface CsvDeps {
  makeContext(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
}

/** Says what is wanted; what the address asks for in a wrong way throws. */
type Read = (query: unknown) => Wanted;

const lists = {
  users: (query: unknown): Wanted => ({ list: "users", query: parsed(UsersCsvQuery, query) }),
  devices: (query: unknown): Wanted => ({ list: "devices", query: parsed(DevicesCsvQuery, query) }),
  activity: (query: unknown): Wanted => ({ list: "activity", query: parsed(ActivityFilter, query) }),
  audit: (query: unknown): Wanted => ({ list: "audit", query: parsed(AuditCsvQuery, query) }),
} as const;

/** Where each is; every one of them is an administrator's alone. */
export const csvPaths = ["users", "devices", "activity-logs", "audit"].map((name) => `/api/admin/${name}.csv`);

export function addCsvRoutes(app: FastifyInstance, deps: CsvDeps): void {
  const sendsCsv = (read: Read) => (request: FastifyRequest, reply: FastifyReply) => send(read, { request, reply, deps });
  const quietly = { method: "GET", exposeHeadRoute: false } as const;
  app.route({
    ...quietly,
    handler: sendsCsv(lists.users),
    url: "/api/admin/users.csv",
  });
  app.route({
    ...quietly,
    handler: sendsCsv(lists.devices),
    url: "/api/admin/devices.csv",
  });
  app.route({
    ...quietly,
    handler: sendsCsv(lists.activity),
    url: "/api/admin/activity-logs.csv",
  });
  app.route({
    ...quietly,
    handler: sendsCsv(lists.audit),
    url: "/api/admin/audit.csv",
  });
  for (const path of csvPaths) refuseOtherMethods(app, path, ["GET"]);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly deps: CsvDeps;
}

async function send(read: Read, { request, reply, deps }: Exchange): Promise<FastifyReply> {
  const context = await deps.makeContext(request, reply);
  const admin = await context.adminSession();
  const refusal = adminRefusal(admin);
  if (admin === null || refusal !== null) return sendRefusal(reply, refusal ?? { code: "ADMIN_SESSION_REQUIRED" });
  const wanted = read(request.query);
  const csv = await exportCsv(context.deps, { admin, request: context.request, wanted });
  return reply
    .header("Content-Disposition", `attachment; filename="relaydeck-${wanted.list}.csv"`)
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
