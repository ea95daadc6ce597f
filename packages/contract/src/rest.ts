/**
 * The documented `/api` paths as a table: each row names the procedure that does the work and how the parts of a
 * request become its input. No rule lives here; both doors answer from the same procedure. [D0.2, rest-shapes]
 */
import * as z from "zod/mini";
import {
  ForgotPassword,
  Login,
  Register,
  ResendVerification,
  ResetPassword,
  User,
  UserWithMessage,
  Verified,
  VerifyEmail,
  WithMessage,
} from "./accounts.ts";
import { Activity, ActivityCleared } from "./activity.ts";
import {
  Device,
  DeviceWithMessage,
  PowerOneData,
  RegisterDevice,
  SharedDevice,
  RemovedDevice,
  RenameDeviceBody,
} from "./devices.ts";
import { UpdateProfile } from "./profile.ts";
import { adminRows } from "./rest-admin.ts";
import { alertRows } from "./rest-alerts.ts";
import { analyticsRows } from "./rest-analytics.ts";
import { consoleRows } from "./rest-console.ts";
import { layoutRows } from "./rest-layouts.ts";
import { queryNumber } from "./rest-query.ts";
import { CommandAnswer, PowerOneCommandBody, RelayCommandBody } from "./relays.ts";
import { AcceptInvite, CreateShare, EndedShare, Share, ShareWithMessage } from "./shares.ts";
import { Status } from "./status.ts";

/** The parts of a request, parsed by the row's schemas. */
export interface RestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Header `Idempotency-Key`, when given. */
  readonly key: string | undefined;
}

