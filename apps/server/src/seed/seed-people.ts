import { audit } from "@relaydeck/api/audit/audit";
import { newId } from "@relaydeck/contract/ids";
import type { Tx } from "@relaydeck/db/store";
import { demoPassword } from "../demo/demo-seed.ts";
import type { CookieFile } from "./cookie-file.ts";
import { freeNames, portionsOf, seededAgeMs, type SeedDeps } from "./seed-ground.ts";

export interface SeededPerson {
  readonly id: string;
  readonly email: string;
}

/** Verified accounts, each with a session where cookies are wanted. */
export async function seedPeople(deps: SeedDeps, count: number, cookies: CookieFile): Promise<SeededPerson[]> {
  const { db, t } = deps.store.read;
  const taken = new Set((await db.select({ email: t.users.email }).from(t.users)).map(({ email }) => email));
  const emails = freeNames(count, taken, { first: 1, of: (number) => `person${number}@seed.relaydeck.test` });
  const people = emails.map((email) => ({ id: newId("user", deps.random), email }));
  // One hash for all: everybody knows the password, and a thousand hashes would be the whole time of a seeding.
  const passwordHash = await deps.passwords.hash(demoPassword);
  for (const part of portionsOf(people)) {
    const tokens = await deps.store.write((tx) => addPeople(deps, tx, { people: part, passwordHash, signIn: cookies.isWanted }));
    cookies.add(tokens);
  }
  return people;
}

async function addPeople(
  deps: SeedDeps,
  tx: Tx,
  what: { people: readonly SeededPerson[]; passwordHash: string; signIn: boolean },
): Promise<string[]> {
  const now = deps.clock.now();
  const { people, passwordHash } = what;
  const common = { lastName: "Seed", passwordHash, emailVerified: true, createdAt: now - seededAgeMs, updatedAt: now };
  await tx.db.insert(tx.t.users).values(people.map((person) => ({ ...person, firstName: firstNameOf(person), ...common })));
  const tokens: string[] = [];
  for (const { id } of what.signIn ? people : []) {
    const { token } = await deps.sessions.create(tx, { userId: id, client: "relaydeck seed", address: "127.0.0.1" });
    tokens.push(token);
  }
  const after = { accounts: people.length, sessions: tokens.length, firstUserId: people[0]?.id, lastUserId: people.at(-1)?.id };
  await audit(tx, { at: now, actorKind: "system", action: "seed.accounts", after });
  return tokens;
}

/** `Person 12` of `person12@…`. */
function firstNameOf({ email }: SeededPerson): string {
  return `Person ${email.slice("person".length, email.indexOf("@"))}`;
}
