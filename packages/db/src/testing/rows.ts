/** Rows with sensible values, each new one with ids, address and serial number of its own. Override what a test speaks of. */
import { newId } from "@relaydeck/contract/ids";
import { seededRandom } from "@relaydeck/kit/random";
import { insertUser, type NewUser, type UserRow } from "../accounts/store.ts";
import { insertDevice, type DeviceRow, type NewDevice } from "../devices/store.ts";
import { beginCommand, type NewCommand } from "../relays/commands.ts";
import type { Store } from "../store.ts";

export const random = seededRandom(20_261_121);
/** The moment in which rows are made, epoch milliseconds. */
export const madeAt = Date.UTC(2026, 10, 21, 14, 2, 0);
let made = 0;

export function aUser(over: Partial<NewUser> = {}): NewUser {
  made += 1;
  return {
    id: newId("user", random),
    email: `user${made}@relaydeck.test`,
    firstName: "Maria",
    lastName: "Lind",
    emailVerified: true,
    createdAt: madeAt,
    updatedAt: madeAt,
    ...over,
  };
}

export function aDevice(over: Partial<NewDevice> = {}): NewDevice {
  made += 1;
  return {
    id: newId("device", random),
    name: `Device ${made}`,
    serialNumber: `P0TEST${made}`,
    providerId: `provider${made}`,
    model: "powerone",
    profileId: "powerone",
    ownedSince: madeAt,
    createdAt: madeAt,
    updatedAt: madeAt,
    ...over,
  };
}

export function aCommand(over: Partial<NewCommand> & Pick<NewCommand, "deviceId" | "actorId">): NewCommand {
  return {
    id: newId("command", random),
    key: `key-${(made += 1)}`,
    relayNumber: 1,
    target: "on",
    door: "trpc",
    requestedAt: madeAt,
    validUntil: madeAt + 10_000,
    createdAt: over.requestedAt ?? madeAt,
    ...over,
  };
}

export function storedUser(store: Store, over: Partial<NewUser> = {}): Promise<UserRow> {
  return store.write((tx) => insertUser(tx, aUser(over)));
}

/** A device with four relays. */
export async function storedDevice(store: Store, over: Partial<NewDevice> = {}): Promise<DeviceRow> {
  const relays = [1, 2, 3, 4].map((number) => ({ number, name: `Relay ${number}` }));
  const { device } = await store.write((tx) => insertDevice(tx, { device: aDevice(over), relays }));
  return device;
}

/** So many mails that the outbox takes no more. [BP-1] In portions: one transaction for all tries the patience of a busy machine. */
export async function fillOutbox(store: Store): Promise<void> {
  const row = { to: "x@y.test", subject: "", text: "", html: "", template: "", nextAttemptAt: 0, createdAt: 0 };
  for (let start = 0; start < 10_000; start += 500) {
    const ids = Array.from({ length: 500 }, (_, index) => `m${start + index}`);
    await store.write(({ db, t }) => db.insert(t.mailOutbox).values(ids.map((id) => ({ ...row, id, messageId: id }))));
  }
}

/** So many commands that wait to be sent. [BP-1] In portions, as the mails. */
export async function fillCommands(
  store: Store,
  { count, ...over }: Parameters<typeof aCommand>[0] & { readonly count: number },
): Promise<void> {
  for (let begun = 0; begun < count; begun += 100) {
    await store.write(async (tx) => {
      for (let index = begun; index < Math.min(begun + 100, count); index += 1) await beginCommand(tx, aCommand(over));
    });
  }
}
