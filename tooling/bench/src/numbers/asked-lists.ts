/** What the console's lists and the operations page ask for: first and far pages, orders, filters, and searches that many, few and no rows fit. */
import { rpc, type Asked, type Found } from "./asked.ts";

const page = { limit: 50 };
const far = { limit: 50, offset: 90_000 };
/** A list is walked from its nearer end: farther than this is nothing. */
const middle = { limit: 50, offset: 50_000 };

export function askedOfLists({ deviceId, userId, mailId }: Found): readonly Asked[] {
  return [
    { name: "GET /api/admin/users", path: "/api/admin/users" },
    {
      name: "GET /api/admin/users, a page far down by name",
      path: "/api/admin/users?sort=lastName&order=asc&limit=200&offset=90000",
    },
    { name: "GET /api/admin/devices", path: "/api/admin/devices" },
    { name: "GET /api/admin/devices, found by a number", path: "/api/admin/devices?search=SIM0500&limit=200" },
    { name: "GET /api/admin/activity-logs", path: "/api/admin/activity-logs" },
    { name: "GET /api/admin/devices, a page far down by state", path: "/api/admin/devices?sort=status&limit=200&offset=50000" },
    rpc("admin.summary"),
    rpc("admin.users", { ...page, search: "seed" }),
    rpc("admin.users", { ...far, search: "seed", sort: "lastName" }),
    rpc("admin.users", { ...page, search: "seed", emailVerified: true }),
    rpc("admin.users", { ...far, search: "person seed", sort: "lastName" }),
    rpc("admin.users", { ...page, search: "nobody seed" }),
    rpc("admin.users", { ...page, search: "nobody is called so" }),
    rpc("admin.users", { ...page, search: userId.slice(0, 9) }),
    rpc("admin.users", { ...far, sort: "email", order: "desc" }),
    rpc("admin.users", { ...page, emailVerified: false }),
    rpc("admin.devices", { ...page, search: "P0SIM" }),
    rpc("admin.devices", { ...far, search: "P0SIM" }),
    rpc("admin.devices", { ...page, search: "seeded", status: "online" }),
    rpc("admin.devices", { ...page, search: "12" }),
    rpc("admin.devices", { ...page, search: "12 seeded" }),
    rpc("admin.devices", { ...middle, sort: "relayState" }),
    rpc("admin.devices", { ...page, search: "zq" }),
    rpc("admin.devices", { ...page, search: "nothing is called so" }),
    rpc("admin.devices", { ...far, sort: "serialNumber", order: "asc" }),
    rpc("admin.devices", { ...page, status: "online", sort: "name", order: "asc" }),
    rpc("admin.devices", { ...page, ownerId: userId }),
    rpc("admin.devices", { ...page, ownerId: null }),
    rpc("admin.activity", page),
    rpc("admin.activity", { ...middle, sort: "timestamp", order: "asc" }),
    rpc("admin.activity", { ...far, type: "error" }),
    rpc("admin.activity", { ...page, search: "nothing says so" }),
    rpc("admin.activity", { ...page, type: "error", deviceId }),
    rpc("admin.activity", { ...page, userId }),
    rpc("admin.deleted", { ...page, kind: "users" }),
    rpc("admin.deleted", { ...page, kind: "devices" }),
    rpc("admin.deleted", { ...far, kind: "users" }),
    rpc("admin.deleted", { ...far, kind: "devices" }),
    rpc("admin.audit", page),
    rpc("admin.audit", { ...page, before: 2 }),
    rpc("admin.audit", { ...page, objectId: deviceId }),
    rpc("admin.audit", { ...page, actorKind: "system", action: "seed.devices" }),
    rpc("admin.auditActions"),
    rpc("admin.operations"),
    rpc("admin.mails", { state: "failed" }),
    rpc("admin.mails", { state: "waiting" }),
    rpc("admin.mail", { mailId }),
  ];
}