/** One documented call: its path, its schemas, and the procedure behind it. */
export interface RestRow {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}`;
  /** Path of the tRPC procedure, such as `devices.list`. */
  readonly procedure: string;
  /** `none`: the call takes no body and needs no content type. */
  readonly body: z.ZodMiniType | "none";
  readonly query: z.ZodMiniType | "none";
  readonly status: 200 | 201;
  readonly result: z.ZodMiniType;
  /** The input of the procedure; a thrown `RestFieldIssue` is a 400. */
  readonly input: (parts: RestParts) => unknown;
  /** The call answers `CommandAnswer` in every case, refusals included. */
  readonly isCommand?: true;
  /** The call is for devices of this model; any other is not found. */
  readonly model?: "powerone";
  /** The procedure answers a page, `{rows, total}`; the call its rows as a bare array, and the total in `X-Total-Count`. [D0.12] */
  readonly isPage?: true;
  /** A search may end before the last row; the page says in `lookedTo`, and the call in `X-Looked-To`, how far it looked. */
  readonly looksTo?: true;
}

/** A field that is wrong in a way no schema of one part can say. */
export class RestFieldIssue extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

const noInput = () => undefined;
const bodyAsInput = (parts: RestParts) => parts.body;
const queryAsInput = (parts: RestParts) => parts.query;
const quiet = { body: "none", query: "none", status: 200, input: noInput } as const;

/** Every REST call there is. A path without a row does not exist. */
export const restRows: readonly RestRow[] = [
  {
    method: "POST",
    path: "/api/auth/register",
    procedure: "auth.register",
    body: Register,
    query: "none",
    status: 201,
    result: UserWithMessage,
    input: bodyAsInput,
  },
  {
    method: "POST",
    path: "/api/auth/login",
    procedure: "auth.login",
    body: Login,
    query: "none",
    status: 200,
    result: UserWithMessage,
    input: bodyAsInput,
  },
  { method: "POST", path: "/api/auth/logout", procedure: "auth.logout", result: WithMessage, ...quiet },
  { method: "GET", path: "/api/auth/user", procedure: "auth.me", result: User, ...quiet },
  {
    method: "PATCH",
    path: "/api/auth/user",
    procedure: "auth.updateProfile",
    body: UpdateProfile,
    query: "none",
    status: 200,
    result: UserWithMessage,
    input: bodyAsInput,
  },
  {
    method: "POST",
    path: "/api/resend-verification",
    procedure: "auth.resendVerification",
    body: ResendVerification,
    query: "none",
    status: 200,
    result: WithMessage,
    input: bodyAsInput,
  },
  {
    method: "POST",
    path: "/api/forgot-password",
    procedure: "auth.forgotPassword",
    body: ForgotPassword,
    query: "none",
    status: 200,
    result: WithMessage,
    input: bodyAsInput,
  },
  {
    method: "POST",
    path: "/api/reset-password",
    procedure: "auth.resetPassword",
    body: ResetPassword,
    query: "none",
    status: 200,
    result: WithMessage,
    input: bodyAsInput,
  },
  {
    method: "GET",
    path: "/api/verify-email",
    procedure: "auth.verifyEmail",
    body: "none",
    query: VerifyEmail,
    status: 200,
    result: Verified,
    input: queryAsInput,
  },
  { method: "GET", path: "/api/devices", procedure: "devices.list", result: z.array(Device), ...quiet },
  { method: "GET", path: "/api/shared-devices", procedure: "devices.shared", result: z.array(SharedDevice), ...quiet },
  {
    method: "POST",
    path: "/api/register-device",
    procedure: "devices.register",
    body: RegisterDevice,
    query: "none",
    status: 201,
    result: DeviceWithMessage,
    input: bodyAsInput,
  },
  {
    method: "PATCH",
    path: "/api/devices/{id}",
    procedure: "devices.rename",
    body: RenameDeviceBody,
    query: "none",
    status: 200,
    result: DeviceWithMessage,
    input: (parts) => ({ ...RenameDeviceBody.parse(parts.body), deviceId: parts.params["id"] }),
  },
  {
    method: "DELETE",
    path: "/api/devices/{id}",
    procedure: "devices.remove",
    result: RemovedDevice,
    ...quiet,
    input: (parts) => ({ deviceId: parts.params["id"] }),
  },
  {
    method: "POST",
    path: "/api/devices/{id}/restore",
    procedure: "devices.restore",
    result: DeviceWithMessage,
    ...quiet,
    input: (parts) => ({ deviceId: parts.params["id"] }),
  },
  {
    method: "GET",
    path: "/api/devices/{id}/powerone-data",
    procedure: "devices.powerone",
    result: PowerOneData,
    ...quiet,
    input: (parts) => ({ deviceId: parts.params["id"] }),
  },
  {
    method: "POST",
    path: "/api/powerone-relay-command",
    procedure: "relays.switch",
    body: PowerOneCommandBody,
    query: "none",
    status: 200,
    result: CommandAnswer,
    isCommand: true,
    model: "powerone",
    input(parts) {
      const body = PowerOneCommandBody.parse(parts.body);
      if (body.functionName !== `ctrl_relay${body.relayNumber}`) {
        throw new RestFieldIssue("functionName", `functionName must be ctrl_relay${body.relayNumber}`);
      }
      return switchInput({ ...body, target: body.argument, key: parts.key });
    },
  },
  {
    method: "POST",
    path: "/api/relay-command",
    procedure: "relays.switch",
    body: RelayCommandBody,
    query: "none",
    status: 200,
    result: CommandAnswer,
    isCommand: true,
    input(parts) {
      const body = RelayCommandBody.parse(parts.body);
      return switchInput({ ...body, target: body.command === "relay_on" ? "on" : "off", key: parts.key });
    },
  },
  {
    method: "GET",
    path: "/api/devices/{id}/shares",
    procedure: "shares.list",
    result: z.array(Share),
    ...quiet,
    input: (parts) => ({ deviceId: parts.params["id"] }),
  },
  {
    method: "POST",
    path: "/api/device-shares",
    procedure: "shares.create",
    body: CreateShare,
    query: "none",
    status: 201,
    result: ShareWithMessage,
    input: bodyAsInput,
  },
  {
    method: "DELETE",
    path: "/api/device-shares/{shareId}",
    procedure: "shares.revoke",
    result: EndedShare,
    ...quiet,
    input: (parts) => ({ shareId: parts.params["shareId"] }),
  },
  {
    method: "POST",
    path: "/api/device-shares/accept",
    procedure: "shares.accept",
    body: AcceptInvite,
    query: "none",
    status: 200,
    result: ShareWithMessage,
    input: bodyAsInput,
  },
  {
    method: "GET",
    path: "/api/activity-logs",
    procedure: "activity.list",
    body: "none",
    query: z.strictObject({ limit: z.optional(queryNumber), before: z.optional(z.string()) }),
    status: 200,
    result: z.array(Activity),
    input: queryAsInput,
  },
  { method: "DELETE", path: "/api/activity-logs", procedure: "activity.clear", result: ActivityCleared, ...quiet },
  { method: "GET", path: "/api/system-stats", procedure: "status.get", result: Status, ...quiet },
  ...alertRows,
  ...layoutRows,
  ...adminRows,
  ...consoleRows,
  ...analyticsRows,
];

function switchInput(wish: {
  deviceId: string;
  relayNumber: number;
  target: "on" | "off";
  validUntil?: string | undefined;
  key: string | undefined;
}) {
  const { deviceId, relayNumber, target } = wish;
  return {
    deviceId,
    relayNumber,
    target,
    ...(wish.validUntil === undefined ? {} : { validUntil: wish.validUntil }),
    ...(wish.key === undefined ? {} : { key: wish.key }),
  };
}
