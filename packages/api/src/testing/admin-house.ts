/** An administrator in the house of accounts, whose hashes are cheap, and a browser that is signed in as that. */
import { insertAdmin, type NewAdmin } from "@relaydeck/db/admin/store";
import type { AccountsHouse, TestBrowser } from "./accounts-house.ts";

export const root = { id: "adm_root", username: "root", password: "a lighthouse keeper's lamp" };

export async function addAdmin({ deps, store, clock }: AccountsHouse, over: Partial<NewAdmin> = {}): Promise<void> {
  const { id, username } = root;
  const now = clock.now();
  const passwordHash = await deps.passwords.hash(root.password);
  await store.write((tx) => insertAdmin(tx, { id, username, passwordHash, createdAt: now, updatedAt: now, ...over }));
}

/** Adds the administrator and signs in. */
export async function adminSignedIn(house: AccountsHouse, over: Partial<NewAdmin> = {}): Promise<TestBrowser> {
  await addAdmin(house, over);
  const browser = house.browser({ address: "192.0.2.7" });
  await browser.admin().login({ username: root.username, password: root.password });
  return browser;
}
