/** Schemas that the document has once and by name, and words about their fields. */
import * as z from "zod/mini";
import { ForgotPassword, Login, NewPassword, Register, ResendVerification, ResetPassword, User } from "../accounts.ts";
import { Activity, ActivityEvent } from "../activity.ts";
import { AdminLogin, ChangeAdminPassword, NewAdminPassword } from "../admin.ts";
import { Alert, CreateAlert, UpdateAlertBody } from "../alerts.ts";
import { CallBucket, Dashboard, EndpointStat, ProviderOverview, RelayResult, SystemDay } from "../analytics-admin.ts";
import { adminPasswordMin } from "../admin-bounds.ts";
import { AdminDevice, AdminUser, UpdateDeviceBody, UpdateUserBody } from "../console.ts";
import { Device, PowerOneData, RegisterDevice, RenameDeviceBody, SharedDevice } from "../devices.ts";
import { Instant, InstantInput } from "../instant-schemas.ts";
import { Layout, SaveLayout } from "../layouts.ts";
import { UpdateProfile } from "../profile.ts";
import { Command, CommandAnswer, PowerOneCommandBody, Relay, RelayCommandBody, Unproved } from "../relays.ts";
import { AcceptInvite, CreateShare, Share } from "../shares.ts";
import { Status } from "../status.ts";
import { RefusalAnswer, RefusedCommand } from "./refusal-schemas.ts";

