/** Administrators of a running product. */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { beginAdminSession } from "@relaydeck/api/admin/admin-session";
import { findFirstAdmin } from "@relaydeck/db/admin/store";
import { present } from "@relaydeck/kit/assert";
import type { Browser } from "./http-client.ts";
import type { Product } from "./product.ts";

/** Settings with which the first administrator has a password that is known. */
export const adminEnvironment = { ADMIN_USERNAME: "keeper", ADMIN_PASSWORD: "a lighthouse keeper's lamp" } as const;
export const adminSignIn = { username: adminEnvironment.ADMIN_USERNAME, password: adminEnvironment.ADMIN_PASSWORD };

/** A browser with a session of the first administrator; as the demo opens one, nothing has to be changed first. */
export async function adminBrowser(product: Product, { isDemo = true } = {}): Promise<Browser> {
  const { id: adminId } = present(await findFirstAdmin(product.store.read), "Every start makes an administrator");
  const request = { requestId: "req_test", door: "rest", address: "203.0.113.7", userAgent: "Test" } as const;
  const begun = { adminId, request, presentedToken: null, isDemo };
  const { token } = await product.store.write((tx) => beginAdminSession(product.deps, tx, begun));
  return product.browser({ [cookieName("admin", product.origin)]: token });
}
