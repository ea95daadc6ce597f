/** The rows of an administrator's sign-in. Those of the console stand beside its schemas. [rest-shapes section 7] */
import { WithMessage } from "./accounts.ts";
import { AdminAuth, AdminLogin, AdminSignedIn, ChangeAdminPassword } from "./admin.ts";
import type { RestRow } from "./rest.ts";

const noInput = () => undefined;
const quiet = { body: "none", query: "none", status: 200, input: noInput } as const;

/** Sign-in, its end, who is signed in, and the own password. */
export const adminRows: readonly RestRow[] = [
  {
    method: "POST",
    path: "/api/admin/login",
    procedure: "admin.login",
    body: AdminLogin,
    query: "none",
    status: 200,
    result: AdminSignedIn,
    input: (parts) => parts.body,
  },
  { method: "POST", path: "/api/admin/logout", procedure: "admin.logout", result: WithMessage, ...quiet },
  { method: "GET", path: "/api/admin/auth", procedure: "admin.auth", result: AdminAuth, ...quiet },
  {
    method: "POST",
    path: "/api/admin/change-password",
    procedure: "admin.changePassword",
    body: ChangeAdminPassword,
    query: "none",
    status: 200,
    result: WithMessage,
    input: (parts) => parts.body,
  },
];
