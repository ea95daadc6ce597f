/** People of a running product, with what they own and share: made by the product's own stories. */
import { newId } from "@relaydeck/contract/ids";
import type { Share } from "@relaydeck/contract/shares";
import type { Caller } from "@relaydeck/api/caller";
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { shareDevice } from "@relaydeck/api/shares/share-device";
import { insertUser } from "@relaydeck/db/accounts/store";
import { findDevice, type DeviceRow } from "@relaydeck/db/devices/store";
import { assert, present } from "@relaydeck/kit/assert";
import type { Browser } from "./http-client.ts";
import type { Product } from "./product.ts";
import { quiet, until } from "./quiet.ts";

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly caller: Caller;
  /** Signed in. */
  readonly browser: Browser;
}

export const request = { requestId: "req_test", door: "rest", address: "127.0.0.1", userAgent: "test" } as const;

let people = 0;

/** A verified account with a session. */
export async function addPerson(product: Product, names = { firstName: "Maria", lastName: "Lind" }): Promise<Person> {
  const { deps } = product;
  people += 1;
  const email = `person${people}@relaydeck.test`;
  const now = deps.clock.now();
  const id = newId("user", deps.random);
  await deps.store.write((tx) =>
    insertUser(tx, { id, email, ...names, passwordHash: null, emailVerified: true, createdAt: now, updatedAt: now }),
  );
  return signedIn(product, { userId: id, email });
}

/** A session more for somebody. */
export async function signedIn(product: Product, who: { userId: string; email: string }): Promise<Person> {
  const { deps } = product;
  const session = await deps.store.write((tx) =>
    deps.sessions.create(tx, { userId: who.userId, client: "test", address: "127.0.0.1" }),
  );
  const browser = product.browser({ [cookieName("session", product.origin)]: session.token });
  return { ...who, caller: { userId: who.userId, sessionId: session.sessionId }, browser };
}

export interface OwnedDevice {
  readonly id: string;
  readonly serial: string;
  readonly providerId: string;
}

const taken = new WeakMap<Product, { P0SIM: number; R1SIM: number }>();

/** Registers the next free device over REST and waits until it has reported. */
export async function addDevice(product: Product, owner: Person, kind: "P0SIM" | "R1SIM" = "P0SIM"): Promise<OwnedDevice> {
  const counts = taken.get(product) ?? { P0SIM: 0, R1SIM: 0 };
  taken.set(product, counts);
  counts[kind] += 1;
  const serial = `${kind}${String(counts[kind]).padStart(4, "0")}`;
  const answer = await owner.browser.post("/api/register-device", { serialNumber: serial, deviceName: `Device ${serial}` });
  assert(answer.status === 201, `Registering ${serial} answered ${answer.status} ${answer.text}`);
  const id = (answer.json as { id: string }).id;
  await until(async () => (await deviceRow(product, id)).freshness === "fresh");
  await product.deps.ingest.idle();
  await quiet();
  return { id, serial, providerId: present((await deviceRow(product, id)).providerId, "A registered device is the cloud's") };
}

export async function deviceRow(product: Product, id: string): Promise<DeviceRow> {
  return present(await findDevice(product.store.read, id), "The device is there");
}

/** `expiresInMs` absent: until revoked. */
export async function share(
  product: Product,
  by: { owner: Person; deviceId: string },
  to: { person: Person; permission: "view" | "control"; expiresInMs?: number },
): Promise<Share> {
  const given = await shareDevice(product.deps, {
    caller: by.owner.caller,
    request,
    deviceId: by.deviceId,
    email: to.person.email,
    permission: to.permission,
    expiresAt: to.expiresInMs === undefined ? null : product.clock.now() + to.expiresInMs,
  });
  assert(given.ok, "The owner may share");
  return given.value.share;
}
