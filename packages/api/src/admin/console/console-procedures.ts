/** The console's part of the door of administration: parse, ask one story, answer. [rest-shapes sections 7 and 9] */
import {
  ActivityLogQuery,
  AssignDevices,
  AuditQuery,
  DeletedQuery,
  DeviceIds,
  DevicesQuery,
  UpdateDevice,
  UpdateUser,
  UserId,
  UserIds,
  UsersQuery,
} from "@relaydeck/contract/console";
import { DeviceId } from "@relaydeck/contract/devices";
import { answer } from "../../procedures.ts";
import { adminProcedure } from "../admin-procedure.ts";
import { actionsOfAudit, auditPage } from "./audit-page.ts";
import { activityPage, deletedPage, devicesPage, summaryOf, usersPage } from "./lists.ts";
import { eachOf } from "../recorded.ts";
import { removeDevice, restoreDevice } from "./remove-device.ts";
import { removeUser, restoreUser } from "./remove-user.ts";
import { updateDevice } from "./update-device.ts";
import { updateUser } from "./update-user.ts";

const looking = {
  summary: adminProcedure.query(({ ctx }) => summaryOf(ctx.deps)),
  users: adminProcedure.input(UsersQuery).query(({ ctx, input }) => usersPage(ctx.deps, input)),
  devices: adminProcedure.input(DevicesQuery).query(({ ctx, input }) => devicesPage(ctx.deps, input)),
  activity: adminProcedure.input(ActivityLogQuery).query(({ ctx, input }) => activityPage(ctx.deps, input)),
  deleted: adminProcedure.input(DeletedQuery).query(({ ctx, input }) => deletedPage(ctx.deps, input)),
  audit: adminProcedure.input(AuditQuery).query(({ ctx, input }) => auditPage(ctx.deps, input)),
  auditActions: adminProcedure.query(({ ctx }) => actionsOfAudit(ctx.deps)),
};

const one = {
  updateUser: adminProcedure.input(UpdateUser).mutation(async ({ ctx, input }) => {
    const user = answer(await updateUser(ctx.deps, { ...ctx, input }));
    return { ...user, message: "User updated successfully" };
  }),
  removeUser: adminProcedure
    .input(UserId)
    .mutation(async ({ ctx, input }) => answer(await removeUser(ctx.deps, { ...ctx, ...input }))),
  restoreUser: adminProcedure.input(UserId).mutation(async ({ ctx, input }) => {
    const user = answer(await restoreUser(ctx.deps, { ...ctx, ...input }));
    return { ...user, message: "User restored" };
  }),
  updateDevice: adminProcedure.input(UpdateDevice).mutation(async ({ ctx, input }) => {
    const device = answer(await updateDevice(ctx.deps, { ...ctx, input }));
    return { ...device, message: "Device updated successfully" };
  }),
  removeDevice: adminProcedure
    .input(DeviceId)
    .mutation(async ({ ctx, input }) => answer(await removeDevice(ctx.deps, { ...ctx, ...input }))),
  restoreDevice: adminProcedure.input(DeviceId).mutation(async ({ ctx, input }) => {
    const device = answer(await restoreDevice(ctx.deps, { ...ctx, ...input }));
    return { ...device, message: "Device restored" };
  }),
};

/** Many at once: each is done or refused by itself. */
const bulk = {
  removeUsers: adminProcedure
    .input(UserIds)
    .mutation(({ ctx, input }) =>
      eachOf({ ids: input.userIds, request: ctx.request }, (userId) => removeUser(ctx.deps, { ...ctx, userId })),
    ),
  restoreUsers: adminProcedure
    .input(UserIds)
    .mutation(({ ctx, input }) =>
      eachOf({ ids: input.userIds, request: ctx.request }, (userId) => restoreUser(ctx.deps, { ...ctx, userId })),
    ),
  removeDevices: adminProcedure
    .input(DeviceIds)
    .mutation(({ ctx, input }) =>
      eachOf({ ids: input.deviceIds, request: ctx.request }, (deviceId) => removeDevice(ctx.deps, { ...ctx, deviceId })),
    ),
  restoreDevices: adminProcedure
    .input(DeviceIds)
    .mutation(({ ctx, input }) =>
      eachOf({ ids: input.deviceIds, request: ctx.request }, (deviceId) => restoreDevice(ctx.deps, { ...ctx, deviceId })),
    ),
  assignDevices: adminProcedure
    .input(AssignDevices)
    .mutation(({ ctx, input: { deviceIds, ownerId } }) =>
      eachOf({ ids: deviceIds, request: ctx.request }, (deviceId) =>
        updateDevice(ctx.deps, { ...ctx, input: { deviceId, ownerId } }),
      ),
    ),
};

export const consoleProcedures = { ...looking, ...one, ...bulk };
