/** Where each press and each refusal leads: walked in a browser of nobody's, up to the address that it ends at. */
import { visit, type Visit } from "../house.ts";
import { adminEnvironment } from "../admin-screens.ts";
import { relayControl, untilReady } from "../controls.ts";
import { ask } from "./callers.ts";
import type { Proofs } from "./facts.ts";
import { home } from "./header-facts.ts";
import { button } from "./scene.ts";

/** The address that a press leads to, away from a path. */
async function addressAfter({ page }: Visit, from: string, press: () => Promise<unknown>): Promise<string> {
  await press();
  await page.waitForURL((url) => url.pathname !== from);
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
}

async function landing(visitor: Visit) {
  const { page } = visitor;
  const leads = async (name: string) => {
    await page.goto("/");
    return addressAfter(visitor, "/", () => page.getByRole("link", { name, exact: true }).first().click());
  };
  return { "landing Sign In": await leads("Sign In"), "landing Get Started": await leads("Get Started") };
}

/** A new account from the form to its first dashboard. */
async function account(visitor: Visit) {
  const { page } = visitor;
  await page.goto("/register");
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Holm");
  await page.getByLabel("Email").fill("nora@relaydeck.test");
  await page.getByLabel("Password", { exact: true }).fill("eight blue bicycles");
  const registered = await addressAfter(visitor, "/register", () => page.locator("form button[type=submit]").click());
  await page.goto("/login");
  const google = await page.getByRole("link", { name: "Continue with Google" }).getAttribute("href");
  await page.getByLabel("Email").fill("demo@relaydeck.test");
  await page.getByLabel("Password", { exact: true }).fill("demo switch over there");
  const signedIn = await addressAfter(visitor, "/login", () => page.locator("form button[type=submit]").click());
  await home(visitor);
  await button(page, /user menu$/).click();
  const out = await addressAfter(visitor, "/dashboard", () => page.getByRole("menuitem", { name: "Log out" }).click());
  await page.goto("/reset-password");
  await page.waitForURL("/forgot-password");
  return {
    "login success": signedIn,
    "register success": registered,
    "reset without token": new URL(page.url()).pathname,
    logout: out,
    "login Continue with Google": google,
  };
}

async function administrator(visitor: Visit) {
  const { page } = visitor;
  await page.goto("/admin/dashboard");
  await page.waitForURL((url) => url.pathname !== "/admin/dashboard");
  const refused = new URL(page.url()).pathname;
  await page.getByLabel("Username").fill(adminEnvironment.ADMIN_USERNAME);
  await page.getByLabel("Password", { exact: true }).fill(adminEnvironment.ADMIN_PASSWORD);
  const entered = await addressAfter(visitor, refused, () => button(page, "Sign in").click());
  return { "admin login success": entered, "admin not authenticated": refused };
}

/** The first address outside the application that a page asks for when its session has ended. */
async function sentAway(visitor: Visit, end: () => Promise<unknown>): Promise<{ first: string | undefined; last: string }> {
  const { page } = visitor;
  await page.request.post("/demo/session", { data: { as: "demo" }, headers: { origin: new URL(page.url()).origin } });
  await home(visitor);
  const light = await relayControl(page, "Workshop", "Relay 3");
  await untilReady(light);
  visitor.requests.length = 0;
  await end();
  await page.waitForURL(/\/login\?/);
  const first = visitor.requests.find((request) => /^GET \/(api\/)?login$/.test(request));
  return { first: first?.replace("GET ", ""), last: new URL(page.url()).pathname };
}

export const wayFacts: Proofs = {
  "route-transitions": {
    async see(scene) {
      const visitor = await visit(scene.browser, scene.house);
      const seen = {
        ...(await landing(visitor)),
        ...(await account(visitor)),
        ...(await administrator(visitor)),
      };
      // Both ends of the way are one: a control's page goes by the first to the second. [D8]
      const { first, last } = await sentAway(visitor, () => ask(visitor, "POST /api/auth/logout"));
      await visitor.context.close();
      return { ...seen, "unauthorized (dashboard)": first, "unauthorized (simple relay control)": last };
    },
  },
  // The stream brings device, command and log with the answer; a page that hears it reads nothing again. [C3]
  "refetch-after-command": {
    async see(scene) {
      const { page, visitor } = scene;
      await home(scene);
      const relay = await relayControl(page, "Workshop", "Relay 4");
      await untilReady(relay);
      await page.waitForLoadState("networkidle");
      visitor.requests.length = 0;
      const toggle = relay.locator("button[aria-pressed=false]").first();
      const name = (await toggle.innerText()).trim();
      await toggle.click();
      await relay.getByRole("button", { name, exact: true, pressed: true }).waitFor({ timeout: 30_000 });
      await untilReady(relay);
      return visitor.requests.filter((request) => /^GET \/(trpc|api)\//.test(request));
    },
    decided: { by: "D37", documented: 500, instead: [] },
  },
};
