/** Somebody keeps an arrangement: a new one, or one of theirs changed in place. [D3, D4, D6] */
import { newId } from "@relaydeck/contract/ids";
import { fitted, mostLayoutsPerUser } from "@relaydeck/contract/layout-grid";
import type { LayoutBody, LayoutWithMessage, SaveLayout } from "@relaydeck/contract/layouts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import {
  findLayout,
  insertLayout,
  listLayouts,
  setDefaultLayout,
  updateLayout,
  type LayoutRow,
} from "@relaydeck/db/layouts/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Ground } from "../ground.ts";
import { lockLayouts } from "./layout-lock.ts";
import { tellLayouts, toLayout } from "./layout-view.ts";

type SaveDeps = Pick<Ground, "store" | "clock" | "random">;

interface Saving {
  readonly userId: string;
  readonly input: SaveLayout;
}

export function saveLayout(deps: SaveDeps, saving: Saving): Promise<Result<LayoutWithMessage, Refusal>> {
  const { userId, input } = saving;
  return deps.store.write(async (tx) => {
    await lockLayouts(tx, userId);
    const kept = input.id === undefined ? await create(deps, tx, saving) : await change(deps, tx, { ...saving, id: input.id });
    if (!kept.ok) return kept;
    const row = input.isDefault ? await makeDefault(deps, tx, kept.value) : kept.value;
    await tellLayouts(tx, userId);
    return ok({ ...toLayout(row), message: "Dashboard layout has been saved successfully" });
  });
}

async function create(deps: SaveDeps, tx: Tx, { userId, input }: Saving): Promise<Result<LayoutRow, Refusal>> {
  if ((await listLayouts(tx, userId)).length >= mostLayoutsPerUser) return refuse("LIMIT_REACHED");
  const now = deps.clock.now();
  const id = newId("layout", deps.random);
  const { name } = input;
  return ok(await insertLayout(tx, { id, userId, name, layout: bodyOf(input), createdAt: now, updatedAt: now }));
}

async function change(
  deps: SaveDeps,
  tx: Tx,
  { id, userId, input }: Saving & { readonly id: string },
): Promise<Result<LayoutRow, Refusal>> {
  const at = { id, userId };
  if ((await findLayout(tx, at)) === null) return refuse("NOT_FOUND");
  const patch = { name: input.name, layout: bodyOf(input), updatedAt: deps.clock.now() };
  return ok(present(await updateLayout(tx, at, patch), "It was found in this transaction"));
}

async function makeDefault({ clock }: SaveDeps, tx: Tx, { id, userId }: LayoutRow): Promise<LayoutRow> {
  return present(await setDefaultLayout(tx, { id, userId, now: clock.now() }), "It was kept in this transaction");
}

function bodyOf({ name, layout }: SaveLayout): LayoutBody {
  const components = layout.components.map((component) => ({ ...component, position: fitted(component.position) }));
  return { name: layout.name ?? name, components, gridSettings: layout.gridSettings };
}
