import { idGiven } from "@relaydeck/contract/ids";
import * as z from "zod/mini";
import { answer, router, userProcedure } from "../procedures.ts";
import { endShare } from "./end-shares.ts";

const ShareId = z.strictObject({ shareId: idGiven("share") });

export const sharesRouter = router({
  revoke: userProcedure
    .input(ShareId)
    .mutation(async ({ ctx, input }) => answer(await endShare(ctx.deps, { caller: ctx.caller, request: ctx.request, ...input }))),
});
