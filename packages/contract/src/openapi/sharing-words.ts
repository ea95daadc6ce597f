/** Shares, alerts and the activity log. [rest-shapes section 6] */
import { ActivityQuery } from "../activity.ts";
import type { CallWords } from "./call-words.ts";
import { activity, alert, device, exampleId, instant, share, user } from "./examples.ts";

const owner = "The device's owner";
const visible = "Whoever may see the device, for themselves";

/** By method and path. */
export const sharingWords: Readonly<Record<string, CallWords>> = {
  "GET /api/devices/{id}/shares": {
    summary: "Who a device is shared with",
    description: "Active shares and invitations that wait, newest first.",
    who: owner,
    refusals: ["FORBIDDEN", "NOT_FOUND"],
    params: { id: "The device." },
    answer: [share],
  },
  "POST /api/device-shares": {
    summary: "Share a device, or change a share",
    description:
      "A verified address gets access at once; any other is invited by mail, answered alike with `pending: true`. At most 50 shares and invitations per device.",
    who: owner,
    refusals: ["SELF_SHARE", "EXPIRY_PAST", "FORBIDDEN", "NOT_FOUND", "LIMIT_REACHED"],
    body: { deviceId: device.id, sharedWithEmail: "alex@example.com", permission: "view", expiresAt: null },
    answer: { ...share, message: "Device shared" },
    updates: "The person had a share or an invitation, which now is as given.",
  },
  "DELETE /api/device-shares/{shareId}": {
    summary: "End a share",
    description: "Access, live streams and commands not yet sent end within a second. Repeated, it answers the same.",
    who: "The device's owner revokes, the person it was given to leaves",
    refusals: ["NOT_FOUND"],
    params: { shareId: "The share, or the invitation." },
    answer: { id: exampleId("share"), message: "Access revoked" },
  },
  "POST /api/device-shares/accept": {
    summary: "Accept an invitation",
    description: "The token is that of the link in the invitation's mail.",
    who: "Who is signed in under the invited address",
    refusals: ["TOKEN_INVALID"],
    body: { token: "k3V0d1JmT2xhS2VxYnpQd0x1c1ZyWmF0" },
    answer: { ...share, message: "Invitation accepted" },
  },
  "GET /api/email-alerts/{id}": {
    summary: "The caller's alerts on a device",
    description: "Newest first.",
    who: visible,
    token: "read",
    refusals: ["NOT_FOUND"],
    params: { id: "The device; the id of an alert is not found." },
    answer: [alert],
  },
  "POST /api/email-alerts": {
    summary: "Be told of something by mail",
    description: "One alert of each type on each device. The address has to be the caller's own verified one.",
    who: visible,
    token: "control",
    refusals: ["ALERT_ADDRESS", "NO_EMAIL", "NOT_FOUND", "DUPLICATE_ALERT", "LIMIT_REACHED"],
    body: { alertType: "battery_low", enabled: true, deviceId: device.id, emailAddress: user.email },
    answer: { ...alert, message: "Email alert created" },
  },
  "PUT /api/email-alerts/{id}": {
    summary: "Switch an alert on or off",
    description: "Type, device and address stay: for others remove it and make another one.",
    who: "Whose alert it is",
    token: "control",
    refusals: ["ALERT_ADDRESS", "NOT_FOUND"],
    params: { id: "The alert; the id of a device is not found." },
    body: { enabled: false },
    answer: { ...alert, enabled: false, message: "Email alert updated" },
  },
  "DELETE /api/email-alerts/{id}": {
    summary: "Remove an alert",
    description: "No further mail of it is made.",
    who: "Whose alert it is",
    token: "control",
    refusals: ["NOT_FOUND"],
    params: { id: "The alert; the id of a device is not found." },
    answer: { id: alert.id, message: "Email alert deleted" },
  },
  "GET /api/activity-logs": {
    summary: "The activity log",
    description: "Own actions, and what happened on devices that the caller may see. Newest first.",
    token: "read",
    asks: ActivityQuery,
    query: {
      limit: "How many entries.",
      before: "Only entries older than this one: the id of the last entry of the page before.",
    },
    answer: [activity],
  },
  "DELETE /api/activity-logs": {
    summary: "Empty the own view of the log",
    description: "Others see what they saw, and the audit log keeps everything.",
    answer: { message: "Activity logs cleared", clearedAt: instant },
  },
};
