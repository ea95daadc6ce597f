/**
 * The administrator's console at the doors: every user, device and entry of the log; edits, deletion and undo, in one or in
 * many. [rest-shapes section 7, D0.12, D23-D25]
 */
import * as z from "zod/mini";
import { Email, User } from "./accounts.ts";
import { Activity } from "./activity.ts";
import { Device, maxDeviceName } from "./devices.ts";
import { idGiven, idOf, idOrNone } from "./ids.ts";
import { Instant, InstantInput } from "./instant-schemas.ts";
import { line, lookedForLine } from "./text.ts";

/** Rows of one page, at most. [D0.12] */
const mostAdminRows = 1_000;
/** Users or devices that one call acts on, at most. */
const mostAtOnce = 200;
/** How far a page of the log may be skipped to; beyond that, go on with `before`. */
const mostSkippedEntries = 100_000;

/** Orders of the list of users. */
export const userSorts = ["createdAt", "email", "firstName", "lastName", "emailVerified", "authProvider"] as const;
/** Orders of the list of devices. */
export const deviceSorts = ["createdAt", "name", "serialNumber", "status", "relayState"] as const;

const statuses = Device.shape.status;
const relayStates = Device.shape.relayState;
const version = z.int();

/** Parts of names in any order, or the beginning of an id. */
export const Search = lookedForLine({ max: 100 });
const limit = z._default(z.int().check(z.gte(1), z.lte(mostAdminRows)), mostAdminRows);
const offset = z._default(z.int().check(z.gte(0)), 0);
const order = z.optional(z.enum(["asc", "desc"]));

/** What of the users is looked for. */
export const UserFilter = z.strictObject({
  search: z.optional(Search),
  emailVerified: z.optional(z.boolean()),
  authProvider: z.optional(User.shape.authProvider),
});
export type UserFilter = z.infer<typeof UserFilter>;

/** What of the devices is looked for. */
export const DeviceFilter = z.strictObject({
  search: z.optional(Search),
  status: z.optional(statuses),
  relayState: z.optional(relayStates),
  /** Null: those that nobody owns. */
  ownerId: z.optional(z.nullable(idGiven("user"))),
});
export type DeviceFilter = z.infer<typeof DeviceFilter>;

/** What of the log is looked for; both ends of the time are included. */
export const ActivityFilter = z.strictObject({
  search: z.optional(Search),
  type: z.optional(Activity.shape.type),
  userId: z.optional(idGiven("user")),
  deviceId: z.optional(idGiven("device")),
  from: z.optional(InstantInput),
  until: z.optional(InstantInput),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;

/** A page of the users, newest first unless said otherwise. */
export const UsersQuery = z.extend(UserFilter, { sort: z.optional(z.enum(userSorts)), order, limit, offset });
export type UsersQuery = z.infer<typeof UsersQuery>;
/** A page of the devices, newest first unless said otherwise. */
export const DevicesQuery = z.extend(DeviceFilter, { sort: z.optional(z.enum(deviceSorts)), order, limit, offset });
export type DevicesQuery = z.infer<typeof DevicesQuery>;
/** A page of the log, newest first: after `before`, or `offset` entries in. */
export const ActivityLogQuery = z.extend(ActivityFilter, {
  limit,
  offset: z._default(z.int().check(z.gte(0), z.lte(mostSkippedEntries, "Go on with `before`")), 0),
  before: z.optional(idGiven("activity")),
  sort: z.optional(z.enum(["timestamp"])),
  /** From the newest on unless said otherwise. */
  order,
});
export type ActivityLogQuery = z.infer<typeof ActivityLogQuery>;

/** A user in the console; `version` goes with an edit. */
export const AdminUser = z.extend(User, { version });
export type AdminUser = z.infer<typeof AdminUser>;

/**
 * A device in the console. `overridden`: status, relay state and connection are what an administrator said, until the
 * device cloud's next word. [AD-4]
 */
export const AdminDevice = z.strictObject({
  id: idOf("device"),
  name: z.string(),
  status: statuses,
  relayState: relayStates,
  isConnected: z.boolean(),
  ownerId: z.nullable(idOf("user")),
  serialNumber: z.string(),
  lastUpdate: z.nullable(Instant),
  overridden: z.boolean(),
  version,
});
export type AdminDevice = z.infer<typeof AdminDevice>;

/** Rows of a page, and of all pages together. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/**
 * A page of the log. `next`: what to send as `before` to look on, so that nothing is skipped: the last row of a full page, else
 * the last entry that was looked at; null where nothing is left.
 *
 * A search looks through so many entries at a time, and of any list so many are counted. `lookedTo`: the time of the last of
 * them, where there are more behind it; `total` is of the entries up to it then. Null: of all.
 */
export interface ActivityFound extends Listed<Activity> {
  readonly next: string | null;
  readonly lookedTo: string | null;
}

/** The figures above the lists. */
export interface ConsoleSummary {
  readonly users: number;
  readonly verifiedUsers: number;
  readonly devices: number;
  readonly connectedDevices: number;
  readonly activityEntries: number;
  /** There are more than `activityEntries`, which is as far as they are counted. */
  readonly hasMoreEntries: boolean;
}

/** Which bin, what is looked for in it, and which page of that. */
export const DeletedQuery = z.strictObject({ kind: z.enum(["users", "devices"]), search: z.optional(Search), limit, offset });
export type DeletedQuery = z.infer<typeof DeletedQuery>;

/** Something that was deleted in the last 30 days. */
export interface DeletedThing {
  readonly id: string;
  /** Of a user first and last name. */
  readonly name: string;
  /** Of a user the address, of a device the serial number. */
  readonly detail: string;
  readonly deletedAt: string;
  readonly deletedBy: "self" | "owner" | "admin" | null;
  readonly undoUntil: string;
  /**
   * Why it cannot be brought back: `taken`, somebody has its address, Google account, serial number or place at the cloud by now;
   * `expired`, its 30 days are over. Null: it can.
   */
  readonly keptFrom: "taken" | "expired" | null;
}

const noVersion = z.optional(version);

/** Fields of a user that an administrator may change; with `version` only while the row still has it. [AD-3, D24] */
export const UpdateUserBody = z.strictObject({
  firstName: z.optional(line({ max: 100, required: "First name is required" })),
  lastName: z.optional(line({ max: 100, required: "Last name is required" })),
  email: z.optional(Email),
  emailVerified: z.optional(z.boolean()),
  version: noVersion,
});
/** A change of one user. */
export const UpdateUser = z.extend(UpdateUserBody, { userId: idGiven("user") });
export type UpdateUser = z.infer<typeof UpdateUser>;

const Serial = z
  .string("Serial number is required")
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, "Serial number is required"),
    z.maxLength(64, "At most 64 characters"),
    z.regex(/^[A-Z0-9-]*$/, "Letters, digits and dashes only"),
  );
