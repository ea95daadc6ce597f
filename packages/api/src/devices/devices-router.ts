/** The door of devices: parse, ask one story, answer. */
import { DeviceId, RegisterDevice } from "@relaydeck/contract/devices";
import { answer, router, userProcedure } from "../procedures.ts";
import { checkDevice } from "./check-device.ts";
import { listDevices, listSharedDevices } from "./list-devices.ts";
import { powerOneData } from "./powerone-data.ts";
import { registerDevice } from "./register-device.ts";

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
});
