import type { Route } from "../route.ts";
import { deviceRoutes } from "./device-routes.ts";
import { functionRoutes } from "./function-routes.ts";
import { integrationRoutes } from "./integration-routes.ts";
import { productRoutes } from "./product-routes.ts";
import { streamRoutes } from "./stream-routes.ts";
import { tokenRoutes } from "./token-routes.ts";
import { vitalsRoutes } from "./vitals-routes.ts";

/** Every route of the dialect. Order matters: `/v1/devices/events` is a stream, not a device of that name. */
export const providerRoutes: readonly Route[] = [
  ...tokenRoutes,
  ...streamRoutes,
  ...deviceRoutes,
  ...productRoutes,
  ...vitalsRoutes,
  ...integrationRoutes,
  ...functionRoutes,
];
