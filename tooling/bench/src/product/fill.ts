/** Rows for the product to work on, many at once: people with sessions, devices with relays, shares. */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { beginAdminSession } from "@relaydeck/api/admin/admin-session";
import type { Deps } from "@relaydeck/api/deps";
import { newId } from "@relaydeck/contract/ids";
import { insertAdmin } from "@relaydeck/db/admin/store";
import type { Tx } from "@relaydeck/db/store";

export interface Person {
  readonly id: string;
  /** Cookie header of a session of theirs. */
  readonly cookie: string;
}

/** A database that is ready to be served. */
export interface FilledProduct {
  readonly folder: string;
  readonly databaseUrl: string;
  /** By the device's number. */
  readonly deviceIds: readonly string[];
  readonly ownerId: string;
  /** Cookie header of each viewer. */
  readonly cookies: readonly string[];
  /** Cookie header of an administrator. */
  readonly adminCookie: string;
}

type FillDeps = Pick<Deps, "clock" | "random" | "store" | "sessions" | "settings">;

const rowsPerStatement = 500;

/** The token of a new administrator's session, past the password, which is no matter here. */
export async function addAdmin({ clock, random, store }: Pick<Deps, "clock" | "random" | "store">): Promise<string> {
  const now = clock.now();
  const adminId = newId("admin", random);
  const request = { requestId: "bench", door: "rest", address: "127.0.0.1", userAgent: "bench" } as const;
  const { token } = await store.write(async (tx) => {
    await insertAdmin(tx, { id: adminId, username: adminId, passwordHash: "none", createdAt: now, updatedAt: now });
    return beginAdminSession({ clock, random }, tx, { adminId, request, presentedToken: null, isDemo: false });
  });
  return token;
}

export async function addPeople(deps: FillDeps, count: number): Promise<Person[]> {
  const { store, sessions, random, clock } = deps;
  const now = clock.now();
  const ids = Array.from({ length: count }, () => newId("user", random));
  const cookie = cookieName("session", deps.settings.publicUrl);
  const people: Person[] = [];
  await inParts(ids, (part) =>
    store.write(async (tx) => {
      const times = { createdAt: now, updatedAt: now };
      const users = part.map((id) => ({
        id,
        email: `${id.toLowerCase()}@bench.test`,
        firstName: "Maria",
        lastName: "Lind",
        emailVerified: true,
        ...times,
      }));
      await tx.db.insert(tx.t.users).values(users);
      for (const userId of part) {
        const { token } = await sessions.create(tx, { userId, client: "bench", address: "127.0.0.1" });
        people.push({ id: userId, cookie: `${cookie}=${token}` });
      }
    }),
  );
  return people;
}

/** A device's name in the cloud, by its number. */
export function providerIdOf(device: number): string {
  return device.toString(16).padStart(24, "0");
}

export type Model = "relay" | "powerone";

/** Devices that are online, and stay fresh as long as the bench takes; of one relay unless said. */
export async function addDevices(
  deps: Pick<Deps, "clock" | "store">,
  devices: { ids: readonly string[]; ownerIds: readonly string[]; model?: Model },
): Promise<void> {
  const { model = "relay" } = devices;
  const now = deps.clock.now();
  const heardAt = now + 3_600_000;
  const rows = devices.ids.map((id, index) => ({
    id,
    name: `Pump ${index + 1}`,
    serialNumber: `R1BENCH${String(index).padStart(4, "0")}`,
    providerId: providerIdOf(index),
    model,
    profileId: model,
    ownerId: devices.ownerIds[index % devices.ownerIds.length] ?? null,
    ownedSince: now,
    status: "online" as const,
    isConnected: true,
    cloudOnline: true,
    cloudOnlineAt: now,
    freshness: "fresh" as const,
    lastHeardAt: heardAt,
    createdAt: now,
    updatedAt: now,
  }));
  await deps.store.write(async (tx) => {
    await inParts(rows, (part) => tx.db.insert(tx.t.devices).values([...part]));
    const numbers = model === "relay" ? [1] : [1, 2, 3, 4];
    const relays = devices.ids.flatMap((deviceId) => numbers.map((number) => ({ deviceId, number, name: `Relay ${number}` })));
    await inParts(relays, (part) => tx.db.insert(tx.t.relays).values([...part]));
  });
}

export interface Grant {
  readonly deviceId: string;
  readonly ownerId: string;
  readonly sharedWithId: string;
}

/** Shares with the right to control, until revoked. */
export async function shareAll(deps: FillDeps, grants: readonly Grant[]): Promise<void> {
  const now = deps.clock.now();
  await inParts(grants, (part) =>
    deps.store.write((tx: Tx) =>
      tx.db.insert(tx.t.deviceShares).values(
        part.map((grant) => ({
          id: newId("share", deps.random),
          ...grant,
          permission: "control" as const,
          sharedAt: now,
          updatedAt: now,
        })),
      ),
    ),
  );
}

async function inParts<T>(rows: readonly T[], put: (part: readonly T[]) => PromiseLike<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) await put(rows.slice(from, from + rowsPerStatement));
}
