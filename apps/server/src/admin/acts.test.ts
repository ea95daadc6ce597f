/**
 * Everything that an administrator does, at each of its doors: one row in the audit and one line in the log, by whom, to what,
 * from where, in which request, and of a refusal its code. What is new fails here until it has a line. [AD-8, LG-3]
 *
 * Signing in and out, where nobody is an administrator yet or any more, is told in packages/api/src/admin/admin-sign-in.test.ts.
 */
import { codeAt, codeStepMs } from "@relaydeck/api/accounts/two-step-codes";
import { restRows } from "@relaydeck/contract/rest";
import { clearTwoStep } from "@relaydeck/db/accounts/two-step";
import { findFirstAdmin, updateAdmin } from "@relaydeck/db/admin/store";
import { beginMetricSync } from "@relaydeck/db/analytics/metric-syncs";
import { listAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { listMails, markMail } from "@relaydeck/db/mail/outbox";
import { present } from "@relaydeck/kit/assert";
import { jsonLog } from "@relaydeck/kit/log";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import { restRequest } from "../testing/authorisation-requests.ts";
import { procedures } from "../testing/every-call.ts";
import type { Answer, Browser } from "../testing/http-client.ts";
import { addDevice, addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet } from "../testing/quiet.ts";
import { dataOf } from "../testing/seeing.ts";

interface Line {
  readonly event: string;
  readonly requestId?: string;
  readonly adminId?: string;
  readonly code?: string;
}

let product: Product;
let close: () => Promise<void>;
let admin: Browser;
let adminId: string;
const lines: Line[] = [];
beforeAll(async () => {
  const log = jsonLog({ level: "info", now: () => 0, write: (line) => void lines.push(JSON.parse(line) as Line) });
  ({ product, close } = await startProduct({ log }));
  adminId = present(await findFirstAdmin(product.store.read), "Every start makes one").id;
});
afterAll(() => close());
beforeEach(async () => {
  admin = await adminBrowser(product);
});

type Input = Readonly<Record<string, unknown>>;

interface Made {
  /** Null where there is nothing that an act is about. */
  readonly id: string | null;
  readonly input?: Input;
}

interface Act {
  readonly action: string;
  /** What a refusal calls it, where it is not the same. */
  readonly tried?: string;
  /** What it acts on, fresh for each door. */
  readonly make: () => Promise<Made>;
  /** What is refused, by the code of the refusal; one that says something else as well names it behind a blank. */
  readonly refused: Readonly<Record<string, () => Promise<Input>>>;
}

const nobody = { userId: `usr_${"0".repeat(22)}` };
const nothing = { deviceId: `dev_${"0".repeat(22)}` };

async function aPerson(): Promise<Person> {
  return addPerson(product, { firstName: "Secretname", lastName: "Lind" });
}
async function aDevice(): Promise<string> {
  return (await addDevice(product, await aPerson())).id;
}
const gone = async (procedure: string, input: object): Promise<void> => {
  expect((await admin.mutate(procedure, input)).status).toBe(200);
};
async function failedMail(): Promise<string> {
  const { email } = await aPerson();
  const visitor = product.browser();
  await visitor.post("/api/forgot-password", { email });
  const { id } = present((await listMails(product.store.read, { limit: 1 }))[0], "It was posted");
  await product.store.write((tx) => markMail(tx, id, { state: "failed", lastError: "EENVELOPE 550" }));
  return id;
}

const ownPassword = "a lighthouse keeper's lamp";
const newPassword = "another lamp, and brighter";

/** The administrator has this password and no second step. */
async function ownSignIn(): Promise<{ readonly currentPassword: string }> {
  const passwordHash = await product.deps.passwords.hash(ownPassword);
  await product.store.write(async (tx) => {
    await clearTwoStep(tx, { kind: "admin", id: adminId });
    await updateAdmin(tx, adminId, { passwordHash, updatedAt: product.clock.now() });
  });
  return { currentPassword: ownPassword };
}
/** A second step has begun; the code that ends the set-up. */
async function begunTwoStep(): Promise<{ readonly otp: string; readonly codeLater: () => Promise<string> }> {
  const { secret } = dataOf(await admin.mutate("admin.startTwoStep", await ownSignIn())) as { secret: string };
  const otp = codeAt(secret, product.clock.now());
  const codeLater = async () => {
    await product.advance(2 * codeStepMs);
    return codeAt(secret, product.clock.now());
  };
  return { otp, codeLater };
}
/** A second step is on; a code that was not used. */
async function withTwoStep(): Promise<{ readonly currentPassword: string; readonly otp: string }> {
  const { otp, codeLater } = await begunTwoStep();
  await gone("admin.confirmTwoStep", { otp });
  return { currentPassword: ownPassword, otp: await codeLater() };
}
const wrongCode = async () => ({ ...(await withTwoStep()), otp: "000000" });
const wrongPassword = async () => ({ ...(await withTwoStep()), currentPassword: "not it" });
const own = (make: () => Promise<Input>) => async (): Promise<Made> => ({ id: adminId, input: await make() });
const onNothing = (input: Input) => ({ NOT_FOUND: async () => input });

const acts: Readonly<Record<string, Act>> = {
  "admin.updateUser": {
    action: "user.updated",
    make: async () => {
      const { userId } = await aPerson();
      return { id: userId, input: { userId, firstName: "Another" } };
    },
    refused: onNothing({ ...nobody, firstName: "Another" }),
  },
  "admin.removeUser": {
    action: "user.deleted",
    make: async () => {
      const { userId } = await aPerson();
      return { id: userId, input: { userId } };
    },
    refused: onNothing(nobody),
  },
  "admin.restoreUser": {
    action: "user.restored",
    make: async () => {
      const { userId } = await aPerson();
      await gone("admin.removeUser", { userId });
      return { id: userId, input: { userId } };
    },
    refused: onNothing(nobody),
  },
  "admin.updateDevice": {
    action: "device.updated",
    make: async () => {
      const id = await aDevice();
      return { id, input: { deviceId: id, name: "Another" } };
    },
    refused: onNothing({ ...nothing, name: "Another" }),
  },
  "admin.removeDevice": {
    action: "device.removed",
    make: async () => {
      const id = await aDevice();
      return { id, input: { deviceId: id } };
    },
    refused: onNothing(nothing),
  },
  "admin.restoreDevice": {
    action: "device.restored",
    make: async () => {
      const id = await aDevice();
      await gone("admin.removeDevice", { deviceId: id });
      return { id, input: { deviceId: id } };
    },
    refused: onNothing(nothing),
  },
  "admin.removeUsers": {
    action: "user.deleted",
    make: async () => {
      const { userId } = await aPerson();
      return { id: userId, input: { userIds: [userId] } };
    },
    refused: onNothing({ userIds: [nobody.userId] }),
  },
  "admin.restoreUsers": {
    action: "user.restored",
    make: async () => {
      const { userId } = await aPerson();
      await gone("admin.removeUser", { userId });
      return { id: userId, input: { userIds: [userId] } };
    },
    refused: onNothing({ userIds: [nobody.userId] }),
  },
  "admin.removeDevices": {
    action: "device.removed",
    make: async () => {
      const id = await aDevice();
      return { id, input: { deviceIds: [id] } };
    },
    refused: onNothing({ deviceIds: [nothing.deviceId] }),
  },
  "admin.restoreDevices": {
    action: "device.restored",
    make: async () => {
      const id = await aDevice();
      await gone("admin.removeDevice", { deviceId: id });
      return { id, input: { deviceIds: [id] } };
    },
    refused: onNothing({ deviceIds: [nothing.deviceId] }),
  },
  "admin.assignDevices": {
    action: "device.transferred",
    tried: "device.updated",
    make: async () => {
      const id = await aDevice();
      return { id, input: { deviceIds: [id], ownerId: (await aPerson()).userId } };
    },
    refused: {
      NOT_FOUND: async () => ({ deviceIds: [nothing.deviceId], ownerId: (await aPerson()).userId }),
      "VALIDATION (its new owner)": async () => ({ deviceIds: [await aDevice()], ownerId: nobody.userId }),
    },
  },
  "admin.retryMail": {
    action: "mail.retried",
    make: async () => {
      const mailId = await failedMail();
      return { id: mailId, input: { mailId } };
    },
    refused: onNothing({ mailId: "mai_none" }),
  },
  "analytics.syncMetrics": {
    action: "metrics.synced",
    make: async () => ({ id: null }),
    refused: {
      PROVIDER_BUSY: async () => {
        await product.store.write((tx) => beginMetricSync(tx, product.clock.now()));
        return {};
      },
    },
  },
  "admin.changePassword": {
    action: "admin.password-changed",
    make: own(async () => ({ ...(await ownSignIn()), newPassword })),
    refused: {
      INVALID_ADMIN_CREDENTIALS: async () => ({ ...(await ownSignIn()), currentPassword: "not it", newPassword }),
      PASSWORD_BLOCKED: async () => ({ ...(await ownSignIn()), newPassword: "123456789987654321" }),
      "PASSWORD_BLOCKED (the same)": async () => ({ ...(await ownSignIn()), newPassword: ownPassword }),
    },
  },
  "admin.startTwoStep": {
    action: "two-step.begun",
    make: own(ownSignIn),
    refused: {
      REAUTHENTICATE: async () => ({}),
      "REAUTHENTICATE (wrong)": async () => ({ ...(await ownSignIn()), currentPassword: "not it" }),
      STALE: async () => {
        const { currentPassword } = await withTwoStep();
        return { currentPassword };
      },
    },
  },
  "admin.confirmTwoStep": {
    action: "two-step.switched-on",
    make: own(async () => ({ otp: (await begunTwoStep()).otp })),
    refused: {
      STALE: async () => ({ otp: (await withTwoStep()).otp }),
      "STALE (not begun)": async () => {
        await ownSignIn();
        return { otp: "000000" };
      },
      SECOND_FACTOR_REQUIRED: async () => {
        await begunTwoStep();
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

/** Told in packages/api/src/admin/admin-sign-in.test.ts. */
const withoutSession = new Set(["admin.login", "admin.logout"]);

test("[AD-8] every call with which an administrator changes something has its line here", () => {
  const changing = [...procedures].flatMap(([name, { type }]) =>
    type === "mutation" && /^(admin|analytics)\./.test(name) && !withoutSession.has(name) ? [name] : [],
  );
  expect(new Set(Object.keys(acts))).toEqual(new Set(changing));
});

type Ask = (input: Input | undefined) => Promise<Answer>;

interface Door {
  readonly name: string;
  readonly door: "trpc" | "rest";
  readonly act: Act;
  readonly ask: Ask;
}

const doors: readonly Door[] = Object.entries(acts).flatMap(([name, act]): Door[] => [
  { name: `${name} over tRPC`, door: "trpc", act, ask: (input) => admin.mutate(name, input) },
  ...restRows
    .filter(({ procedure }) => procedure === name)
    .map((row): Door => {
      const ask: Ask = (input) => {
        const { method, path, body } = restRequest(row, input);
        return admin.call(method, path, body === undefined ? {} : { body });
      };
      return { name: `${row.method} ${row.path}`, door: "rest", act, ask };
    }),
]);

const lastNumber = async () => (await listAudit(product.store.read, { limit: 1 }))[0]?.number ?? 0;

/** Rows and lines since then that tell of this action. */
async function toldSince(number: number, action: string) {
  const rows = (await listAudit(product.store.read, { limit: 50 })).filter((row) => row.number > number);
  return { rows: rows.filter((row) => row.action === action), all: rows, told: lines.filter(({ event }) => event === action) };
}

describe.each(doors)("$name", ({ act, ask, door }) => {
  test("[AD-8, LG-3] is told once in the audit and once in the log", async () => {
    const { id, input } = await act.make();
    const before = await lastNumber();
    lines.splice(0);
    const said = await product.whileTimePasses(ask(input));
    expect([said.status, said.text]).toEqual([200, said.text]);
    const { rows, all } = await toldSince(before, act.action);
    expect(rows).toMatchObject([{ actorKind: "admin", actorId: adminId, subjectId: id, door, address: "127.0.0.1" }]);
    const { requestId } = present(rows[0], "There is one");
    expect(requestId).toMatch(/^req_/);
    // What follows from it, such as the devices of somebody who is deleted, is told as by the same hand.
    expect(all.filter((row) => row.actorId !== adminId || row.requestId !== requestId)).toEqual([]);
    expect(JSON.stringify(all)).not.toMatch(/Secretname|@relaydeck|token(?!s":\{"ended":\d)/i);
    const ofRequest = lines.filter((line) => line.requestId === requestId && line.adminId !== undefined);
    expect(ofRequest.map((line) => line.adminId)).toEqual([adminId]);
    expect(JSON.stringify(lines)).not.toMatch(/Secretname|@relaydeck/);
  });
});

const refusable = doors.flatMap((door) => Object.entries(door.act.refused).map(([why, make]) => ({ ...door, why, make })));

test.each(refusable)(
  "[AD-8, LG-3] $name is told once with its code when it is refused: $why",
  async ({ act, ask, door, why, make }) => {
    const input = await make();
    const before = await lastNumber();
    lines.splice(0);
    await product.whileTimePasses(ask(input));
    const [code] = why.split(" ");
    const action = `${act.tried ?? act.action}-refused`;
    const { all, told } = await toldSince(before, action);
    expect(all).toMatchObject([{ action, actorKind: "admin", actorId: adminId, door, after: { code } }]);
    expect(told).toMatchObject([{ adminId, code, requestId: all[0]?.requestId }]);
  },
);

/** What no act takes, whatever it is about. */
const nonsense = { userId: "x", deviceId: "x", id: "x", userIds: "x", deviceIds: "x", people: "x", devices: "x" };

const takesSomething = doors.filter(({ act }) => act.action !== "metrics.synced");

test.each(takesSomething)(
  "[AD-8, LG-3] $name is told with its code when what is sent is nonsense",
  async ({ act, ask, door }) => {
    const before = await lastNumber();
    lines.splice(0);
    const { status } = await ask(nonsense);
    // An id that is none, in a path, is of nothing.
    const [code, action] = status === 404 ? ["NOT_FOUND", `${act.action}-refused`] : ["VALIDATION", "admin.act-refused"];
    const { all: rows } = await toldSince(before, action);
    expect(rows).toMatchObject([{ action, actorKind: "admin", actorId: adminId, door, after: { code } }]);
    expect(lines.filter(({ event }) => event === action)).toMatchObject([{ adminId, code, requestId: rows[0]?.requestId }]);
  },
);

test("[AD-8, AD-2] acts while a generated password stands are told by name and code, and 30 rows an hour tell of one person's", async () => {
  await product.store.write((tx) => updateAdmin(tx, adminId, { mustChangePassword: true, updatedAt: product.clock.now() }));
  const newcomer = await adminBrowser(product, { isDemo: false });
  const before = await lastNumber();
  const tried = { procedure: "admin.updateUser", code: "PASSWORD_CHANGE_REQUIRED" };
  for (let times = 0; times < 35; times += 1) expect((await newcomer.mutate(tried.procedure, nobody)).status).toBe(403);
  const { all } = await toldSince(before, "admin.act-refused");
  expect(all.length).toBeGreaterThan(0);
  expect(all).toMatchObject(all.map(() => ({ action: "admin.act-refused", actorId: adminId, after: tried })));
  const ofHour = (await listAudit(product.store.read, { limit: 500 })).filter(({ action }) => action === "admin.act-refused");
  expect(ofHour).toHaveLength(30);
});

test("[AD-8, D28] a sync that the cloud answers not is told with its code", async () => {
  await product.cutCloud();
  const before = await lastNumber();
  lines.splice(0);
  await product.whileTimePasses(admin.mutate("analytics.syncMetrics"));
  const { rows, told } = await toldSince(before, "metrics.synced-refused");
  expect(rows).toMatchObject([{ actorId: adminId, after: { code: "PROVIDER_UNAVAILABLE" } }]);
  expect(told).toMatchObject([{ adminId, code: "PROVIDER_UNAVAILABLE" }]);
  await product.restoreCloud();
});

test.each(["users", "devices", "activity", "audit", "fleet"])(
  "[LG-3, AD-8] the list of %s as a file is told in both, without what was searched for",
  async (list) => {
    const before = await lastNumber();
    lines.splice(0);
    const path = { activity: "admin/activity-logs", fleet: "analytics/fleet" }[list] ?? `admin/${list}`;
    const query = list === "audit" ? "actorId=hidden-words" : "search=hidden-words";
    expect((await admin.get(`/api/${path}.csv?${query}`)).status).toBe(200);
    const { rows, told } = await toldSince(before, `${list}.exported`);
    expect(rows).toMatchObject([
      { actorId: adminId, door: "rest", after: { filteredBy: [list === "audit" ? "actorId" : "search"] } },
    ]);
    expect(told).toMatchObject([{ adminId, requestId: rows[0]?.requestId }]);
    expect(JSON.stringify([rows, lines])).not.toContain("hidden-words");
  },
);

test("[LG-3] no name that an administrator gives makes a line of its own, or colours one", async () => {
  const { userId } = await aPerson();
  lines.splice(0);
  for (const firstName of ['a\r\n{"event":"forged"}', "\u001B[31mred", "a\u2028b", "\u202Eevil"])
    expect((await admin.mutate("admin.updateUser", { userId, firstName })).status).toBe(400);
  expect((await admin.mutate("admin.updateUser", { userId, firstName: '","event":"forged' })).status).toBe(200);
  await quiet();
  expect(lines.map(({ event }) => event)).not.toContain("forged");
});

test("[AD-8] after all of it the chain holds", async () => {
  expect(await verifyAudit(product.store)).toMatchObject({ ok: true });
});