interface Words {
  readonly id?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const named: readonly (readonly [z.ZodMiniType, string, string])[] = [
  [User, "User", "An account, as its person sees it."],
  [Device, "Device", "A device as one person sees it."],
  [SharedDevice, "SharedDevice", "A device of somebody else, with the share through which it is seen."],
  [Relay, "Relay", "One relay: what was reported, when, on what evidence, and its latest command."],
  [Command, "Command", "A command as one person sees it. Instants are null until they happened."],
  [Unproved, "Unproved", "A command that left for the device, was followed by no report, and has no known end."],
  [CommandAnswer, "CommandAnswer", "What a switch answers, whatever became of it."],
  [PowerOneData, "PowerOneData", "What a PowerOne last reported; numbers as the device sent them, negative = not available."],
  [Share, "Share", "A right that an owner gave, or an invitation that waits (`pending`)."],
  [Alert, "Alert", "What somebody wants to be told of by mail."],
  [Activity, "Activity", "An entry of the activity log."],
  [ActivityEvent, "ActivityEvent", "What an entry tells of, as data. Codes may be added."],
  [Layout, "Layout", "A saved dashboard."],
  [Status, "Status", "The link to the device cloud, and the caller's devices in numbers."],
  [AdminUser, "AdminUser", "A user in the console."],
  [AdminDevice, "AdminDevice", "A device in the console."],
  [Dashboard, "Dashboard", "Today in numbers."],
  [RelayResult, "RelayResult", "A command that was answered, or whose outcome became unknown."],
  [SystemDay, "SystemDay", "One day of the installation."],
  [CallBucket, "CallBucket", "Calls to the device cloud in a part of a period."],
  [ProviderOverview, "ProviderOverview", "Calls to the device cloud in the last 30 days."],
  [EndpointStat, "EndpointStat", "Calls of one endpoint of the device cloud."],
  [RefusalAnswer, "Refusal", "Every error but a command's own."],
  [RefusedCommand, "RefusedCommand", "A command that was refused, failed, or is not known to be done."],
  [Instant, "Instant", "UTC, ISO 8601 with milliseconds."],
  [InstantInput, "InstantInput", "Any ISO 8601 date and time with an offset."],
  [Register, "Register", "Body of a registration."],
  [Login, "Login", "Body of a sign-in."],
  [UpdateProfile, "UpdateProfile", "The names to change."],
  [ResendVerification, "ResendVerification", "Whose link."],
  [ForgotPassword, "ForgotPassword", "Whose password."],
  [ResetPassword, "ResetPassword", "The link's token and the new password."],
  [RegisterDevice, "RegisterDevice", "Which device, and what to call it."],
  [RenameDeviceBody, "RenameDevice", "The names to change."],
  [PowerOneCommandBody, "PowerOneCommand", "What to switch on a PowerOne."],
  [RelayCommandBody, "RelayCommand", "What to switch."],
  [CreateShare, "CreateShare", "Which right, for whom, until when."],
  [AcceptInvite, "AcceptInvite", "The token of the invitation's link."],
  [CreateAlert, "CreateAlert", "What to be told of."],
  [UpdateAlertBody, "UpdateAlert", "Whether it is on."],
  [SaveLayout, "SaveLayout", "The dashboard to save."],
  [AdminLogin, "AdminLogin", "Body of an administrator's sign-in."],
  [ChangeAdminPassword, "ChangeAdminPassword", "The present and the new password."],
  [UpdateUserBody, "UpdateUser", "What to change."],
  [UpdateDeviceBody, "UpdateDevice", "What to change."],
];

/** Names and words by schema, as zod asks for them when it writes JSON Schema. */
export const schemaWords = z.registry<Words>();
for (const [schema, id, description] of named) schemaWords.add(schema, { id, description });
schemaWords.add(NewPassword, { minLength: 8, maxLength: 128 });
schemaWords.add(NewAdminPassword, { minLength: adminPasswordMin, maxLength: 128 });

const validUntil = "When the wish ends: at most 60 s ahead; absent: 10 s after receipt.";
const version = "As the list showed it; absent: whatever it is now.";
const otp = "The code of the second step, where it is on.";

/** Words about single fields, by the name of their schema. */
export const fieldWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Device: {
    status: "`connecting`: a check runs, or the device came back and has said nothing yet.",
    relayState: "On if any relay is on, off if all are known to be off.",
    lastUpdate: "The newest observation that the device cloud gave.",
    ownerId: "To those it is shared with, the owner's id.",
    userPermission: "The caller's right.",
    freshness: "`stale`: silent for longer than the device should be, whatever the cloud says of its connection.",
    lastHeardAt: "When the device last said anything.",
    offlineSince: "When the device cloud said that it went; null unless it is offline by that word.",
  },
  Relay: {
    number: "1 to 4.",
    state: "As last reported; never what was only asked for.",
    stateAt: "When that was measured.",
    evidence: "What the state was read from.",
    milliamps: "In mA.",
    load: "Whether the current fits the state.",
    usual: "What it usually draws while on, in mA, once enough was seen.",
    command: "The latest one that is not older than 24 hours.",
    unproved:
      "What was sent before `command` and is still open, newest first: while there is one, `state` is only the last known.",
  },
  Command: {
    disagrees: "The device answered, but what it reports since then says otherwise.",
    reason: "What became of it, in English; null while nothing needs saying.",
    reasonCode: "The same as a code. Codes may be added.",
    returnValue: "What the device's function returned.",
    acceptedOrder: "Of two commands the one with the higher number is newer, whatever a clock did.",
    byName: "Null where the viewer may not read other people's names.",
  },
  CommandAnswer: {
    success: "The device answered that it is done.",
    commandId: "Null: no command was begun, and no key is bound.",
    code: "Absent on success.",
    repeat: "The key was used before: this is what became of that command.",
    retryAfterSeconds: "Only where waiting helps.",
  },
  Refusal: {
    message: "A sentence for a person.",
    code: "One of a closed list.",
    issues: "Which fields are wrong; with VALIDATION.",
    retryAfterSeconds: "Also the header `Retry-After`; only where waiting helps.",
    errorId: "Names the failure in the server's log; with INTERNAL.",
  },
  PowerOneCommand: {
    functionName: "`ctrl_relay` and the relay's number; anything else is refused.",
    argument: "The state it shall have; nothing toggles.",
    validUntil,
  },
  RelayCommand: { validUntil },
  Share: { sharedWithId: "Null while it is pending.", expiresAt: "From then on it grants nothing; null: until it is revoked." },
  CreateShare: { expiresAt: "In the future; null: until it is revoked." },
  Login: { otp },
  AdminLogin: { otp },
  RelayResult: { responseTime: "Milliseconds from request to the cloud's reply.", success: "Null while unconfirmed." },
  SaveLayout: { id: "The layout to change; absent: a new one." },
  UpdateUser: { version },
  UpdateDevice: { version, ownerId: "Empty or null: nobody." },
};