/** Whom a device belongs to; empty or null: nobody. [D25] */
const Owner = z.pipe(
  z.nullable(z.string().check(z.trim(), z.maxLength(256, "Too long"))),
  z.transform((given: string | null) => (given === null || given === "" ? null : idOrNone("user", given))),
);

/** Fields of a device that an administrator may change. `status` and `isConnected`: one alone sets both. [AD-3, AD-4, D24] */
export const UpdateDeviceBody = z.strictObject({
  name: z.optional(line({ max: maxDeviceName, required: "Device name is required" })),
  status: z.optional(statuses),
  relayState: z.optional(relayStates),
  isConnected: z.optional(z.boolean()),
  ownerId: z.optional(Owner),
  serialNumber: z.optional(Serial),
  version: noVersion,
});
/** A change of one device. */
export const UpdateDevice = z.extend(UpdateDeviceBody, { deviceId: idGiven("device") });
export type UpdateDevice = z.infer<typeof UpdateDevice>;

/** Names one user. */
export const UserId = z.strictObject({ userId: idGiven("user") });

/** Names many; each is done or refused by itself. */
const many = (kind: "user" | "device") =>
  z.array(idGiven(kind)).check(z.minLength(1, "Choose at least one"), z.maxLength(mostAtOnce, `At most ${mostAtOnce} at once`));
/** Some users. */
export const UserIds = z.strictObject({ userIds: many("user") });
/** Some devices. */
export const DeviceIds = z.strictObject({ deviceIds: many("device") });
/** Gives devices to one user, or to nobody. */
export const AssignDevices = z.strictObject({ deviceIds: many("device"), ownerId: Owner });
export type AssignDevices = z.infer<typeof AssignDevices>;

/** What became of many: each id is in one of the two. */
export interface BulkAnswer {
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly code: string; readonly message: string }[];
}

/** A user, and the sentence of a successful write. [rest-shapes section 7] */
export const AdminUserWithMessage = z.extend(AdminUser, { message: z.string() });
export type AdminUserWithMessage = z.infer<typeof AdminUserWithMessage>;
/** A device, and the sentence of a successful write. */
export const AdminDeviceWithMessage = z.extend(AdminDevice, { message: z.string() });
export type AdminDeviceWithMessage = z.infer<typeof AdminDeviceWithMessage>;
/** A user that was deleted, until when that can be undone. */
export const DeletedUser = z.strictObject({ id: idOf("user"), message: z.string(), undoUntil: Instant });
export type DeletedUser = z.infer<typeof DeletedUser>;
/** A device that was deleted, until when that can be undone. */
export const DeletedDevice = z.strictObject({ id: idOf("device"), message: z.string(), undoUntil: Instant });
export type DeletedDevice = z.infer<typeof DeletedDevice>;

/** What of the audit is looked for: who, what, on what, when; newest first by their times, after the row of the number `before`. [AD-8, C10] */
export const AuditQuery = z.strictObject({
  actorKind: z.optional(z.enum(["user", "admin", "device", "system"])),
  actorId: z.optional(lookedForLine({ max: 64 })),
  action: z.optional(lookedForLine({ max: 64 })),
  objectId: z.optional(lookedForLine({ max: 64 })),
  from: z.optional(InstantInput),
  until: z.optional(InstantInput),
  before: z.optional(z.int().check(z.gte(1))),
  limit: z._default(z.int().check(z.gte(1), z.lte(200)), 50),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** One row of the audit. */
export interface AuditEntry {
  readonly number: number;
  readonly at: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  /** As the actor is called now; null where it is nobody, or gone. */
  readonly actorName: string | null;
  readonly action: string;
  readonly objectKind: string | null;
  readonly objectId: string | null;
  readonly objectName: string | null;
  readonly door: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** A page of the audit. `next`: what to send as `before` to look on. */
export interface AuditFound {
  readonly rows: readonly AuditEntry[];
  readonly next: number | null;
  /** Up to when it was looked, where it went on beyond what one call looks through; else null. */
  readonly lookedTo: string | null;
}
