/**
 * Lighthouse's four scores of every screen, the middle of five runs each: as a phone in the light theme, as a
 * desktop in the dark one. [A4]
 *
 * Pages of somebody signed in are nobody's to find, and 404 is its own status: the audits of just that are left out there.
 */
import lighthouse, { desktopConfig, type Config, type Flags } from "lighthouse";
import { freePort } from "@relaydeck/kit/testing/free-port";
import type { Bench } from "../bench.ts";
import { Peer } from "../process/peer.ts";
import { fillProduct } from "../product/filled.ts";
import type { ProductServer } from "../product/server.ts";
import { scored, type Finding } from "../report/finding.ts";
import { openScreenBrowser, type ScreenBrowser } from "../screens/browser.ts";
import { median } from "../statistics.ts";
import type { ListLoad } from "../list/load.ts";

const rounds = 5;
const mostTries = 3;
const atLeast = 95;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Signed in as. */
  readonly as?: "viewer" | "admin";
  readonly skipAudits?: readonly string[];
}

const screens: readonly Screen[] = [
  { name: "landing", path: "/" },
  { name: "login", path: "/login" },
  { name: "login, code", path: "/login?message=second-step" },
  { name: "register", path: "/register" },
  { name: "verify-email", path: "/verify-email?token=made-up" },
  { name: "forgot-password", path: "/forgot-password" },
  { name: "reset-password", path: "/reset-password?token=made-up" },
  { name: "404", path: "/no/such/page", skipAudits: ["http-status-code"] },
  { name: "dashboard", path: "/dashboard", as: "viewer", skipAudits: ["is-crawlable"] },
  { name: "profile", path: "/profile", as: "viewer", skipAudits: ["is-crawlable"] },
  { name: "confirm-email", path: "/confirm-email?token=made-up", as: "viewer", skipAudits: ["is-crawlable"] },
  { name: "admin sign-in", path: "/admin/login" },
  { name: "admin dashboard", path: "/admin/dashboard", as: "admin", skipAudits: ["is-crawlable"] },
  { name: "admin analytics", path: "/admin/analytics", as: "admin", skipAudits: ["is-crawlable"] },
  { name: "admin operations", path: "/admin/operations", as: "admin", skipAudits: ["is-crawlable"] },
];

const forms = [
  { name: "phone, light", theme: "light", config: undefined },
  { name: "desktop, dark", theme: "dark", config: desktopConfig },
] as const;

export async function measureLighthouse(bench: Bench): Promise<Finding[]> {
  const load = new Peer<ListLoad>(new URL("../list/load.ts", import.meta.url));
  const product = new Peer<ProductServer>(new URL("../product/server.ts", import.meta.url));
  const browser = await openScreenBrowser(await freePort());
  try {
    const { folder, cookies, adminCookie } = await fillProduct({ viewers: 1, devices: 8, perViewer: 8 });
    const { port } = await product.call("open", { folder, cloudUrl: (await load.call("openCloud")).url });
    const at = { origin: `http://localhost:${port}`, cookies: { viewer: cookies[0] ?? "", admin: adminCookie } };
    const findings: Finding[] = [];
    for (const form of forms) {
      await choose(browser, at, form.theme);
      for (const screen of screens) {
        bench.say(`Lighthouse: ${screen.name}, ${form.name}`);
        await signedIn(browser, at, screen.as);
        findings.push(await scoresOf(browser, `${at.origin}${screen.path}`, { screen, form }));
      }
    }
    return findings;
  } finally {
    await browser.close();
    await Promise.all([load.close(), product.close()]);
  }
}

interface At {
  readonly origin: string;
  readonly cookies: Readonly<Record<"viewer" | "admin", string>>;
}

/** The theme is kept where the pages keep it; Lighthouse leaves that alone. */
async function choose({ context }: ScreenBrowser, { origin }: At, theme: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.evaluate((chosen) => localStorage.setItem("relaydeck-theme", chosen), theme);
  await page.close();
}

async function signedIn({ context }: ScreenBrowser, { origin, cookies }: At, as: Screen["as"]): Promise<void> {
  await context.clearCookies();
  if (as === undefined) return;
  const [name = "", value = ""] = cookies[as].split("=", 2);
  await context.addCookies([{ name, value, url: origin }]);
}

async function scoresOf(
  browser: ScreenBrowser,
  url: string,
  { screen, form }: { screen: Screen; form: (typeof forms)[number] },
): Promise<Finding> {
  const runs: number[][] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run(url, browser.port, { screen, config: form.config }));
  const scores = categories.map((_, index) => median(runs.map((scored) => scored[index] ?? Number.NaN)));
  return scored({ goal: "A4", what: `${screen.name}, ${form.name}: ${categories.join(", ")}`, scores, atLeast });
}

async function run(url: string, port: number, how: { screen: Screen; config: Config | undefined }): Promise<number[]> {
  const flags: Flags = {
    port,
    logLevel: "error",
    onlyCategories: [...categories],
    skipAudits: [...(how.screen.skipAudits ?? [])],
    ignoreStatusCode: true,
  };
  let failure = "it gave no result";
  // On a busy machine the browser now and then loses the beginning of its own recording.
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { runtimeError, categories: marked } = (await lighthouse(url, flags, how.config))?.lhr ?? {};
    if (marked !== undefined && runtimeError === undefined)
      return categories.map((category) => Math.round((marked[category]?.score ?? Number.NaN) * 100));
    failure = runtimeError?.message ?? failure;
  }
  throw new Error(`${url}: ${failure}`);
}
