/** The documented calls about saved dashboards. [rest-shapes section 6; D3 … D5] */
import * as z from "zod/mini";
import { WithMessage } from "./accounts.ts";
import { Layout, LayoutRemoved, LayoutWithMessage, SaveLayout } from "./layouts.ts";
import type { RestRow } from "./rest.ts";

const quiet = { body: "none", query: "none", status: 200 } as const;
const layoutOf: RestRow["input"] = ({ params }) => ({ layoutId: params["id"] });

/** The rows of this noun; rest.ts has them all. */
export const layoutRows: readonly RestRow[] = [
  {
    method: "GET",
    path: "/api/dashboard-layouts",
    procedure: "layouts.list",
    result: z.array(Layout),
    ...quiet,
    input: () => undefined,
  },
  {
    method: "POST",
    path: "/api/dashboard-layouts",
    procedure: "layouts.save",
    body: SaveLayout,
    query: "none",
    // 200 where `id` names one that is changed in place.
    status: 201,
    result: LayoutWithMessage,
    input: ({ body }) => body,
  },
  {
    method: "DELETE",
    path: "/api/dashboard-layouts/default",
    procedure: "layouts.clearDefault",
    result: WithMessage,
    ...quiet,
    input: () => undefined,
  },
  {
    method: "DELETE",
    path: "/api/dashboard-layouts/{id}",
    procedure: "layouts.remove",
    result: LayoutRemoved,
    ...quiet,
    input: layoutOf,
  },
  {
    method: "PUT",
    path: "/api/dashboard-layouts/{id}/default",
    procedure: "layouts.setDefault",
    result: LayoutWithMessage,
    ...quiet,
    input: layoutOf,
  },
];
