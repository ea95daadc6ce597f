/**
 * The authorisation matrix of the security checklist, section 9, as data: who may do what, and which procedure does it.
 *
 * A procedure without a row does not type-check, and authorisation.test.ts says so in words; a REST call is a row of its
 * procedure. What the product answers is compared with it in apps/server/src/authorisation. [AZ-1]
 */
import type { AppRouter } from "../router.ts";

/** Everybody who can ask, as they stand to one device. */
export const actors = [
  "visitor",
  "deleted user",
  "owner",
  "control share",
  "view share",
  "expired share",
  "revoked share",
  "pending invitation",
  "other user",
  "former owner",
  "admin session",
] as const;
export type Actor = (typeof actors)[number];

/** `listed`: answered, with the object in it; `absent`: answered as if the object did not exist. Numbers: refused so. */
export type Answer = "yes" | "listed" | "absent" | "n/a" | 401 | 403 | 404;

interface Columns {
  readonly owner: Answer;
  readonly control: Answer;
  readonly view: Answer;
  readonly ended: Answer;
  readonly other: Answer;
}

/** Visitors and administrators are nobody at these doors. */
function row({ owner, control, view, ended, other }: Columns): Readonly<Record<Actor, Answer>> {
  return {
    visitor: 401,
    "deleted user": 401,
    owner,
    "control share": control,
    "view share": view,
    "expired share": ended,
    "revoked share": ended,
    "pending invitation": ended,
    "other user": other,
    "former owner": other,
    "admin session": 401,
  };
}

const everybody: Answer = "yes";
const rest = { ended: 404, other: 404 } as const;
const hidden = { ended: "absent", other: "absent" } as const;

/** The rows of the table. Those that speak of lists have the object in mind that somebody looks for in them. */
export const actions = {
  "see the device": row({ owner: "yes", control: "yes", view: "yes", ...rest }),
  "find the device in what is shown": row({ owner: "listed", control: "listed", view: "listed", ...hidden }),
  /** A device that one may only see is in the other list. [D39] */
  "find it in My Devices": row({ owner: "listed", control: "listed", view: "absent", ...hidden }),
  "find it in Shared Devices": row({ owner: "absent", control: "listed", view: "listed", ...hidden }),
  "switch it": row({ owner: "yes", control: "yes", view: 403, ...rest }),
  "cancel the own command": row({ owner: "yes", control: "yes", view: 403, ...rest }),
  "manage it": row({ owner: "yes", control: 403, view: 403, ...rest }),
  "manage its shares": row({ owner: "yes", control: 403, view: 403, ...rest }),
  /** The matrix says 403 of who may see the device; the row of the call knows 404 alone, and wins. [rest-shapes section 6] */
  "end a share of it": row({ owner: "yes", control: 404, view: 404, ...rest }),
  "end the share given to me": row({ owner: "n/a", control: "yes", view: "yes", ended: "yes", other: 404 }),
  "set alerts of one's own": row({ owner: "yes", control: "yes", view: "yes", ...rest }),
  "reach what is another's by its id": row({ owner: 404, control: 404, view: 404, ...rest }),
  "use the own account": row({ owner: "yes", control: "yes", view: "yes", ended: "yes", other: "yes" }),
  "come in": {
    ...row({ owner: everybody, control: everybody, view: everybody, ended: everybody, other: everybody }),
    visitor: everybody,
    "deleted user": everybody,
    "admin session": everybody,
  },
  /** Nobody's user session helps, whoever they are. [AD-1] */
  administer: { ...row({ owner: 401, control: 401, view: 401, ended: 401, other: 401 }), "admin session": "yes" },
} as const satisfies Record<string, Readonly<Record<Actor, Answer>>>;

export type Action = keyof typeof actions;

type Procedures = AppRouter["_def"]["record"];
/** Path of a procedure, such as `devices.list`. */
export type ProcedureName = {
  [Noun in keyof Procedures]: `${Noun}.${keyof Procedures[Noun] & string}`;
}[keyof Procedures];

