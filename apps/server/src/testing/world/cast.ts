/** The people and devices of a world, and what each may do at its beginning. Written with the product's own stores. */
import type { Deps } from "@relaydeck/api/deps";
import { newId } from "@relaydeck/contract/ids";
import { detectProfile, type Profile } from "@relaydeck/core/devices/profile";
import { insertUser } from "@relaydeck/db/accounts/store";
import { insertDevice } from "@relaydeck/db/devices/store";
import { putShare } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import type { DeviceSettings } from "@relaydeck/simulator/settings";

/** Olga owns, Carl may switch, Vera may look, Eddy's share has an end, Stan is a stranger with one device of his own. */
export const names = ["olga", "carl", "vera", "eddy", "stan"] as const;
export type Name = (typeof names)[number];

export interface Person {
  readonly name: Name;
  readonly id: string;
  /** Token of the session, as the browser's cookie holds it. */
  token: string;
  sessionId: string;
}

/** `plain`: currents only. `contacts`: reports its contacts too. `single`: one relay, contact only. */
export type Kind = "plain" | "contacts" | "single";

export interface CastDevice {
  readonly label: string;
  readonly id: string;
  readonly providerId: string;
  readonly serial: string;
  readonly kind: Kind;
  readonly relays: number;
  readonly owner: Name;
}

export interface Cast {
  readonly people: ReadonlyMap<Name, Person>;
  readonly devices: readonly CastDevice[];
}

interface Role {
  readonly label: string;
  readonly serial: string;
  readonly kind: Kind;
  readonly owner: Name;
  readonly shares: Partial<Record<Name, "view" | "control">>;
}

const roles: readonly Role[] = [
  {
    label: "plain",
    serial: "P0SIM0001",
    kind: "plain",
    owner: "olga",
    shares: { carl: "control", vera: "view", eddy: "control" },
  },
  { label: "contacts", serial: "P0SIM0002", kind: "contacts", owner: "olga", shares: { carl: "control", vera: "view" } },
  { label: "single", serial: "R1SIM0001", kind: "single", owner: "olga", shares: { carl: "control", eddy: "view" } },
  { label: "other", serial: "P0SIM0003", kind: "plain", owner: "stan", shares: { olga: "view" } },
];

/** The simulated devices that go with the roles. */
export const simulatedDevices: readonly DeviceSettings[] = roles.map(({ serial, kind }) => ({
  serial,
  contacts: kind === "contacts",
}));

/** How long Eddy's shares last from the beginning. */
export const eddysTimeMs = 45_000;

export interface CastOptions {
  readonly profiles: readonly Profile[];
  readonly providerIdOf: (serial: string) => string;
}

export async function seatCast(deps: Pick<Deps, "store" | "clock" | "random" | "sessions">, options: CastOptions): Promise<Cast> {
  return deps.store.write(async (tx) => {
    const people = new Map<Name, Person>();
    for (const name of names) people.set(name, await seatPerson(deps, tx, name));
    const devices: CastDevice[] = [];
    for (const role of roles) devices.push(await seatDevice(deps, tx, { role, people, options }));
    return { people, devices };
  });
}

async function seatPerson(deps: Pick<Deps, "clock" | "random" | "sessions">, tx: Tx, name: Name): Promise<Person> {
  const now = deps.clock.now();
  const user = await insertUser(tx, {
    id: newId("user", deps.random),
    email: `${name}@relaydeck.test`,
    firstName: name,
    lastName: "Berg",
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  });
  const { token, sessionId } = await deps.sessions.create(tx, { userId: user.id, client: "World", address: "203.0.113.9" });
  return { name, id: user.id, token, sessionId };
}

async function seatDevice(
  deps: Pick<Deps, "clock" | "random">,
  tx: Tx,
  what: { role: Role; people: ReadonlyMap<Name, Person>; options: CastOptions },
): Promise<CastDevice> {
  const { role, people, options } = what;
  const now = deps.clock.now();
  const providerId = options.providerIdOf(role.serial);
  const facts = { providerId, serialNumber: role.serial, name: role.label };
  const profile = present(detectProfile(options.profiles, facts), "A world has profiles");
  const owner = present(people.get(role.owner), "Roles name people");
  const { device } = await insertDevice(tx, {
    device: {
      id: newId("device", deps.random),
      name: role.label,
      serialNumber: role.serial,
      ownerId: owner.id,
      ownedSince: now,
      model: profile.model,
      profileId: profile.id,
      providerId,
      createdAt: now,
      updatedAt: now,
    },
    relays: Array.from({ length: profile.relays }, (_, index) => ({ number: index + 1, name: `Relay ${index + 1}` })),
  });
  for (const [name, permission] of Object.entries(role.shares)) {
    const sharedWith = present(people.get(nameOf(name)), "Shares name people");
    const share = {
      id: newId("share", deps.random),
      deviceId: device.id,
      ownerId: owner.id,
      sharedWithId: sharedWith.id,
      permission,
    };
    await putShare(tx, { ...share, expiresAt: name === "eddy" ? now + eddysTimeMs : null, sharedAt: now, updatedAt: now });
  }
  const { label, serial, kind } = role;
  return { label, id: device.id, providerId, serial, kind, relays: profile.relays, owner: role.owner };
}

function nameOf(text: string): Name {
  return present(
    names.find((name) => name === text),
    `${text} is somebody`,
  );
}
