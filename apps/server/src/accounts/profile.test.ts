/** The own account at the doors: names over REST and tRPC, address, password and the end of it over tRPC. [rest-shapes 4, 9] */
import { UserWithMessage } from "@relaydeck/contract/accounts";
import { Session, SignInMethods } from "@relaydeck/contract/profile";
import { findUserEvenDeleted } from "@relaydeck/db/accounts/store";
import { listUserSessions } from "@relaydeck/db/analytics/user-sessions";
import { findDevice } from "@relaydeck/db/devices/store";
import { listMails } from "@relaydeck/mail/outbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { addAccount, mailedToken, password } from "../testing/accounts.ts";
import { rpcDoor } from "../testing/commanding.ts";
import type { Answer } from "../testing/http-client.ts";
import { addDevice, addPerson, share, signedIn, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { dataOf } from "../testing/seeing.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

interface Refused {
  readonly code: string;
  readonly issues?: readonly { readonly path: string }[];
}

const doors = [
  {
    name: "REST",
    update: ({ browser }: Pick<Person, "browser">, body: unknown) => browser.call("PATCH", "/api/auth/user", { body }),
    answerOf: ({ json }: Answer) => json,
    refusalOf: ({ json }: Answer) => json as Refused,
  },
  {
    name: "tRPC",
    update: ({ browser }: Pick<Person, "browser">, body: unknown) => browser.mutate("auth.updateProfile", body),
    answerOf: dataOf,
    refusalOf: ({ json }: Answer) => (json as { error: { data: Refused } }).error.data,
  },
] as const;

const refusalOf = doors[1].refusalOf;
const rowOf = ({ userId }: Person) => findUserEvenDeleted(product.store.read, userId);

describe.each(doors)("names over $name", ({ update, answerOf, refusalOf: refused }) => {
  test("change, in the documented shape, and reach the own open pages and nobody else's", async () => {
    const [maria, alex] = [await addPerson(product), await addPerson(product)];
    const [own, others] = [await Viewer.watch(product, maria), await Viewer.watch(product, alex)];
    const changed = UserWithMessage.parse(answerOf(await update(maria, { firstName: "Marie" })));
    expect(changed).toMatchObject({ firstName: "Marie", lastName: "Lind", message: "Profile updated" });
    await until(() => own.ofKind("user").length === 1);
    expect(own.world().user).toEqual((await Viewer.watch(product, maria)).world().user);
    expect(others.ofKind("user")).toEqual([]);
    own.close();
    others.close();
  });

  test.each(["emailVerified", "id", "authProvider", "googleId", "passwordHash", "role", "ownerId", "email"])(
    "[AC-7] the field %s: 400 that names it, and nothing changes",
    async (field) => {
      const maria = await addPerson(product);
      const before = await rowOf(maria);
      const answer = await update(maria, { firstName: "Eve", [field]: "x" });
      expect(answer.status).toBe(400);
      expect(refused(answer)).toMatchObject({ code: "VALIDATION", issues: [{ path: field }] });
      expect(await rowOf(maria)).toEqual(before);
    },
  );

  test("without a session it is 401 before what was sent is looked at; empty and overlong names are 400", async () => {
    const nobody = { browser: product.browser() };
    expect(refused(await update(nobody, { role: "admin" }))).toMatchObject({ code: "SESSION_REQUIRED" });
    const maria = await addPerson(product);
    for (const firstName of ["", "  ", "x".repeat(101), "a\nb", 7, null])
      expect(refused(await update(maria, { firstName }))).toMatchObject({ code: "VALIDATION", issues: [{ path: "firstName" }] });
  });
});

describe("address and password", () => {
  const fresh = 5 * 60_000;

  test.each([
    ["changeEmail", { email: "wished@relaydeck.test" }],
    ["changePassword", { newPassword: "another house at the lake" }],
    ["deleteAccount", {}],
  ])("[AC-8] %s without proof: 403 once the sign-in is five minutes old, and nothing changes", async (call, input) => {
    const maria = await addAccount(product);
    const before = await rowOf(maria);
    await product.advance(fresh);
    for (const proof of [{}, { currentPassword: "wrong" }]) {
      const answer = await maria.browser.mutate(`auth.${call}`, { ...input, ...proof });
      expect([answer.status, refusalOf(answer).code]).toEqual([403, "REAUTHENTICATE"]);
    }
    expect(await rowOf(maria)).toEqual(before);
  });

  test("[AC-9, AC-8] the old address signs in until the new one is confirmed by its own link, and gets a notice then", async () => {
    const maria = await addAccount(product);
    const elsewhere = await signedIn(product, maria);
    const viewer = await Viewer.watch(product, maria);
    const email = `confirmed-${maria.email}`;
    const login = async (address: string) =>
      (await product.browser().post("/api/auth/login", { email: address, password })).status;
    const asked = await maria.browser.mutate("auth.changeEmail", { email, currentPassword: password });
    expect(dataOf(asked)).toMatchObject({ message: expect.stringContaining(email) });
    expect([await login(maria.email), await login(email)]).toEqual([200, 401]);
    const token = await mailedToken(product, email, "confirm-email");
    const changed = await maria.browser.mutate("auth.confirmEmail", { token });
    expect(UserWithMessage.parse(dataOf(changed))).toMatchObject({ email, message: "Email address changed" });
    expect([await login(maria.email), await login(email)]).toEqual([401, 200]);
    await until(() => viewer.ofKind("user").some(({ user }) => user.email === email));
    expect(viewer.closeCode).toBeNull();
    expect((await elsewhere.browser.get("/api/auth/user")).status).toBe(401);
    const notices = (await listMails(product.store)).filter(({ to }) => to === maria.email);
    expect(notices[0]?.subject).toBe("Your Relaydeck email was changed");
    viewer.close();
  });
});

describe("where somebody is signed in", () => {
  test("[SE-6] each session with begin, last use, rough client and address, in the documented shape", async () => {
    const maria = await addAccount(product);
    const browser = product.browser();
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    await browser.post("/api/auth/login", { email: maria.email, password }, { "user-agent": agent });
    const sessions = z.array(Session).parse(dataOf(await browser.query("auth.sessions")));
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isThis }) => isThis)).toMatchObject([{ client: "Firefox on Linux", address: "127.0.0.1" }]);
    const methods = SignInMethods.parse(dataOf(await browser.query("auth.signInMethods")));
    expect(methods).toMatchObject({ hasPassword: true, google: false, twoStep: false, provenUntil: expect.any(String) });
  });

  test("[SE-6] at most 20: the oldest falls out, its socket closes, and it is no longer listed", async () => {
    const maria = await addAccount(product);
    const viewer = await Viewer.watch(product, maria);
    for (let count = 0; count < 20; count += 1) {
      await product.advance(1_000);
      await signedIn(product, maria);
    }
    await until(() => viewer.closeCode !== null);
    expect(viewer.closeCode).toBe(4401);
    const last = await signedIn(product, maria);
    expect(z.array(Session).parse(dataOf(await last.browser.query("auth.sessions")))).toHaveLength(20);
  });

  test("[SE-6] what is done in a session is on record, written at most once a minute", async () => {
    const owner = await addAccount(product);
    const device = await addDevice(product, owner);
    const record = async () => (await listUserSessions(product.store.read, { userId: owner.userId, limit: 1 }))[0];
    await product.advance(60_000);
    const before = await record();
    await rpcDoor.send(owner, { deviceId: device.id, target: "on" });
    await rpcDoor.send(owner, { deviceId: device.id, target: "off" });
    await owner.browser.get("/api/devices");
    expect(await record()).toEqual(before);
    await product.advance(60_000);
    expect(await record()).toMatchObject({
      actionsPerformed: (before?.actionsPerformed ?? 0) + 2,
      devicesAccessed: [device.id],
      sessionEnd: null,
    });
  });
});

test("[DA-2, AC-8] a deleted account: devices are nobody's and can be registered again, shares end at once, the bin forgets", async () => {
  const maria = await addAccount(product);
  const alex = await addPerson(product, { firstName: "Alex", lastName: "Berg" });
  const device = await addDevice(product, maria);
  await share(product, { owner: maria, deviceId: device.id }, { person: alex, permission: "control" });
  const viewer = await Viewer.watch(product, alex);
  const gone = await maria.browser.mutate("auth.deleteAccount", { currentPassword: password });
  expect(dataOf(gone)).toEqual({ id: maria.userId, message: "Account deleted" });
  await until(() => viewer.ofKind("access-ended").length === 1);
  expect((await rpcDoor.send(alex, { deviceId: device.id })).status).toBe(404);
  expect(await findDevice(product.store.read, device.id)).toMatchObject({ ownerId: null });
  const again = await alex.browser.post("/api/register-device", { serialNumber: device.serial, deviceName: "Mine now" });
  expect(again.status).toBe(201);
  const login = await product.browser().post("/api/auth/login", { email: maria.email, password });
  expect(login.status).toBe(401);
  viewer.close();
});
