/** A session ends, whatever ended it: its cookie opens nothing, its sockets close and its unsent commands die, within a second. [SE-5, WS-4] */
import { switchRelay } from "@relaydeck/api/relays/switch-relay";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { present } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import { addAccount, mailedToken, password, sessionCookie, upgraded } from "../testing/accounts.ts";
import { callsTo, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, request, share, signedIn, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

interface Scene {
  /** The session that is to end. */
  readonly gone: Person;
  /** Another session of the same person. */
  readonly other: Person;
}

interface Ending {
  readonly name: string;
  /** Whether `other` lives on. */
  readonly keepsOther: boolean;
  readonly end: (scene: Scene) => Promise<unknown>;
}

async function done(asked: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await asked;
  expect([status, text]).toEqual([200, text]);
}

const newPassword = "another house at the lake";

const endings: readonly Ending[] = [
  { name: "log-out over REST", keepsOther: true, end: ({ gone }) => done(gone.browser.post("/api/auth/logout")) },
  { name: "log-out over tRPC", keepsOther: true, end: ({ gone }) => done(gone.browser.mutate("auth.logout")) },
  {
    name: "ended on the list of another",
    keepsOther: true,
    end: ({ gone, other }) => done(other.browser.mutate("auth.endSession", { sessionId: gone.caller.sessionId })),
  },
  { name: "everywhere else", keepsOther: true, end: ({ other }) => done(other.browser.mutate("auth.endOtherSessions")) },
  { name: "everywhere", keepsOther: false, end: ({ other }) => done(other.browser.mutate("auth.endAllSessions")) },
  {
    name: "by a change of password elsewhere",
    keepsOther: false,
    end: ({ other }) => done(other.browser.mutate("auth.changePassword", { newPassword, currentPassword: password })),
  },
  {
    name: "by its own change of password",
    keepsOther: false,
    end: ({ gone }) => done(gone.browser.mutate("auth.changePassword", { newPassword })),
  },
  {
    name: "by a reset of the password",
    keepsOther: false,
    async end({ gone }) {
      const visitor = product.browser();
      await done(visitor.post("/api/forgot-password", { email: gone.email }));
      const token = await mailedToken(product, gone.email, "reset-password");
      await done(visitor.post("/api/reset-password", { token, newPassword }));
    },
  },
  {
    name: "by a change of address elsewhere",
    keepsOther: true,
    async end({ gone, other }) {
      const email = `new-${gone.email}`;
      await done(other.browser.mutate("auth.changeEmail", { email }));
      await done(other.browser.mutate("auth.confirmEmail", { token: await mailedToken(product, email, "confirm-email") }));
    },
  },
  { name: "with its account", keepsOther: false, end: ({ other }) => done(other.browser.mutate("auth.deleteAccount", {})) },
  {
    name: "by an administrator who deletes the account, over REST",
    keepsOther: false,
    end: async ({ gone }) => done((await adminBrowser(product)).call("DELETE", `/api/admin/users/${gone.userId}`)),
  },
  {
    name: "by an administrator who deletes the account, over tRPC",
    keepsOther: false,
    end: async ({ gone }) => done((await adminBrowser(product)).mutate("admin.removeUser", { userId: gone.userId })),
  },
  {
    name: "by an administrator who deletes several",
    keepsOther: false,
    end: async ({ gone }) => done((await adminBrowser(product)).mutate("admin.removeUsers", { userIds: [gone.userId] })),
  },
  {
    name: "by an administrator who changes the address",
    keepsOther: false,
    async end({ gone }) {
      const admin = await adminBrowser(product);
      await done(admin.call("PATCH", `/api/admin/users/${gone.userId}`, { body: { email: `new-${gone.email}` } }));
    },
  },
];

async function scene(): Promise<Scene> {
  const gone = await addAccount(product);
  return { gone, other: await signedIn(product, gone) };
}

/** What a cookie opens at each door. */
async function opened(cookie: string): Promise<number[]> {
  const browser = product.browser();
  const asked = [browser.get("/api/auth/user", { cookie }), browser.get("/trpc/auth.me", { cookie })];
  const [rest, rpc] = await Promise.all(asked);
  return [rest?.status ?? 0, rpc?.status ?? 0, await upgraded(product, { cookie })];
}

describe.each(endings)("$name", ({ end, keepsOther }) => {
  test("[SE-5, WS-4] the old cookie opens nothing on any door, its sockets close with 4401, and nobody else's", async () => {
    const { gone, other } = await scene();
    const stranger = await addPerson(product);
    const cookies = [sessionCookie(product, gone), sessionCookie(product, other)];
    const [watching, idle] = [await Viewer.watch(product, gone), await Viewer.connect(product, gone)];
    const [others, strangers] = [await Viewer.watch(product, other), await Viewer.watch(product, stranger)];
    const endedAt = product.clock.now();
    await end({ gone, other });
    await until(() => watching.closeCode !== null && idle.closeCode !== null && (keepsOther || others.closeCode !== null));
    expect(product.clock.now() - endedAt).toBeLessThan(1_000);
    expect([watching, idle, others, strangers].map(({ closeCode }) => closeCode)).toEqual([
      4401,
      4401,
      keepsOther ? null : 4401,
      null,
    ]);
    expect(await opened(cookies[0] ?? "")).toEqual([401, 401, 401]);
    expect(await opened(cookies[1] ?? "")).toEqual(keepsOther ? [200, 200, 101] : [401, 401, 401]);
    others.close();
    strangers.close();
  });

  test("[SE-5, AZ-2] a command begun in it and not sent is cancelled and never leaves", async () => {
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    const people = await scene();
    const { gone, other } = people;
    await share(product, { owner, deviceId: device.id }, { person: gone, permission: "control" });
    await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 7_000 } });
    const first = rpcDoor.send(owner, { deviceId: device.id, target: "on" });
    await until(() => callsTo(product, device).length === 1);
    const cookie = sessionCookie(product, gone);
    const asker = { ...gone, browser: product.browser(cookieIn(cookie)) };
    const waiting = rpcDoor.send(asker, { deviceId: device.id, target: "off", key: "unsent" });
    const unsent = () => findCommandByKey(product.store.read, { actorId: gone.userId, key: "unsent" });
    await until(async () => (await unsent())?.state === "requested");
    const endedAt = product.clock.now();
    await end({ gone, other });
    expect(await unsent()).toMatchObject({ state: "cancelled", reasonCode: "ACCESS_ENDED" });
    expect(present(await unsent(), "It stays on record").endedAt).toBe(endedAt);
    await product.whileTimePasses(Promise.all([first, waiting]));
    await product.advance(20_000);
    expect(callsTo(product, device)).toHaveLength(1);
    await product.door("DELETE", "/faults");
  });
});

test("[SE-5] a command that was let in before the end and begun after it never leaves either", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const { caller } = await signedIn(product, owner);
  await product.store.write((tx) => product.deps.sessions.revokeAllOf(tx, owner.userId));
  const input = { deviceId: device.id, relayNumber: 1, target: "on", key: "too-late" } as const;
  const said = await switchRelay(product.deps, { caller, request, input });
  expect(said).toMatchObject({ ok: true, value: { success: false, state: "cancelled", code: "ACCESS_ENDED" } });
  await product.advance(20_000);
  expect(callsTo(product, device)).toEqual([]);
});

function cookieIn(header: string): Record<string, string> {
  const [name = "", value = ""] = header.split("=", 2);
  return { [name]: value };
}
