/**
 * Google's part of the `auth` router. Going there and coming back are redirects, so they are no procedures: the server's
 * google-routes.ts calls their stories.
 */
import { UnlinkGoogle } from "@relaydeck/contract/google-sign-in";
import { answer, publicProcedure, userProcedure } from "../procedures.ts";
import { pendingGoogleLink } from "./google-link.ts";
import { unlinkGoogle } from "./google-unlink.ts";

export const googleProcedures = {
  /** For the sign-in page: whose password is asked for. Told only to the browser in which Google has answered. [GO-4] */
  pendingGoogleLink: publicProcedure.query(async ({ ctx }) => {
    const user = await pendingGoogleLink(ctx.deps, ctx.presentedGoogleSecret);
    return { email: user?.email ?? null };
  }),

  unlinkGoogle: userProcedure.input(UnlinkGoogle).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    return { ...answer(await unlinkGoogle(deps, { caller, request, input })), message: "Google sign-in removed" };
  }),
};
