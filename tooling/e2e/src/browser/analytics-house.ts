/**
 * The product in this process, at a moment that stands still, with the built pages and a browser of an administrator before it:
 * what the screens say can be counted again in its database. Calls go through a gateway that can lose its way.
 */
import { join } from "node:path";
import { adminOf, sceneNow } from "@relaydeck/server/testing/numbers-scene";
import { startProduct, type Product } from "@relaydeck/server/testing/product";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { assert } from "@relaydeck/kit/assert";
import type { Browser } from "playwright";
import { openGateway, type Gateway } from "./gateway.ts";
import { openBrowser, visit, type Visit, type VisitOptions } from "./house.ts";

const webFolder = join(import.meta.dirname, "../../../../apps/web/dist");

export interface AnalyticsHouse {
  readonly product: Product;
  readonly gateway: Gateway;
  /** A page of somebody who administers. Its clock stands where the product's does. */
  enter(options?: VisitOptions): Promise<Visit>;
  /** A page of nobody. */
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

interface Opening {
  /** Of the server. */
  readonly timeZone?: string;
  /** Puts rows there; before it only an empty installation stands. */
  readonly fill?: (product: Product) => Promise<unknown>;
}

export async function openAnalytics({ timeZone = "UTC", fill }: Opening = {}): Promise<AnalyticsHouse> {
  const gateway = await openGateway();
  const environment = { TIME_ZONE: timeZone, PUBLIC_URL: gateway.url };
  const [{ product, close }, browser] = await Promise.all([startProduct({ environment, webFolder }), openBrowser()]);
  gateway.leadTo(`http://127.0.0.1:${product.settings.port}`);
  assert(product.clock instanceof ManualClock, "The house stands at a moment of its own");
  product.clock.jumpWall(sceneNow - product.clock.now());
  await fill?.(product);
  const cookies = [...(await adminOf(product)).cookies].map(([name, value]) => ({ name, value, url: gateway.url }));
  return {
    product,
    gateway,
    visit: (options) => visitAt(browser, gateway, options),
    async enter(options) {
      const visitor = await visitAt(browser, gateway, options);
      await visitor.context.addCookies(cookies);
      return visitor;
    },
    async close() {
      await browser.close();
      await close();
      await gateway.close();
    },
  };
}

async function visitAt(browser: Browser, { url }: Gateway, options: VisitOptions = {}): Promise<Visit> {
  const visitor = await visit(browser, { url }, { timezoneId: "UTC", ...options });
  await visitor.page.clock.setFixedTime(sceneNow);
  return visitor;
}
