/** Which saved layout the dashboard opens with: exactly one of a person's, or the built-in one. [D1, D4, D5] */
import type { LayoutWithMessage } from "@relaydeck/contract/layouts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { setDefaultLayout } from "@relaydeck/db/layouts/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Ground } from "../ground.ts";
import { lockLayouts } from "./layout-lock.ts";
import { tellLayouts, toLayout } from "./layout-view.ts";

type DefaultDeps = Pick<Ground, "store" | "clock">;

export function setDefault(
  { store, clock }: DefaultDeps,
  which: { userId: string; layoutId: string },
): Promise<Result<LayoutWithMessage, Refusal>> {
  const { userId, layoutId } = which;
  return store.write(async (tx) => {
    await lockLayouts(tx, userId);
    const row = await setDefaultLayout(tx, { id: layoutId, userId, now: clock.now() });
    if (row === null) return refuse("NOT_FOUND");
    await tellLayouts(tx, userId);
    return ok({ ...toLayout(row), message: "This layout is now your default dashboard" });
  });
}

/** Back to the built-in one. With no default there is nothing to change, and the answer is the same. */
export async function clearDefault({ store, clock }: DefaultDeps, userId: string): Promise<{ message: string }> {
  await store.write(async (tx) => {
    await lockLayouts(tx, userId);
    await setDefaultLayout(tx, { id: null, userId, now: clock.now() });
    await tellLayouts(tx, userId);
  });
  return { message: "The built-in layout is your dashboard" };
}
