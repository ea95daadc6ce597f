/** Calls below `/api` that answer no JSON and so are no rows: ways that lead a browser on, and lists as files. [D8, D13, EX-2] */
import * as z from "zod/mini";
import { AuditCsvQuery, DevicesCsvQuery, FleetCsvQuery, UsersCsvQuery } from "../console-csv.ts";
import { ActivityFilter } from "../console.ts";
import { googleCallbackPath, googleStartPath } from "../google-sign-in.ts";
import type { Access } from "../rest-access.ts";

/** One of them; all are asked by GET. */
export interface OtherCall {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  readonly query: z.ZodMiniObject;
  /** What each key of its query is. */
  readonly words: Readonly<Record<string, string>>;
  readonly answers: "redirect" | "csv";
}

const returnTo = z.optional(z.string().check(z.maxLength(512)));
const returnToWords = { returnTo: "A path of this site to come back to; any other is left out." };
const redirects = { access: "everybody", answers: "redirect" } as const;
const file = { access: "admin", answers: "csv" } as const;
const search = "Part of a name or address, or the beginning of an id.";
const ids = "Chosen rows alone: ids with commas between.";
const times = { from: "Not before.", until: "Not after." };

/** All of them. */
export const otherCalls: readonly OtherCall[] = [
  {
    ...redirects,
    path: "/api/login",
    operationId: "toLogin",
    summary: "Lead a browser to the sign-in page",
    description: "For a browser after a 401.",
    query: z.object({ returnTo }),
    words: returnToWords,
  },
  {
    ...redirects,
    path: googleStartPath,
    operationId: "googleStart",
    summary: "Begin to sign in with Google",
    description: "Leads to Google, or back to `/login` with a `message` where that is not set up.",
    query: z.object({ returnTo }),
    words: returnToWords,
  },
  {
    ...redirects,
    path: googleCallbackPath,
    operationId: "googleReturn",
    summary: "Come back from Google",
    description: "Opens the session and leads on, or to `/login` with a `message` that says why not.",
    query: z.object({ state: z.optional(z.string()), code: z.optional(z.string()), error: z.optional(z.string()) }),
    words: { state: "As it was given to Google.", code: "From Google.", error: "From Google, in place of a code." },
  },
  {
    ...file,
    path: "/api/admin/users.csv",
    operationId: "usersFile",
    summary: "Users as a file",
    description: "RFC 4180, UTF-8.",
    query: UsersCsvQuery,
    words: { search, emailVerified: "Only those, or only the others.", authProvider: "How they sign in.", ids },
  },
  {
    ...file,
    path: "/api/admin/devices.csv",
    operationId: "devicesFile",
    summary: "Devices as a file",
    description: "RFC 4180, UTF-8.",
    query: DevicesCsvQuery,
    words: { search, status: "Of this status.", relayState: "Of this state.", ownerId: "Of this owner; `none`: of nobody.", ids },
  },
  {
    ...file,
    path: "/api/admin/activity-logs.csv",
    operationId: "activityFile",
    summary: "The activity log as a file",
    description: "RFC 4180, UTF-8.",
    query: ActivityFilter,
    words: { search, type: "Of this type.", userId: "Of this user.", deviceId: "Of this device.", ...times },
  },
  {
    ...file,
    path: "/api/admin/audit.csv",
    operationId: "auditFile",
    summary: "The audit log as a file",
    description: "RFC 4180, UTF-8.",
    query: AuditCsvQuery,
    words: {
      actorKind: "Who did it: of this kind.",
      actorId: "Who did it: this one.",
      action: "What was done.",
      objectId: "To what it was done.",
      ...times,
    },
  },
  {
    ...file,
    path: "/api/analytics/fleet.csv",
    operationId: "fleetFile",
    summary: "Devices by day as a file",
    description: "RFC 4180, UTF-8. Percent of the known time of each day in which a device was online; empty: nothing is known.",
    query: FleetCsvQuery,
    words: { search, days: "How many, today included.", timeZone: "Whose days; else those of the server." },
  },
];
