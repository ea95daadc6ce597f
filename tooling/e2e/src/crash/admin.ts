import { adminEnvironment, adminSignIn } from "@relaydeck/server/testing/admins";
import { Browser } from "@relaydeck/server/testing/http-client";
import { expect } from "vitest";
import type { Site } from "./site.ts";

/** Settings of a site whose first administrator can sign in. */
export const withAdmin = adminEnvironment;

/** That administrator, signed in. */
export async function adminOf(site: Site): Promise<Browser> {
  const admin = new Browser(site.origin);
  expect((await admin.post("/api/admin/login", adminSignIn)).status).toBe(200);
  return admin;
}
