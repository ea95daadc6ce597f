/** The door of shares: parse, ask one story, answer. For people only; a program's token shares nothing. [rest-shapes section 9] */
import { fromInstant } from "@relaydeck/contract/instants";
import { DeviceId } from "@relaydeck/contract/devices";
import { AcceptInvite, CreateShare, ShareId } from "@relaydeck/contract/shares";
import { answer, router, userProcedure } from "../procedures.ts";
import { acceptInvite } from "./accept-invite.ts";
import { endShare, leaveShare } from "./end-shares.ts";
import { listShares } from "./list-shares.ts";
import { restoreShare } from "./restore-share.ts";
import { shareDevice } from "./share-device.ts";

export const sharesRouter = router({
  list: userProcedure
    .input(DeviceId)
    .query(async ({ ctx, input }) => answer(await listShares(ctx.deps, { caller: ctx.caller, ...input }))),

  create: userProcedure.input(CreateShare).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    const { deviceId, sharedWithEmail: email, permission } = input;
    const expiresAt = input.expiresAt === null ? null : fromInstant(input.expiresAt);
    const shared = answer(await shareDevice(deps, { caller, request, deviceId, email, permission, expiresAt }));
    if (!shared.isNew) ctx.noteUpdate?.();
    return { ...shared.share, message: "Device shared" };
  }),

  /** Over REST also how the other person leaves. */
  revoke: userProcedure
    .input(ShareId)
    .mutation(async ({ ctx, input }) => answer(await endShare(ctx.deps, { caller: ctx.caller, request: ctx.request, ...input }))),

  restore: userProcedure.input(ShareId).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    return { ...answer(await restoreShare(deps, { caller, request, ...input })), message: "Access restored" };
  }),

  leave: userProcedure
    .input(ShareId)
    .mutation(async ({ ctx, input }) =>
      answer(await leaveShare(ctx.deps, { caller: ctx.caller, request: ctx.request, ...input })),
    ),

  accept: userProcedure.input(AcceptInvite).mutation(async ({ ctx, input }) => {
    const { deps, caller, request } = ctx;
    return { ...answer(await acceptInvite(deps, { caller, request, token: input.token })), message: "Invitation accepted" };
  }),
});
