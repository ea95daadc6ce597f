/** Where the first administrator comes from: settings, or a password told once; and the demo, which needs none. [D22, AD-2] */
import { countAdmins } from "@relaydeck/db/admin/store";
import { listAudit } from "@relaydeck/db/audit/store";
import { expect, test } from "vitest";
import { parseSettings } from "../settings.ts";
import { adminEnvironment } from "../testing/admins.ts";
import { startDemoProduct } from "../testing/demo-product.ts";
import { startProduct } from "../testing/product.ts";

/** What is said about these settings; empty when the server would start. */
function said(environment: Readonly<Record<string, string>>): readonly string[] {
  const production = { PARTICLE_ACCESS_TOKEN: "8f1c4e0b7a2d", PUBLIC_URL: "https://relays.example.com" };
  const parsed = parseSettings({ ...production, ...environment });
  return parsed.ok ? [] : parsed.error;
}

test("[AD-2] without settings the first start makes a password, says it, and the next start is silent", async () => {
  const { product, close } = await startProduct();
  const generated = product.app.generatedPassword;
  expect(generated).toEqual({ username: "admin", password: expect.stringMatching(/^[\w-]{27}$/) });
  const { password = "" } = generated ?? {};
  const answer = await product.browser().post("/api/admin/login", { username: "admin", password });
  expect(answer.json).toMatchObject({ isAuthenticated: true, mustChangePassword: true });
  await product.restart();
  expect(product.app.generatedPassword).toBeNull();
  expect(await countAdmins(product.store.read)).toBe(1);
  await close();
});

test("[AD-2] a password of the settings opens everything, is said by nobody, and is only for the first start", async () => {
  const { product, close } = await startProduct({ environment: adminEnvironment });
  expect(product.app.generatedPassword).toBeNull();
  const body = { username: adminEnvironment.ADMIN_USERNAME, password: adminEnvironment.ADMIN_PASSWORD };
  expect((await product.browser().post("/api/admin/login", body)).json).toMatchObject({ mustChangePassword: false });
  await close();
});

test("[AD-2, LG-4] a password of the settings has 15 characters or more and is not easy to guess; a name is one line", () => {
  expect(said(adminEnvironment)).toEqual([]);
  expect(said({ ADMIN_USERNAME: "root" })).toEqual([]);
  for (const password of ["fourteen signs", "x", "🦉".repeat(14), "x".repeat(129)])
    expect(said({ ADMIN_PASSWORD: password })).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD must have 15 to 128 characters[^\n]*\.$/),
    ]);
  for (const password of ["123456789987654321", "relaydeckrelaydeck", "passwordpassword", "change-me-please"])
    expect([password, said({ ADMIN_PASSWORD: password })]).toEqual([
      password,
      [expect.stringMatching(/^ADMIN_PASSWORD [^\n]+\.$/)],
    ]);
  for (const name of ["x".repeat(65), "two\nlines"])
    expect(said({ ADMIN_USERNAME: name })).toEqual([expect.stringMatching(/^ADMIN_USERNAME [^\n]+\.$/)]);
});

test("[PW-1] the password of the settings is taken byte for byte", () => {
  const parsed = parseSettings({ ADMIN_PASSWORD: " a lighthouse keeper's lamp " });
  expect(parsed.ok && parsed.value.firstAdmin.password).toBe(" a lighthouse keeper's lamp ");
});

test("[AD-2] in the demo everybody may administer without a password, by call and by form; elsewhere nobody", async () => {
  const demo = await startDemoProduct();
  const browser = demo.browser();
  const answer = await browser.post("/demo/session", { as: "admin" });
  expect([answer.status, answer.json]).toEqual([200, { isAuthenticated: true, message: expect.any(String) }]);
  expect([...browser.cookies.keys()]).toEqual(["relaydeck_admin"]);
  expect((await browser.get("/api/admin/auth")).json).toEqual({
    isAuthenticated: true,
    username: "admin",
    mustChangePassword: false,
  });
  const form = { text: "as=admin", headers: { "content-type": "application/x-www-form-urlencoded" } };
  const led = await demo.browser().call("POST", "/demo/session", form);
  expect([led.status, led.headers.location]).toEqual([303, "/admin/dashboard"]);
  const rows = await listAudit(demo.app.store.read, { limit: 9 });
  expect(rows.filter(({ action }) => action === "admin.session-begun")).toHaveLength(2);
  await demo.close();
  const { product, close } = await startProduct();
  expect((await product.browser().post("/demo/session", { as: "admin" })).status).toBe(404);
  await close();
});
