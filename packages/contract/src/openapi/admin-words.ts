/** Administration: the own sign-in, and the console's lists, edits and deletions. [rest-shapes section 7] */
import { ActivityLogQuery, DevicesQuery, UsersQuery } from "../console.ts";
import type { CallWords } from "./call-words.ts";
import { activity, adminDevice, exampleId, undoUntil, user } from "./examples.ts";

const password = "four green kites climb slowly";
const adminUser = { ...user, version: 7 };
const asItIs = "What is not deleted, or was brought back already, is answered as it is, and nothing changes.";
const pageQuery = {
  search: "Part of a name or address, or the beginning of an id.",
  sort: "By what it is ordered; absent: by age.",
  order: "Ascending or descending; absent: newest first.",
  limit: "How many rows.",
  offset: "How many rows are left out before them.",
};
const list = "A bare array; how many there are in all says the header `X-Total-Count`.";
const userParam = { userId: "The user." };
const deviceParam = { deviceId: "The device." };

/** By method and path. */
export const adminWords: Readonly<Record<string, CallWords>> = {
  "POST /api/admin/login": {
    summary: "Sign in as an administrator",
    description: "Administrators are no users and have a session of their own. With two-step sign-in send the code as `otp`.",
    refusals: ["INVALID_ADMIN_CREDENTIALS", "SECOND_FACTOR_REQUIRED"],
    body: { username: "admin", password },
    answer: { message: "Admin login successful", isAuthenticated: true, mustChangePassword: false },
    signsIn: "admin",
  },
  "POST /api/admin/logout": {
    summary: "End the administrator's session",
    description: "Answers the same without one.",
    answer: { message: "Logged out successfully" },
  },
  "GET /api/admin/auth": {
    summary: "Who administers in this browser",
    description: "Always 200.",
    answer: { isAuthenticated: true, username: "admin", mustChangePassword: false },
  },
  "POST /api/admin/change-password": {
    summary: "Change the own password",
    description: "Has to be done first where the password was generated. 15 to 128 characters.",
    refusals: ["INVALID_ADMIN_CREDENTIALS", "PASSWORD_BLOCKED", "REAUTHENTICATE"],
    body: { currentPassword: password, newPassword: "five yellow lamps glow tonight" },
    answer: { message: "Password updated" },
  },
  "GET /api/admin/users": { summary: "All users", description: list, asks: UsersQuery, query: pageQuery, answer: [adminUser] },
  "GET /api/admin/devices": {
    summary: "All devices",
    description: list,
    asks: DevicesQuery,
    query: pageQuery,
    answer: [adminDevice],
  },
  "GET /api/admin/activity-logs": {
    summary: "The activity log of everybody",
    description: `${list} A search looks at the first 20,000 entries in the order asked for, and 200,000 are counted at most; all of them are in the CSV.`,
    asks: ActivityLogQuery,
    query: pageQuery,
    answer: [activity],
  },
  "PATCH /api/admin/users/{userId}": {
    summary: "Change a user",
    description: "Only what is sent changes. With `version`, only while the row still has it; without, the last write wins.",
    refusals: ["NOT_FOUND", "EMAIL_TAKEN", "STALE"],
    params: userParam,
    body: { firstName: "Maria", emailVerified: true, version: 7 },
    answer: { ...adminUser, version: 8, message: "User updated successfully" },
  },
  "DELETE /api/admin/users/{userId}": {
    summary: "Delete a user",
    description: "Sessions end at once, devices belong to nobody, shares and alerts stop. Can be undone until `undoUntil`.",
    refusals: ["NOT_FOUND"],
    params: userParam,
    answer: { id: exampleId("user"), message: "User deleted successfully", undoUntil },
  },
  "POST /api/admin/users/{userId}/restore": {
    summary: "Undo the deletion of a user",
    description: asItIs,
    refusals: ["NOT_FOUND", "UNDO_NOT_POSSIBLE"],
    params: userParam,
    answer: { ...adminUser, version: 9, message: "User restored" },
  },
  "PATCH /api/admin/devices/{deviceId}": {
    summary: "Change a device",
    description:
      "Only what is sent changes. `status` and `isConnected`: one alone sets both, a contradicting pair is refused. Both, and `relayState`, hold until the device cloud's next word. Another owner ends the shares of the old one.",
    refusals: ["NOT_FOUND", "SERIAL_TAKEN", "STALE"],
    params: deviceParam,
    body: { name: "Pump house", ownerId: user.id, version: 3 },
    answer: { ...adminDevice, version: 4, message: "Device updated successfully" },
  },
  "DELETE /api/admin/devices/{deviceId}": {
    summary: "Delete a device",
    description: "Its serial number can be registered again. Can be undone until `undoUntil`, unless that happens.",
    refusals: ["NOT_FOUND"],
    params: deviceParam,
    answer: { id: exampleId("device"), message: "Device deleted successfully", undoUntil },
  },
  "POST /api/admin/devices/{deviceId}/restore": {
    summary: "Undo the deletion of a device",
    description: asItIs,
    refusals: ["NOT_FOUND", "UNDO_NOT_POSSIBLE"],
    params: deviceParam,
    answer: { ...adminDevice, version: 5, message: "Device restored" },
  },
};
