/** Every act of an administrator, by its procedure: what it acts on, made fresh each time, and what of it is refused. [AD-8] */
import { codeAt, codeStepMs } from "@relaydeck/api/accounts/two-step-codes";
import { clearTwoStep } from "@relaydeck/db/accounts/two-step";
import { updateAdmin } from "@relaydeck/db/admin/store";
import { beginMetricSync } from "@relaydeck/db/analytics/metric-syncs";
import { listMails, markMail } from "@relaydeck/db/mail/outbox";
import { assert, present } from "@relaydeck/kit/assert";
import type { Browser } from "./http-client.ts";
import { addDevice, addPerson, type Person } from "./people.ts";
import type { Product } from "./product.ts";
import { dataOf } from "./seeing.ts";

/** Where an act is done, and by whom. */
export interface ActScene {
  readonly product: Product;
  readonly admin: Browser;
  readonly adminId: string;
}

export type Input = Readonly<Record<string, unknown>>;

interface Made {
  /** Null where there is nothing that an act is about. */
  readonly id: string | null;
  readonly input?: Input;
}

export interface Act {
  readonly action: string;
  /** What a refusal calls it, where it is not the same. */
  readonly tried?: string;
  /** What it acts on, fresh for each door. */
  readonly make: (at: ActScene) => Promise<Made>;
  /** What is refused, by the code of the refusal; one that says something else as well names it behind a blank. */
  readonly refused: Readonly<Record<string, (at: ActScene) => Promise<Input>>>;
}

export const nobody = { userId: `usr_${"0".repeat(22)}` };
const nothing = { deviceId: `dev_${"0".repeat(22)}` };

export async function aPerson({ product }: Pick<ActScene, "product">): Promise<Person> {
  return addPerson(product, { firstName: "Secretname", lastName: "Lind" });
}
async function aDevice(at: ActScene): Promise<string> {
  return (await addDevice(at.product, await aPerson(at))).id;
}
async function gone({ admin }: ActScene, procedure: string, input: object): Promise<void> {
  const { status, text } = await admin.mutate(procedure, input);
  assert(status === 200, `${procedure} answered ${status} ${text}`);
}
async function failedMail({ product }: ActScene): Promise<string> {
  const { email } = await aPerson({ product });
  const visitor = product.browser();
  await visitor.post("/api/forgot-password", { email });
  const { id } = present((await listMails(product.store.read, { limit: 1 }))[0], "It was posted");
  await product.store.write((tx) => markMail(tx, id, { state: "failed", lastError: "EENVELOPE 550" }));
  return id;
}

const ownPassword = "a lighthouse keeper's lamp";
const newPassword = "another lamp, and brighter";

/** The administrator has this password and no second step. */
async function ownSignIn({ product, adminId }: ActScene): Promise<{ readonly currentPassword: string }> {
  const passwordHash = await product.deps.passwords.hash(ownPassword);
  await product.store.write(async (tx) => {
    await clearTwoStep(tx, { kind: "admin", id: adminId });
    await updateAdmin(tx, adminId, { passwordHash, updatedAt: product.clock.now() });
  });
  return { currentPassword: ownPassword };
}
/** A second step has begun; the code that ends the set-up. */
async function begunTwoStep(at: ActScene): Promise<{ readonly otp: string; readonly codeLater: () => Promise<string> }> {
  const { product, admin } = at;
  const { secret } = dataOf(await admin.mutate("admin.startTwoStep", await ownSignIn(at))) as { secret: string };
  const otp = codeAt(secret, product.clock.now());
  const codeLater = async () => {
    await product.advance(2 * codeStepMs);
    return codeAt(secret, product.clock.now());
  };
  return { otp, codeLater };
}
/** A second step is on; a code that was not used. */
async function withTwoStep(at: ActScene): Promise<{ readonly currentPassword: string; readonly otp: string }> {
  const { otp, codeLater } = await begunTwoStep(at);
  await gone(at, "admin.confirmTwoStep", { otp });
  return { currentPassword: ownPassword, otp: await codeLater() };
}
const wrongCode = async (at: ActScene) => ({ ...(await withTwoStep(at)), otp: "000000" });
const wrongPassword = async (at: ActScene) => ({ ...(await withTwoStep(at)), currentPassword: "not it" });
const own =
  (make: (at: ActScene) => Promise<Input>) =>
  async (at: ActScene): Promise<Made> => ({
    id: at.adminId,
    input: await make(at),
  });
const onNothing = (input: Input) => ({ NOT_FOUND: async () => input });

