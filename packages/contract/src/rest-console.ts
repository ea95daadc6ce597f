/** The documented calls of the console's lists, edits and deletions. [rest-shapes section 7] */
import * as z from "zod/mini";
import { Activity } from "./activity.ts";
import {
  AdminDevice,
  AdminDeviceWithMessage,
  AdminUser,
  AdminUserWithMessage,
  DeletedDevice,
  DeletedUser,
  deviceSorts,
  Search,
  UpdateDeviceBody,
  UpdateUserBody,
  userSorts,
} from "./console.ts";
import { queryNumber } from "./rest-query.ts";
import type { RestRow } from "./rest.ts";

const order = z.optional(z.enum(["asc", "desc"]));
const page = { search: z.optional(Search), order, limit: z.optional(queryNumber), offset: z.optional(queryNumber) };

const list = {
  method: "GET",
  body: "none",
  status: 200,
  isPage: true,
  input: (parts) => parts.query,
} as const satisfies Partial<RestRow>;
const named = { body: "none", query: "none", status: 200 } as const;
const user = (parts: Parameters<RestRow["input"]>[0]) => ({ userId: parts.params["userId"] });
const device = (parts: Parameters<RestRow["input"]>[0]) => ({ deviceId: parts.params["deviceId"] });

/** Their rows of the REST table. */
export const consoleRows: readonly RestRow[] = [
  {
    ...list,
    path: "/api/admin/users",
    procedure: "admin.users",
    query: z.strictObject({ ...page, sort: z.optional(z.enum(userSorts)) }),
    result: z.array(AdminUser),
  },
  {
    ...list,
    path: "/api/admin/devices",
    procedure: "admin.devices",
    query: z.strictObject({ ...page, sort: z.optional(z.enum(deviceSorts)) }),
    result: z.array(AdminDevice),
  },
  {
    ...list,
    path: "/api/admin/activity-logs",
    procedure: "admin.activity",
    query: z.strictObject({ ...page, sort: z.optional(z.enum(["timestamp"])) }),
    looksTo: true,
    result: z.array(Activity),
  },
  {
    ...named,
    method: "PATCH",
    path: "/api/admin/users/{userId}",
    procedure: "admin.updateUser",
    body: UpdateUserBody,
    result: AdminUserWithMessage,
    input: (parts) => ({ ...UpdateUserBody.parse(parts.body), ...user(parts) }),
  },
  {
    ...named,
    method: "DELETE",
    path: "/api/admin/users/{userId}",
    procedure: "admin.removeUser",
    result: DeletedUser,
    input: user,
  },
  {
    ...named,
    method: "POST",
    path: "/api/admin/users/{userId}/restore",
    procedure: "admin.restoreUser",
    result: AdminUserWithMessage,
    input: user,
  },
  {
    ...named,
    method: "PATCH",
    path: "/api/admin/devices/{deviceId}",
    procedure: "admin.updateDevice",
    body: UpdateDeviceBody,
    result: AdminDeviceWithMessage,
    input: (parts) => ({ ...UpdateDeviceBody.parse(parts.body), ...device(parts) }),
  },
  {
    ...named,
    method: "DELETE",
    path: "/api/admin/devices/{deviceId}",
    procedure: "admin.removeDevice",
    result: DeletedDevice,
    input: device,
  },
  {
    ...named,
    method: "POST",
    path: "/api/admin/devices/{deviceId}/restore",
    procedure: "admin.restoreDevice",
    result: AdminDeviceWithMessage,
    input: device,
  },
];
