/** The door of relays: parse, ask one story, answer. */
import { RenameRelay } from "@relaydeck/contract/devices";
import { CancelCommand, CommandQuery, SwitchRelay } from "@relaydeck/contract/relays";
import { refuse } from "@relaydeck/contract/refusals";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { answer, RefusalError, router, userProcedure } from "../procedures.ts";
import { renameDevice } from "../devices/rename-device.ts";
import { cancelCommand } from "./cancel-command.ts";
import { commandShownTo, switchRelay } from "./switch-relay.ts";

export const relaysRouter = router({
  switch: userProcedure
    .meta({ program: "control" })
    .input(SwitchRelay)
    .mutation(async ({ ctx, input }) => answer(await switchRelay(ctx.deps, { caller: ctx.caller, request: ctx.request, input }))),

  cancel: userProcedure
    .meta({ program: "control" })
    .input(CancelCommand)
    .mutation(async ({ ctx, input }) =>
      answer(await cancelCommand(ctx.deps, { caller: ctx.caller, commandId: input.commandId })),
    ),

  rename: userProcedure.input(RenameRelay).mutation(async ({ ctx, input }) => {
    const { deviceId, relayNumber: number, name } = input;
    const renamed = { deviceId, relays: [{ number, name }] };
    return answer(await renameDevice(ctx.deps, { caller: ctx.caller, request: ctx.request, input: renamed }));
  }),

  command: userProcedure
    .meta({ program: "read" })
    .input(CommandQuery)
    .query(async ({ ctx, input }) => {
      const { caller } = ctx;
      const { key } = input;
      const byKey = key === undefined ? null : await findCommandByKey(ctx.deps.store.read, { actorId: caller.userId, key });
      const commandId = input.commandId ?? byKey?.id;
      const command = commandId === undefined ? null : await commandShownTo(ctx.deps, { commandId, caller });
      if (command === null) throw new RefusalError(refuse("NOT_FOUND").error);
      return command.shown;
    }),
});