export const acts: Readonly<Record<string, Act>> = {
  "admin.updateUser": {
    action: "user.updated",
    make: async (at) => {
      const { userId } = await aPerson(at);
      return { id: userId, input: { userId, firstName: "Another" } };
    },
    refused: onNothing({ ...nobody, firstName: "Another" }),
  },
  "admin.removeUser": {
    action: "user.deleted",
    make: async (at) => {
      const { userId } = await aPerson(at);
      return { id: userId, input: { userId } };
    },
    refused: onNothing(nobody),
  },
  "admin.restoreUser": {
    action: "user.restored",
    make: async (at) => {
      const { userId } = await aPerson(at);
      await gone(at, "admin.removeUser", { userId });
      return { id: userId, input: { userId } };
    },
    refused: onNothing(nobody),
  },
  "admin.updateDevice": {
    action: "device.updated",
    make: async (at) => {
      const id = await aDevice(at);
      return { id, input: { deviceId: id, name: "Another" } };
    },
    refused: onNothing({ ...nothing, name: "Another" }),
  },
  "admin.removeDevice": {
    action: "device.removed",
    make: async (at) => {
      const id = await aDevice(at);
      return { id, input: { deviceId: id } };
    },
    refused: onNothing(nothing),
  },
  "admin.restoreDevice": {
    action: "device.restored",
    make: async (at) => {
      const id = await aDevice(at);
      await gone(at, "admin.removeDevice", { deviceId: id });
      return { id, input: { deviceId: id } };
    },
    refused: onNothing(nothing),
  },
  "admin.removeUsers": {
    action: "user.deleted",
    make: async (at) => {
      const { userId } = await aPerson(at);
      return { id: userId, input: { userIds: [userId] } };
    },
    refused: onNothing({ userIds: [nobody.userId] }),
  },
  "admin.restoreUsers": {
    action: "user.restored",
    make: async (at) => {
      const { userId } = await aPerson(at);
      await gone(at, "admin.removeUser", { userId });
      return { id: userId, input: { userIds: [userId] } };
    },
    refused: onNothing({ userIds: [nobody.userId] }),
  },
  "admin.removeDevices": {
    action: "device.removed",
    make: async (at) => {
      const id = await aDevice(at);
      return { id, input: { deviceIds: [id] } };
    },
    refused: onNothing({ deviceIds: [nothing.deviceId] }),
  },
  "admin.restoreDevices": {
    action: "device.restored",
    make: async (at) => {
      const id = await aDevice(at);
      await gone(at, "admin.removeDevice", { deviceId: id });
      return { id, input: { deviceIds: [id] } };
    },
    refused: onNothing({ deviceIds: [nothing.deviceId] }),
  },
  "admin.assignDevices": {
    action: "device.transferred",
    tried: "device.updated",
    make: async (at) => {
      const id = await aDevice(at);
      return { id, input: { deviceIds: [id], ownerId: (await aPerson(at)).userId } };
    },
    refused: {
      NOT_FOUND: async (at) => ({ deviceIds: [nothing.deviceId], ownerId: (await aPerson(at)).userId }),
      "VALIDATION (its new owner)": async (at) => ({ deviceIds: [await aDevice(at)], ownerId: nobody.userId }),
    },
  },
  "admin.retryMail": {
    action: "mail.retried",
    make: async (at) => {
      const mailId = await failedMail(at);
      return { id: mailId, input: { mailId } };
    },
    refused: onNothing({ mailId: "mai_none" }),
  },
  "analytics.syncMetrics": {
    action: "metrics.synced",
    make: async () => ({ id: null }),
    refused: {
      PROVIDER_BUSY: async (at) => {
        await at.product.store.write((tx) => beginMetricSync(tx, at.product.clock.now()));
        return {};
      },
    },
  },
  "admin.changePassword": {
    action: "admin.password-changed",
    make: own(async (at) => ({ ...(await ownSignIn(at)), newPassword })),
    refused: {
      INVALID_ADMIN_CREDENTIALS: async (at) => ({ ...(await ownSignIn(at)), currentPassword: "not it", newPassword }),
      PASSWORD_BLOCKED: async (at) => ({ ...(await ownSignIn(at)), newPassword: "123456789987654321" }),
      "PASSWORD_BLOCKED (the same)": async (at) => ({ ...(await ownSignIn(at)), newPassword: ownPassword }),
    },
  },
  "admin.startTwoStep": {
    action: "two-step.begun",
    make: own(ownSignIn),
    refused: {
      REAUTHENTICATE: async () => ({}),
      "REAUTHENTICATE (wrong)": async (at) => ({ ...(await ownSignIn(at)), currentPassword: "not it" }),
      STALE: async (at) => {
        const { currentPassword } = await withTwoStep(at);
        return { currentPassword };
      },
    },
  },
  "admin.confirmTwoStep": {
    action: "two-step.switched-on",
    make: own(async (at) => ({ otp: (await begunTwoStep(at)).otp })),
    refused: {
      STALE: async (at) => ({ otp: (await withTwoStep(at)).otp }),
      "STALE (not begun)": async (at) => {
        await ownSignIn(at);
        return { otp: "000000" };
      },
      SECOND_FACTOR_REQUIRED: async (at) => {
        await begunTwoStep(at);
        return { otp: "000000" };
      },
    },
  },
  "admin.endTwoStep": {
    action: "two-step.switched-off",
    make: own(withTwoStep),
    refused: { SECOND_FACTOR_REQUIRED: wrongCode, REAUTHENTICATE: wrongPassword },
  },
  "admin.newRecoveryCodes": {
    action: "two-step.recovery-codes-renewed",
    make: own(withTwoStep),
    refused: { SECOND_FACTOR_REQUIRED: wrongCode, REAUTHENTICATE: wrongPassword },
  },
};
