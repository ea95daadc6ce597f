import { LayoutId, SaveLayout, type Layout } from "@relaydeck/contract/layouts";
import { listLayouts } from "@relaydeck/db/layouts/store";
import { answer, router, userProcedure } from "../procedures.ts";
import { clearDefault, setDefault } from "./default-layout.ts";
import { toLayout } from "./layout-view.ts";
import { removeLayout, restoreLayout } from "./remove-layout.ts";
import { saveLayout } from "./save-layout.ts";

/** How a dashboard looks is its owner's alone; a program's token has no part in it. */
export const layoutsRouter = router({
  list: userProcedure.query(async ({ ctx }): Promise<Layout[]> =>
    (await listLayouts(ctx.deps.store.read, ctx.caller.userId)).map(toLayout),
  ),

  save: userProcedure.input(SaveLayout).mutation(async ({ ctx, input }) => {
    const saved = answer(await saveLayout(ctx.deps, { userId: ctx.caller.userId, input }));
    if (input.id !== undefined) ctx.noteUpdate?.();
    return saved;
  }),

  remove: userProcedure
    .input(LayoutId)
    .mutation(async ({ ctx, input }) => answer(await removeLayout(ctx.deps, { userId: ctx.caller.userId, ...input }))),

  restore: userProcedure
    .input(LayoutId)
    .mutation(async ({ ctx, input }) => answer(await restoreLayout(ctx.deps, { userId: ctx.caller.userId, ...input }))),

  setDefault: userProcedure
    .input(LayoutId)
    .mutation(async ({ ctx, input }) => answer(await setDefault(ctx.deps, { userId: ctx.caller.userId, ...input }))),

  clearDefault: userProcedure.mutation(({ ctx }) => clearDefault(ctx.deps, ctx.caller.userId)),
});
