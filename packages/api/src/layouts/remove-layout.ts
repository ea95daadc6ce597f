/** A saved layout goes, and comes back while it lies in the bin. The default one cannot go. [D5, D23] */
import { mostLayoutsPerUser } from "@relaydeck/contract/layout-grid";
import type { LayoutRemoved, LayoutWithMessage } from "@relaydeck/contract/layouts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findLayout, findLayoutEvenDeleted, listLayouts, updateLayout } from "@relaydeck/db/layouts/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Ground } from "../ground.ts";
import { binMs } from "../retention/prune.ts";
import { lockLayouts } from "./layout-lock.ts";
import { tellLayouts, toLayout } from "./layout-view.ts";

type RemoveDeps = Pick<Ground, "store" | "clock">;

interface Which {
  readonly userId: string;
  readonly layoutId: string;
}

export function removeLayout({ store, clock }: RemoveDeps, { userId, layoutId }: Which): Promise<Result<LayoutRemoved, Refusal>> {
  return store.write(async (tx) => {
    await lockLayouts(tx, userId);
    const at = { id: layoutId, userId };
    const row = await findLayout(tx, at);
    if (row === null) return refuse("NOT_FOUND");
    if (row.isDefault) return refuse("DEFAULT_LAYOUT");
    await updateLayout(tx, at, { deletedAt: clock.now() });
    await tellLayouts(tx, userId);
    return ok({ id: layoutId, message: "Dashboard layout has been deleted" });
  });
}

export function restoreLayout(
  { store, clock }: RemoveDeps,
  { userId, layoutId }: Which,
): Promise<Result<LayoutWithMessage, Refusal>> {
  return store.write(async (tx) => {
    await lockLayouts(tx, userId);
    const at = { id: layoutId, userId };
    const message = "Dashboard layout has been restored";
    const row = await findLayoutEvenDeleted(tx, at);
    if (row === null) return refuse("NOT_FOUND");
    if (row.deletedAt === null) return ok({ ...toLayout(row), message });
    if (row.deletedAt + binMs <= clock.now()) return refuse("UNDO_NOT_POSSIBLE");
    if ((await listLayouts(tx, userId)).length >= mostLayoutsPerUser) return refuse("LIMIT_REACHED");
    const back = present(await updateLayout(tx, at, { deletedAt: null }), "It was found in this transaction");
    await tellLayouts(tx, userId);
    return ok({ ...toLayout(back), message });
  });
}
