/** How each procedure is asked for the thing that a row of the authorisation matrix speaks of, on each of its doors. */
import type { Action, Actor, ProcedureName } from "@relaydeck/api/testing/authorisation";
import type { RestRow } from "@relaydeck/contract/rest";
import type { Scene } from "./authorisation-scene.ts";

type Input = Readonly<Record<string, unknown>> | undefined;
type Asked = (scene: Scene, by: { actor: Actor; action: Action }) => Input;

const noInput: Asked = () => undefined;
const ofDevice: Asked = ({ device }) => ({ deviceId: device.id });
const ofOtherUser: Asked = ({ people }) => ({ userId: people["other user"].userId });
const noToken = { token: "x".repeat(43) };
const otp = { otp: "123456" };

/** What is asked has the right form, so that no refusal of the form hides another. */
export const inputs: Readonly<Record<ProcedureName, Asked>> = {
  "auth.me": noInput,
  "auth.register": (scene, { actor }) => ({
    email: `${actor.replaceAll(" ", "-")}-${scene.device.id.toLowerCase()}@relaydeck.test`,
    password: "eight blue bicycles",
    firstName: "Nina",
    lastName: "New",
  }),
  "auth.login": () => ({ email: "nobody@relaydeck.test", password: "not the password" }),
  "auth.logout": noInput,
  "auth.secondStep": () => otp,
  "auth.pendingGoogleLink": noInput,
  "auth.verifyEmail": () => noToken,
  "auth.resendVerification": () => ({ email: "nobody@relaydeck.test" }),
  "auth.forgotPassword": () => ({ email: "nobody@relaydeck.test" }),
  "auth.resetPassword": () => ({ ...noToken, newPassword: "eight blue bicycles" }),
  "auth.updateProfile": () => ({ firstName: "Another" }),
  "auth.changeEmail": (scene, { actor }) => ({
    email: `new-${actor.replaceAll(" ", "-")}-${scene.device.id.toLowerCase()}@relaydeck.test`,
  }),
  "auth.confirmEmail": () => noToken,
  "auth.changePassword": () => ({ newPassword: "eight blue bicycles" }),
  "auth.deleteAccount": () => ({}),
  "auth.signInMethods": noInput,
  "auth.unlinkGoogle": () => ({}),
  "auth.sessions": noInput,
  "auth.endSession": ({ another }) => ({ sessionId: another.sessionId }),
  "auth.endOtherSessions": noInput,
  "auth.endAllSessions": noInput,
  "auth.tokens": noInput,
  "auth.createToken": ({ device }) => ({ name: "CI", scope: "read", deviceIds: [device.id] }),
  "auth.revokeToken": ({ another }) => ({ tokenId: another.tokenId }),
  "auth.twoStep": noInput,
  "auth.startTwoStep": () => ({}),
  "auth.confirmTwoStep": () => otp,
  "auth.endTwoStep": () => otp,
  "auth.newRecoveryCodes": () => otp,
  "devices.list": noInput,
  "devices.shared": noInput,
  "devices.powerone": ofDevice,
  "devices.history": ofDevice,
  "devices.check": ofDevice,
  "devices.register": () => ({ serialNumber: "P0SIM9999", deviceName: "None" }),
  "devices.rename": ({ device }) => ({ deviceId: device.id, name: "Renamed" }),
  "devices.remove": ofDevice,
  "devices.restore": ({ another }) => ({ deviceId: another.removedDeviceId }),
  "relays.switch": ({ device }) => ({ deviceId: device.id, relayNumber: 1, target: "on" }),
  // Who never could give one names the owner's.
  "relays.cancel": ({ commandIds }, { actor }) => ({ commandId: commandIds.get(actor) ?? commandIds.get("owner") }),
  "relays.command": ({ commandIds }) => ({ commandId: commandIds.get("owner") }),
  "relays.rename": ({ device }) => ({ deviceId: device.id, relayNumber: 1, name: "Renamed" }),
  "shares.list": ofDevice,
  "shares.create": ({ device }, { actor }) => ({
    deviceId: device.id,
    sharedWithEmail: `guest-of-${actor.replaceAll(" ", "-")}@relaydeck.test`,
  }),
  "shares.revoke": ({ another, shareIds }, { actor, action }) => ({
    shareId: action === "end a share of it" ? another.shareId : (shareIds.get(actor) ?? another.shareId),
  }),
  "shares.restore": ({ shareIds }) => ({ shareId: shareIds.get("revoked share") }),
  "shares.leave": ({ another, shareIds }, { actor }) => ({ shareId: shareIds.get(actor) ?? another.shareId }),
  "shares.accept": () => noToken,
  "alerts.list": ofDevice,
  "alerts.history": ofDevice,
  "alerts.create": ({ device, people }, { actor }) => ({
    alertType: "power_off",
    deviceId: device.id,
    emailAddress: people[actor].email,
  }),
  "alerts.update": ({ another }) => ({ alertId: another.alertId, enabled: false }),
  "alerts.remove": ({ another }) => ({ alertId: another.alertId }),
  "alerts.restore": ({ another }) => ({ alertId: another.alertId }),
  "alerts.acknowledge": ({ another }) => ({ noticeId: another.noticeId }),
  "alerts.resolve": ({ another }) => ({ noticeId: another.noticeId }),
  "alerts.pause": () => noToken,
  "layouts.list": noInput,
  "layouts.save": ({ another }, { action }) => ({
    name: "Mine",
    layout: { components: [] },
    ...(action === "use the own account" ? {} : { id: another.layoutId }),
  }),
  "layouts.remove": ({ another }) => ({ layoutId: another.layoutId }),
  "layouts.restore": ({ another }) => ({ layoutId: another.layoutId }),
  "layouts.setDefault": ({ another }) => ({ layoutId: another.layoutId }),
  "layouts.clearDefault": noInput,
  "activity.list": () => ({}),
  "activity.view": noInput,
  "activity.clear": noInput,
  "activity.restore": () => ({ clearedAt: null }),
  "status.get": noInput,
  "status.linkHistory": noInput,
  "analytics.mine": () => ({}),
  "analytics.dashboard": () => ({}),
  "analytics.relayHistory": () => ({}),
  "analytics.system": () => ({}),
  "analytics.providerCalls": () => ({}),
  "analytics.providerOverview": () => ({}),
  "analytics.providerEndpoints": () => ({}),
  "analytics.overview": () => ({}),
  "analytics.uptime": () => ({}),
  "analytics.providerUse": () => ({}),
  "analytics.device": ofDevice,
  "analytics.fleet": () => ({}),
  "analytics.syncMetrics": noInput,
  "admin.auth": noInput,
  "admin.clock": noInput,
  "admin.login": () => ({ username: "nobody", password: "not the password" }),
  "admin.logout": noInput,
  "admin.changePassword": () => ({ currentPassword: "not the password", newPassword: "eight blue bicycles" }),
  "admin.twoStep": noInput,
  "admin.startTwoStep": () => ({}),
  "admin.confirmTwoStep": () => otp,
  "admin.endTwoStep": () => otp,
  "admin.newRecoveryCodes": () => otp,
  "admin.summary": noInput,
  "admin.users": () => ({}),
  "admin.devices": () => ({}),
  "admin.activity": () => ({}),
  "admin.deleted": () => ({ kind: "users" }),
  "admin.audit": () => ({}),
  "admin.auditActions": noInput,
  "admin.updateUser": ({ people }) => ({ userId: people["other user"].userId, firstName: "Renamed" }),
  "admin.removeUser": ofOtherUser,
  "admin.restoreUser": ofOtherUser,
  "admin.updateDevice": ({ device }) => ({ deviceId: device.id, name: "Renamed" }),
  "admin.removeDevice": ofDevice,
  "admin.restoreDevice": ofDevice,
  "admin.removeUsers": ({ people }) => ({ userIds: [people["other user"].userId] }),
  "admin.restoreUsers": ({ people }) => ({ userIds: [people["other user"].userId] }),
  "admin.removeDevices": ({ device }) => ({ deviceIds: [device.id] }),
  "admin.restoreDevices": ({ device }) => ({ deviceIds: [device.id] }),
  "admin.operations": noInput,
  "admin.mails": () => ({}),
  "admin.mail": ({ mailId }) => ({ mailId }),
  "admin.retryMail": ({ mailId }) => ({ mailId }),
  "admin.assignDevices": ({ device, people }) => ({ deviceIds: [device.id], ownerId: people["other user"].userId }),
  "live.stream": noInput,
};

export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The same wish as the REST row takes it: ids in the path, the rest in body or query. */
export function restRequest(row: RestRow, input: Input): RestRequest {
  const { relayNumber, target, ...wish } = { ...input } as Record<string, unknown>;
  const left: Record<string, unknown> =
    row.isCommand === true ? { ...wish, ...commandBody(row, { relayNumber, target }) } : { ...wish };
  if (row.isCommand !== true && relayNumber !== undefined) left["relayNumber"] = relayNumber;
  const path = row.path.replace(/\{(\w+)\}/, (_whole, name: string) => {
    const key = name in left ? name : (Object.keys(left).find((candidate) => candidate.endsWith("Id")) ?? name);
    const id = String(left[key]);
    delete left[key];
    return id;
  });
  const query = row.query === "none" ? "" : `?${new URLSearchParams(left as Record<string, string>).toString()}`;
  return { method: row.method, path: path + query, body: row.body === "none" ? undefined : left };
}

function commandBody(row: RestRow, { relayNumber, target }: { relayNumber: unknown; target: unknown }): Record<string, unknown> {
  if (row.model === undefined) return { command: `relay_${String(target)}`, relayNumber };
  return { functionName: `ctrl_relay${String(relayNumber)}`, argument: target, relayNumber };
}
