/** The door of tokens, as part of `auth`: for people only, a token never sees or makes another. [rest-shapes section 9] */
import { CreateToken, TokenId, type Token } from "@relaydeck/contract/tokens";
import { listApiTokens } from "@relaydeck/db/sessions/api-tokens";
import { answer, userProcedure } from "../procedures.ts";
import { createToken } from "./create-token.ts";
import { revokeToken } from "./end-tokens.ts";
import { toToken } from "./token-view.ts";

export const tokenProcedures = {
  tokens: userProcedure.query(async ({ ctx }): Promise<Token[]> => {
    const { store, clock } = ctx.deps;
    return (await listApiTokens(store.read, ctx.caller.userId)).map((row) => toToken(row, clock.now()));
  }),

  createToken: userProcedure
    .input(CreateToken)
    .mutation(async ({ ctx, input }) => answer(await createToken(ctx.deps, { caller: ctx.caller, request: ctx.request, input }))),

  revokeToken: userProcedure
    .input(TokenId)
    .mutation(async ({ ctx, input }) =>
      answer(await revokeToken(ctx.deps, { caller: ctx.caller, request: ctx.request, tokenId: input.tokenId })),
    ),
};