/** What each procedure does, in the words of the table. A new procedure is a new line here. */
export const matrix = {
  "auth.me": ["use the own account"],
  "auth.register": ["come in"],
  "auth.login": ["come in"],
  "auth.logout": ["come in"],
  "auth.secondStep": ["come in"],
  "auth.pendingGoogleLink": ["come in"],
  "auth.verifyEmail": ["come in"],
  "auth.resendVerification": ["come in"],
  "auth.forgotPassword": ["come in"],
  "auth.resetPassword": ["come in"],
  "auth.updateProfile": ["use the own account"],
  "auth.changeEmail": ["use the own account"],
  "auth.confirmEmail": ["use the own account"],
  "auth.changePassword": ["use the own account"],
  "auth.deleteAccount": ["use the own account"],
  "auth.signInMethods": ["use the own account"],
  "auth.unlinkGoogle": ["use the own account"],
  "auth.sessions": ["use the own account"],
  "auth.endSession": ["reach what is another's by its id"],
  "auth.endOtherSessions": ["use the own account"],
  "auth.endAllSessions": ["use the own account"],
  "auth.tokens": ["use the own account"],
  "auth.createToken": ["see the device"],
  "auth.revokeToken": ["reach what is another's by its id"],
  "auth.twoStep": ["use the own account"],
  "auth.startTwoStep": ["use the own account"],
  "auth.confirmTwoStep": ["use the own account"],
  "auth.endTwoStep": ["use the own account"],
  "auth.newRecoveryCodes": ["use the own account"],
  "devices.list": ["find it in My Devices"],
  "devices.shared": ["find it in Shared Devices"],
  "devices.powerone": ["see the device"],
  "devices.history": ["see the device"],
  "devices.check": ["switch it"],
  "devices.register": ["use the own account"],
  "devices.rename": ["manage it"],
  "devices.remove": ["manage it"],
  "devices.restore": ["reach what is another's by its id"],
  "relays.switch": ["switch it"],
  "relays.cancel": ["cancel the own command"],
  "relays.command": ["see the device"],
  "relays.rename": ["manage it"],
  "shares.list": ["manage its shares"],
  "shares.create": ["manage its shares"],
  "shares.revoke": ["end a share of it", "end the share given to me"],
  "shares.restore": ["manage its shares"],
  "shares.leave": ["end the share given to me"],
  "shares.accept": ["use the own account"],
  "alerts.list": ["set alerts of one's own"],
  "alerts.history": ["set alerts of one's own"],
  "alerts.create": ["set alerts of one's own"],
  "alerts.update": ["reach what is another's by its id"],
  "alerts.remove": ["reach what is another's by its id"],
  "alerts.restore": ["reach what is another's by its id"],
  "alerts.acknowledge": ["reach what is another's by its id"],
  "alerts.resolve": ["reach what is another's by its id"],
  "alerts.pause": ["come in"],
  "layouts.list": ["use the own account"],
  "layouts.save": ["use the own account", "reach what is another's by its id"],
  "layouts.remove": ["reach what is another's by its id"],
  "layouts.restore": ["reach what is another's by its id"],
  "layouts.setDefault": ["reach what is another's by its id"],
  "layouts.clearDefault": ["use the own account"],
  "activity.list": ["find the device in what is shown"],
  "activity.view": ["use the own account"],
  "activity.clear": ["use the own account"],
  "activity.restore": ["use the own account"],
  "status.get": ["find the device in what is shown"],
  "status.linkHistory": ["use the own account"],
  "analytics.mine": ["use the own account"],
  "analytics.dashboard": ["administer"],
  "analytics.relayHistory": ["administer"],
  "analytics.system": ["administer"],
  "analytics.providerCalls": ["administer"],
  "analytics.providerOverview": ["administer"],
  "analytics.providerEndpoints": ["administer"],
  "analytics.overview": ["administer"],
  "analytics.uptime": ["administer"],
  "analytics.providerUse": ["administer"],
  "analytics.device": ["administer"],
  "analytics.fleet": ["administer"],
  "analytics.syncMetrics": ["administer"],
  "admin.auth": ["come in"],
  "admin.clock": ["come in"],
  "admin.login": ["come in"],
  "admin.logout": ["come in"],
  "admin.changePassword": ["administer"],
  "admin.twoStep": ["administer"],
  "admin.startTwoStep": ["administer"],
  "admin.confirmTwoStep": ["administer"],
  "admin.endTwoStep": ["administer"],
  "admin.newRecoveryCodes": ["administer"],
  "admin.summary": ["administer"],
  "admin.users": ["administer"],
  "admin.devices": ["administer"],
  "admin.activity": ["administer"],
  "admin.deleted": ["administer"],
  "admin.audit": ["administer"],
  "admin.auditActions": ["administer"],
  "admin.updateUser": ["administer"],
  "admin.removeUser": ["administer"],
  "admin.restoreUser": ["administer"],
  "admin.updateDevice": ["administer"],
  "admin.removeDevice": ["administer"],
  "admin.restoreDevice": ["administer"],
  "admin.removeUsers": ["administer"],
  "admin.restoreUsers": ["administer"],
  "admin.removeDevices": ["administer"],
  "admin.restoreDevices": ["administer"],
  "admin.assignDevices": ["administer"],
  "admin.operations": ["administer"],
  "admin.mails": ["administer"],
  "admin.mail": ["administer"],
  "admin.retryMail": ["administer"],
  "live.stream": ["find the device in what is shown"],
} as const satisfies Record<ProcedureName, readonly Action[]>;

/**
 * What a program may call with somebody's token, and with which scope; what is not here takes a person. Default deny: a
 * procedure that takes tokens and is not here fails the check. [architecture 7]
 */
export const tokenScopes: Readonly<Partial<Record<ProcedureName, "read" | "control">>> = {
  "auth.me": "read",
  "devices.list": "read",
  "devices.shared": "read",
  "devices.powerone": "read",
  "devices.history": "read",
  "devices.check": "control",
  "devices.register": "control",
  "relays.switch": "control",
  "relays.cancel": "control",
  "relays.command": "read",
  "alerts.list": "read",
  "alerts.history": "read",
  "alerts.create": "control",
  "alerts.update": "control",
  "alerts.remove": "control",
  "alerts.restore": "control",
  "alerts.acknowledge": "control",
  "alerts.resolve": "control",
  "activity.list": "read",
  "status.get": "read",
  "status.linkHistory": "read",
  "live.stream": "read",
};

/** Programs ask, too: with a token of each of these people, of either scope. */
export const programs = (["owner", "control share", "view share", "revoked share", "other user"] as const).flatMap((of) =>
  (["read", "control"] as const).map((scope) => ({ of, scope })),
);
export type Program = (typeof programs)[number];

/** Whether a token of this scope is let in to ask; whoever it is of. */
export function isForToken(name: ProcedureName, scope: Program["scope"]): boolean {
  const needed = tokenScopes[name];
  return needed === "read" || needed === scope;
}

/** What a program is answered: never more than the person whose token it brings. */
export function answerToProgram(
  { name, action }: { readonly name: ProcedureName; readonly action: Action },
  { of, scope }: Program,
): Answer {
  // None looks for anything but the session of an administrator.
  if (action === "administer" || name === "admin.auth" || name === "admin.clock") return actions[action][of];
  return isForToken(name, scope) ? actions[action][of] : 403;
}
