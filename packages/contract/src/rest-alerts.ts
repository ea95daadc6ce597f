/** The documented calls about email alerts. The id in a path is a device for the list, an alert for the rest. [rest-shapes section 6; D49] */
import * as z from "zod/mini";
import { Alert, AlertRemoved, AlertWithMessage, CreateAlert, UpdateAlertBody } from "./alerts.ts";
import type { RestRow } from "./rest.ts";

/** Their rows of the REST table. */
export const alertRows: readonly RestRow[] = [
  {
    method: "GET",
    path: "/api/email-alerts/{id}",
    procedure: "alerts.list",
    body: "none",
    query: "none",
    status: 200,
    result: z.array(Alert),
    input: ({ params }) => ({ deviceId: params["id"] }),
  },
  {
    method: "POST",
    path: "/api/email-alerts",
    procedure: "alerts.create",
    body: CreateAlert,
    query: "none",
    status: 201,
    result: AlertWithMessage,
    input: ({ body }) => body,
  },
  {
    method: "PUT",
    path: "/api/email-alerts/{id}",
    procedure: "alerts.update",
    body: UpdateAlertBody,
    query: "none",
    status: 200,
    result: AlertWithMessage,
    input: ({ params, body }) => ({ alertId: params["id"], ...UpdateAlertBody.parse(body) }),
  },
  {
    method: "DELETE",
    path: "/api/email-alerts/{id}",
    procedure: "alerts.remove",
    body: "none",
    query: "none",
    status: 200,
    result: AlertRemoved,
    input: ({ params }) => ({ alertId: params["id"] }),
  },
];
