/**
 * Every number, default, range and state that the product document fixes for the signed-in area is what the real product
 * is: its database, its doors, its screens. A fact without a proof here fails. [A18]
 */
import { googleCredentials, startIdentityProvider, type IdentityProvider } from "@relaydeck/api/testing/identity-provider";
import { systemClock } from "@relaydeck/kit/clock";
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminEnvironment } from "./admin-screens.ts";
import { openGateway, type Gateway } from "./gateway.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { cardFacts } from "./signed-in/card-facts.ts";
import { clientFacts } from "./signed-in/client-facts.ts";
import { doorFacts } from "./signed-in/door-facts.ts";
import { entityFacts } from "./signed-in/entity-facts.ts";
import { agrees, changesOf, documentedFacts, facing, facts, toBeSeen, type FactScene, type Proofs } from "./signed-in/facts.ts";
import { gridFacts } from "./signed-in/grid-facts.ts";
import { headerFacts } from "./signed-in/header-facts.ts";
import { layoutFacts } from "./signed-in/layout-facts.ts";
import { listFacts } from "./signed-in/list-facts.ts";
import { powerOneFacts } from "./signed-in/powerone-facts.ts";
import { queryFacts } from "./signed-in/query-facts.ts";
import { rightFacts } from "./signed-in/right-facts.ts";
import { timeFacts } from "./signed-in/time-facts.ts";
import { wayFacts } from "./signed-in/way-facts.ts";

const proofs: Proofs = {
  ...entityFacts,
  ...doorFacts,
  ...listFacts,
  ...rightFacts,
  ...clientFacts,
  ...queryFacts,
  ...powerOneFacts,
  ...headerFacts,
  ...cardFacts,
  ...layoutFacts,
  ...gridFacts,
  ...timeFacts,
  ...wayFacts,
};

let gateway: Gateway;
let google: IdentityProvider;
let house: House;
let browser: Browser;
let visitor: Visit;
let scene: FactScene;
beforeAll(async () => {
  [gateway, google] = await Promise.all([openGateway(), startIdentityProvider(systemClock())]);
  const environment = {
    PUBLIC_URL: gateway.url,
    GOOGLE_CLIENT_ID: googleCredentials.clientId,
    GOOGLE_CLIENT_SECRET: googleCredentials.clientSecret,
    GOOGLE_ISSUER_URL: google.issuer,
    ...adminEnvironment,
  };
  [house, browser] = await Promise.all([openHouse({ environment }), openBrowser()]);
  gateway.leadTo(house.serverUrl);
  visitor = await visit(browser, house);
  await enterDemo(visitor);
  scene = { browser, visitor, page: visitor.page, house, gateway, google };
});
afterEach(() => {
  gateway.setWayToApi("open");
  gateway.setWayToStream("open");
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close(), google.stop()]);
});

interface Seen {
  readonly value: unknown;
  readonly default: unknown;
}
const seenById = new Map<string, Seen>();
const proved = facts.flatMap((fact) => {
  const proof = proofs[fact.id];
  return proof === undefined ? [] : [{ ...fact, proof }];
});

/** What nothing here brings about, by fact: said in the title, because it is not seen. */
const elsewhere = proved.flatMap(({ id, proof: { heldElsewhere } }) =>
  heldElsewhere === undefined ? [] : [`${id}: ${heldElsewhere.values.join()} by ${heldElsewhere.by}`],
);

describe(`[A18] ${proved.length} of ${facts.length} facts of the signed-in area; held elsewhere: ${elsewhere.join("; ")}`, () => {
  const now = documentedFacts();
  test.each(now === null ? [] : [{ now }])("are the document's", (document) => expect(facts).toEqual(document.now));

  test("have each its proof, and there is no other", () => {
    expect(facts.map(({ id }) => id).toSorted()).toEqual(Object.keys(proofs).toSorted());
    const isOfList = ({ value, proof }: (typeof proved)[number]) =>
      (proof.heldElsewhere?.values ?? []).every((one) => Array.isArray(value) && value.includes(one));
    expect(proved.filter((fact) => !isOfList(fact)).map(({ id }) => id)).toEqual([]);
  });

  test.each(proved)("$id", async ({ id, value, default: initial, proof }) => {
    const seen: Seen = { value: await proof.see(scene), default: await proof.seeDefault?.(scene) };
    seenById.set(id, seen);
    const { decided } = proof;
    expect(value).toEqual(decided === undefined ? value : decided.documented);
    const both = facing(toBeSeen(proof, decided === undefined ? value : decided.instead), seen.value);
    expect(both.seen).toEqual(both.documented);
    expect(seen.default).toEqual(initial);
    expect(visitor.complaints).toEqual([]);
  });

  const changed = proved.flatMap((fact) => [
    ...changesOf(fact.value).map((value) => ({ ...fact, value, initial: fact.default })),
    ...(fact.default === undefined ? [] : changesOf(fact.default).map((initial) => ({ ...fact, initial }))),
  ]);
  test(`none is blind: each of ${changed.length} values changed is another than what was seen`, () => {
    const unnoticed = changed.filter(({ id, value, initial, proof }) => {
      const { decided } = proof;
      const seen = seenById.get(id);
      const isSame = decided === undefined ? agrees(toBeSeen(proof, value), seen?.value) : agrees(decided.documented, value);
      return isSame && agrees(initial, seen?.default);
    });
    expect(unnoticed.map(({ id, value, initial }) => ({ id, value, initial }))).toEqual([]);
  });
});
