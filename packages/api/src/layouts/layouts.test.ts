/** Keeping layouts on both databases, several at once. The doors are proved in apps/server/src/layouts. */
import { mostLayoutsPerUser } from "@relaydeck/contract/layout-grid";
import { SaveLayout } from "@relaydeck/contract/layouts";
import { listLayouts } from "@relaydeck/db/layouts/store";
import { readLive } from "@relaydeck/db/live/read";
import { storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import type { Store } from "@relaydeck/db/store";
import { assert } from "@relaydeck/kit/assert";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { binMs } from "../retention/prune.ts";
import { clearDefault, setDefault } from "./default-layout.ts";
import { removeLayout, restoreLayout } from "./remove-layout.ts";
import { saveLayout } from "./save-layout.ts";

const tile = { id: "a", type: "device-list", visible: true, position: { x: 8, y: 0, w: 12, h: 4 } };
const wish = (over: object = {}) => SaveLayout.parse({ name: "Work", layout: { components: [tile] }, ...over });
const codeOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? "ok" : (result.error?.code ?? "none"));

async function house(store: Store) {
  const { id: userId } = await storedUser(store);
  const deps = { store, clock: new ManualClock(), random: systemRandom() };
  const save = (over: object = {}) => saveLayout(deps, { userId, input: wish(over) });
  const saved = async (over: object = {}) => {
    const result = await save(over);
    assert(result.ok, "It is kept");
    return result.value;
  };
  const defaults = async () => (await listLayouts(store.read, userId)).flatMap(({ id, isDefault }) => (isDefault ? [id] : []));
  const told = async () => {
    const rows = await readLive(store.read, { after: 0, limit: 1_000 });
    return rows.filter((row) => row.kind === "layouts" && row.userId === userId).length;
  };
  return { deps, userId, save, saved, defaults, told };
}

describeOnStores("layouts", (fresh) => {
  test("of many saved at once no more are kept than one person may have; a change in place is no new one", async () => {
    const { save, deps, userId, saved } = await house(fresh().store);
    const first = await saved();
    const many = await Promise.all(Array.from({ length: mostLayoutsPerUser + 3 }, () => save()));
    expect(many.map(codeOf).toSorted()).toEqual([...Array(4).fill("LIMIT_REACHED"), ...Array(mostLayoutsPerUser - 1).fill("ok")]);
    expect(codeOf(await save({ id: first.id, name: "Night" }))).toBe("ok");
    expect(await listLayouts(deps.store.read, userId)).toHaveLength(mostLayoutsPerUser);
  });

  test("[D4] set, saved and cleared from many pages at once, exactly one is the default, and every page gets its answer", async () => {
    const { deps, userId, save, saved, defaults } = await house(fresh().store);
    const ids = [(await saved()).id, (await saved()).id];
    const asked = Array.from({ length: 12 }, (_, index) =>
      index % 4 === 3 ? save({ isDefault: true, id: ids[0] }) : setDefault(deps, { userId, layoutId: ids[index % 2] ?? "" }),
    );
    expect(new Set((await Promise.all(asked)).map(codeOf))).toEqual(new Set(["ok"]));
    expect(await defaults()).toHaveLength(1);
    await clearDefault(deps, userId);
    expect(await defaults()).toEqual([]);
  });

  test("[D4] an update with isDefault false leaves the default where it is", async () => {
    const { saved, defaults } = await house(fresh().store);
    const { id } = await saved({ isDefault: true });
    expect(await saved({ id, name: "Night", isDefault: false })).toMatchObject({ isDefault: true, name: "Night" });
    expect(await defaults()).toEqual([id]);
  });

  test("[D6] a width that leaves the grid is cut when it is kept, and the name inside follows the one outside", async () => {
    const { saved } = await house(fresh().store);
    const { layout } = await saved();
    expect(layout).toMatchObject({ name: "Work", components: [{ position: { x: 8, w: 4 } }], gridSettings: { cols: 12 } });
  });

  test("[D5, D23] the default is not deleted; another one is, comes back within 30 days, however often undo is pressed, and not after", async () => {
    const { deps, userId, saved } = await house(fresh().store);
    const [kept, gone] = [await saved({ isDefault: true }), await saved({ name: "Night" })];
    expect(codeOf(await removeLayout(deps, { userId, layoutId: kept.id }))).toBe("DEFAULT_LAYOUT");
    const which = { userId, layoutId: gone.id };
    expect(codeOf(await removeLayout(deps, which))).toBe("ok");
    expect(codeOf(await removeLayout(deps, which))).toBe("NOT_FOUND");
    deps.clock.jumpWall(binMs - 1);
    const twice = [await restoreLayout(deps, which), await restoreLayout(deps, which)];
    expect(twice).toMatchObject(Array(2).fill({ value: { id: gone.id, layout: gone.layout } }));
    expect(codeOf(await restoreLayout(deps, { userId, layoutId: "lay_none" }))).toBe("NOT_FOUND");
    await removeLayout(deps, which);
    deps.clock.jumpWall(binMs);
    expect(codeOf(await restoreLayout(deps, which))).toBe("UNDO_NOT_POSSIBLE");
  });

  test("nobody changes another person's layout, and what was refused is told to nobody", async () => {
    const { store } = fresh();
    const [maria, alex] = [await house(store), await house(store)];
    const { id } = await maria.saved();
    const stranger = { userId: alex.userId, layoutId: id };
    const refused = [
      await alex.save({ id }),
      await setDefault(alex.deps, stranger),
      await removeLayout(alex.deps, stranger),
      await restoreLayout(alex.deps, stranger),
    ];
    expect(refused.map(codeOf)).toEqual(Array(4).fill("NOT_FOUND"));
    expect([await maria.told(), await alex.told()]).toEqual([1, 0]);
  });
});
