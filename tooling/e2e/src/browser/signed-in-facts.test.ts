/**
 * Every number, default, range and state that the product document fixes for the signed-in area holds on the real product:
 * its database, its doors, its screens. A fact without a proof here fails. [A18]
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openGateway, type Gateway } from "./gateway.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { doorFacts } from "./signed-in/door-facts.ts";
import { documentedFacts, facts, type Proof } from "./signed-in/facts.ts";
import { prepare, screenFacts } from "./signed-in/screen-facts.ts";
import { storedFacts } from "./signed-in/stored-facts.ts";

const proofs = { ...storedFacts, ...doorFacts, ...screenFacts };

let gateway: Gateway;
let house: House;
let browser: Browser;
/** Who asks at the doors, and the page of each fact that a screen shows. */
let clerk: Visit;
let visitor: Visit;
beforeAll(async () => {
  gateway = await openGateway();
  [house, browser] = await Promise.all([openHouse({ environment: { PUBLIC_URL: gateway.url } }), openBrowser()]);
  gateway.leadTo(house.serverUrl);
  clerk = await visit(browser, house);
  await enterDemo(clerk);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});
const proved = facts.filter(({ id }) => proofs[id] !== undefined);

describe(`[A18] ${proved.length} of ${facts.length} facts of the signed-in area`, () => {
  test("are the document's, each with its proof, and no other", () => {
    expect(facts).toEqual(documentedFacts());
    expect(facts.map(({ id }) => id).toSorted()).toEqual(Object.keys(proofs).toSorted());
  });

  const provable = proved.flatMap((fact) => {
    const proof = proofs[fact.id];
    return proof !== undefined && "prove" in proof ? [{ ...fact, proof, isSeen: fact.id in screenFacts }] : [];
  });

  test.each(provable.filter(({ isSeen }) => !isSeen))("$id, in the database and at the doors", async ({ proof, ...fact }) => {
    await proof.prove({ visitor: clerk, page: clerk.page, house, gateway }, fact);
    expect(clerk.complaints).toEqual([]);
  });

  describe("on the screen", () => {
    beforeEach(async () => {
      visitor = await visit(browser, house);
    });
    afterEach(async () => {
      gateway.setWayToApi("open");
      gateway.setWayToStream("open");
      await visitor.context.close();
    });

    test.each(provable.filter(({ isSeen }) => isSeen))("$id", async ({ proof, ...fact }) => {
      const scene = { visitor, page: visitor.page, house, gateway };
      await prepare(scene);
      await proof.prove(scene, fact);
      expect(visitor.complaints).toEqual([]);
    });
  });

  const elsewhere = proved.flatMap(({ id }) => {
    const proof: Proof | undefined = proofs[id];
    return proof !== undefined && "heldBy" in proof ? [{ id, file: proof.heldBy[0], words: proof.heldBy[1] }] : [];
  });
  test.each(elsewhere)("$id is held by $file: $words", ({ file, words }) => {
    expect(readFileSync(join(import.meta.dirname, "../../../..", file), "utf8")).toContain(words);
  });

  const later = proved.flatMap(({ id }) => {
    const proof: Proof | undefined = proofs[id];
    return proof !== undefined && "issue" in proof ? [{ id, ...proof }] : [];
  });
  test.each(later)("$id is proved by issue $issue: $why", ({ why }) => {
    expect(why).not.toBe("");
  });
});
