/** What the console's lists and the operations page ask for beyond what is asked together: REST's pages of a thousand, searches, the bin, mails. */
import { rpc, type Asked, type Found } from "./asked.ts";

const page = { limit: 50 };
const far = { limit: 50, offset: 90_000 };

export function askedOfLists({ userId, mailId }: Found): readonly Asked[] {
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
    rpc("admin.users", { ...far, search: "person seed", sort: "lastName" }),
    rpc("admin.users", { ...page, search: "nobody seed" }),
    rpc("admin.users", { ...page, search: "nobody is called so" }),
    rpc("admin.users", { ...page, search: userId.slice(0, 9) }),
    rpc("admin.devices", { ...page, search: "P0SIM" }),
    rpc("admin.devices", { ...page, search: "12" }),
    rpc("admin.devices", { ...page, search: "12 seeded" }),
    rpc("admin.activity", { ...page, search: "nothing says so" }),
    rpc("admin.deleted", { ...page, kind: "users" }),
    rpc("admin.deleted", { ...page, kind: "devices" }),
    rpc("admin.deleted", { limit: 50, offset: 4_900, kind: "users" }),
    rpc("admin.deleted", { limit: 50, offset: 4_900, kind: "devices" }),
    rpc("admin.deleted", { ...page, kind: "users", search: "person seed" }),
    rpc("admin.deleted", { ...page, kind: "users", search: "nobody is called so" }),
    rpc("admin.deleted", { ...page, kind: "devices", search: "12 seeded" }),
    rpc("admin.deleted", { ...page, kind: "devices", search: "nothing is called so" }),
    rpc("admin.auditActions"),
    rpc("admin.operations"),
    rpc("admin.mails", { state: "failed" }),
    rpc("admin.mails", { state: "waiting" }),
    rpc("admin.mail", { mailId }),
  ];
}
