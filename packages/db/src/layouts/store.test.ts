import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import { madeAt, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { findLayout, insertLayout, listLayouts, setDefaultLayout, updateLayout } from "./store.ts";

async function scene(store: Store) {
  const [user, other] = [await storedUser(store), await storedUser(store)];
  const layout = { name: "Mine", components: [{ id: "a", position: { x: 0, y: 0.5 } }] };
  for (const [index, id] of ["lay_1", "lay_2"].entries()) {
    const row = { id, userId: user.id, name: id, layout, createdAt: madeAt + index, updatedAt: madeAt };
    await store.write((tx) => insertLayout(tx, row));
  }
  const setDefault = (id: string | null, userId = user.id) =>
    store.write((tx) => setDefaultLayout(tx, { id, userId, now: madeAt + 9 }));
  const defaults = async () => (await listLayouts(store.read, user.id)).filter((row) => row.isDefault).map((row) => row.id);
  return { user, other, layout, setDefault, defaults };
}

describeOnBothStores("layouts", (fresh) => {
  test("[D4] exactly one is the default or none, also when several are set at once", async () => {
    const { store } = fresh();
    const { user, other, setDefault, defaults } = await scene(store);
    expect(await defaults()).toEqual([]);
    expect(await setDefault("lay_1")).toMatchObject({ id: "lay_1", isDefault: true, updatedAt: madeAt + 9 });
    await Promise.allSettled(["lay_2", "lay_1", "lay_2", "lay_1"].map((id) => setDefault(id)));
    expect(await defaults()).toHaveLength(1);
    const before = await defaults();
    expect(await setDefault("lay_x")).toBeNull();
    expect(await setDefault("lay_1", other.id)).toBeNull();
    expect(await defaults()).toEqual(before);
    await setDefault(null);
    expect(await defaults()).toEqual([]);
    expect((await listLayouts(store.read, user.id)).map((row) => row.id)).toEqual(["lay_1", "lay_2"]);
  });

  test("another person's layout is not found, a deleted one neither, and a deletion can be taken back", async () => {
    const { store } = fresh();
    const { user, other, layout } = await scene(store);
    const mine = { id: "lay_1", userId: user.id };
    expect((await findLayout(store.read, mine))?.layout).toEqual(layout);
    expect(await findLayout(store.read, { ...mine, userId: other.id })).toBeNull();
    expect(await store.write((tx) => updateLayout(tx, { ...mine, userId: other.id }, { name: "X" }))).toBeNull();
    await store.write((tx) => updateLayout(tx, mine, { deletedAt: madeAt }));
    expect(await findLayout(store.read, mine)).toBeNull();
    expect(await store.write((tx) => updateLayout(tx, mine, { deletedAt: null, name: "Back" }))).toMatchObject({ name: "Back" });
  });
});
