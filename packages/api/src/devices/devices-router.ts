/** The door of devices: parse, ask one story, answer. */
import { DeviceId, RegisterDevice, RenameDevice } from "@relaydeck/contract/devices";
import { HistoryQuery } from "@relaydeck/contract/history";
import { deviceHistory } from "../history/device-history.ts";
import { answer, router, userProcedure } from "../procedures.ts";
import { checkDevice } from "./check-device.ts";
import { listDevices, listSharedDevices } from "./list-devices.ts";
import { powerOneData } from "./powerone-data.ts";
import { registerDevice } from "./register-device.ts";
import { removeDevice, restoreDevice } from "./remove-device.ts";
import { renameDevice } from "./rename-device.ts";

export const devicesRouter = router({
  list: userProcedure.meta({ program: "read" }).query(({ ctx }) => listDevices(ctx.deps, ctx.caller)),
  shared: userProcedure.meta({ program: "read" }).query(({ ctx }) => listSharedDevices(ctx.deps, ctx.caller)),
  powerone: userProcedure
    .meta({ program: "read" })
    .input(DeviceId)
    .query(async ({ ctx, input }) => answer(await powerOneData(ctx.deps, { caller: ctx.caller, deviceId: input.deviceId }))),
  check: userProcedure
    .meta({ program: "control" })
    .input(DeviceId)
    .mutation(async ({ ctx, input }) => answer(await checkDevice(ctx.deps, { caller: ctx.caller, deviceId: input.deviceId }))),
  register: userProcedure
    .meta({ program: "control" })
    .input(RegisterDevice)
    .mutation(async ({ ctx, input }) =>
      answer(await registerDevice(ctx.deps, { caller: ctx.caller, request: ctx.request, input })),
    ),
  history: userProcedure
    .meta({ program: "read" })
    .input(HistoryQuery)
    .query(async ({ ctx, input }) => answer(await deviceHistory(ctx.deps, { caller: ctx.caller, query: input }))),
  rename: userProcedure
    .input(RenameDevice)
    .mutation(async ({ ctx, input }) =>
      answer(await renameDevice(ctx.deps, { caller: ctx.caller, request: ctx.request, input })),
    ),
  remove: userProcedure
    .input(DeviceId)
    .mutation(async ({ ctx, input }) =>
      answer(await removeDevice(ctx.deps, { caller: ctx.caller, request: ctx.request, deviceId: input.deviceId })),
    ),
  restore: userProcedure
    .input(DeviceId)
    .mutation(async ({ ctx, input }) =>
      answer(await restoreDevice(ctx.deps, { caller: ctx.caller, request: ctx.request, deviceId: input.deviceId })),
    ),
});
