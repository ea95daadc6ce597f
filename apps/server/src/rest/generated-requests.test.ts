/**
 * Requests that are generated from the OpenAPI document, right ones and broken ones, from everybody who can ask: the product
 * answers each as the document says, fails at none, and lives on. [C13, IN-1, IN-4, IN-5]
 *
 * 20,000 of them, in blocks with a product and a seed each. RELAYDECK_REQUEST_SEED makes others; a failure
 * names its seed and the smallest request that is answered so.
 */
import { openApiDocument } from "@relaydeck/contract/openapi/document";
import { DocumentCheck } from "@relaydeck/contract/testing/document-check";
import type { Log } from "@relaydeck/kit/log";
import { expect, test } from "vitest";
import { adminEnvironment } from "../testing/admins.ts";
import { startProduct } from "../testing/product.ts";
import { devicesFor } from "../testing/requests/household.ts";
import { householdsFor, runRequests } from "../testing/requests/run-requests.ts";
import { Tally } from "../testing/requests/tally.ts";

const check = new DocumentCheck(openApiDocument({ session: "relaydeck_session", admin: "relaydeck_admin" }));
const firstSeed = Number(process.env["RELAYDECK_REQUEST_SEED"] ?? "20261122");
const perBlock = 1_000;
const blocks = Array.from({ length: 20 }, (_, at) => ({
  database: at % 2 === 0 ? ("sqlite" as const) : ("postgres" as const),
  seed: firstSeed + at,
}));
const simulator = devicesFor(householdsFor(perBlock));

const all = new Tally();

test.each(blocks)(
  "[C13, IN-1, IN-4, IN-5] 1,000 generated requests on $database, seed $seed, are answered as the OpenAPI document says, none by a failure",
  async ({ database, seed }) => {
    const failures: string[] = [];
    const fail: Log["error"] = (event, facts) => failures.push(`${event} ${JSON.stringify(facts)}`);
    const log: Log = { debug() {}, info() {}, warn() {}, error: fail };
    const { product, close } = await startProduct({ clock: "real", database, log, simulator, environment: adminEnvironment });
    const tally = new Tally();
    try {
      await runRequests(product, { check, seed, count: perBlock, tally });
      expect(failures).toEqual([]);
      expect((await product.browser().get("/healthz")).json).toEqual({ status: "ok" });
    } finally {
      process.stdout.write(`Generated requests on ${database}, seed ${seed}: ${tally.toString()}\n`);
      await close();
    }
    all.addAll(tally);
    // Who only sees refusals proves nothing.
    expect(tally.ofClass(2) + tally.ofClass(3)).toBeGreaterThan(perBlock / 3);
    expect(tally.ofClass(5)).toBe(0);
  },
  300_000,
);

test("[C13] every call of the OpenAPI document was answered well by some of these requests", () => {
  expect(all.neverWell(check.document)).toEqual([]);
});
