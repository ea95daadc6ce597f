import { expect, test } from "vitest";
import { storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { findGoogleFlow, insertGoogleFlow, pruneGoogleFlows, takeGoogleFlow } from "./google-flows.ts";

const asked = { hash: "h1", step: "asked", returnTo: "/dashboard", createdAt: 1_000, expiresAt: 2_000 } as const;

describeOnBothStores("google flows", (fresh) => {
  test("[GO-1] of ten takers at once exactly one gets the flow", async () => {
    const { store } = fresh();
    await store.write((tx) => insertGoogleFlow(tx, asked));
    const take = () => store.write((tx) => takeGoogleFlow(tx, { hash: "h1", step: "asked", now: 1_500 }));
    const taken = await Promise.all(Array.from({ length: 10 }, take));
    expect(taken.filter((flow) => flow !== null)).toMatchObject([{ ...asked, userId: null, googleId: null }]);
  });

  test("[GO-1] a flow is found at its own step only, and no longer from the moment it ends", async () => {
    const { store } = fresh();
    const userId = (await storedUser(store)).id;
    await store.write((tx) => insertGoogleFlow(tx, { ...asked, step: "link", userId, googleId: "g1" }));
    const at = (step: "asked" | "link", now: number) => findGoogleFlow(store.read, { hash: "h1", step, now });
    expect(await at("asked", 1_500)).toBeNull();
    expect(await at("link", 1_999)).toMatchObject({ userId, googleId: "g1" });
    expect(await at("link", 2_000)).toBeNull();
    expect(await store.write((tx) => takeGoogleFlow(tx, { hash: "h1", step: "link", now: 2_000 }))).toBeNull();
  });

  test("pruning removes what ended before", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      await insertGoogleFlow(tx, asked);
      await insertGoogleFlow(tx, { ...asked, hash: "h2", expiresAt: 3_000 });
    });
    expect(await store.write((tx) => pruneGoogleFlows(tx, 2_500))).toBe(1);
    expect(await findGoogleFlow(store.read, { hash: "h2", step: "asked", now: 1_500 })).not.toBeNull();
  });
});
