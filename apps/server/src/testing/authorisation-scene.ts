/** One device and everybody who can stand to it in some way, with what else belongs to somebody. [checklist section 9] */
import type { Actor } from "@relaydeck/api/testing/authorisation";
import { newId } from "@relaydeck/contract/ids";
import { insertNotice } from "@relaydeck/db/alerts/history";
import { updateDevice } from "@relaydeck/db/devices/store";
import { assert, present } from "@relaydeck/kit/assert";
import { listMails } from "@relaydeck/mail/outbox";
import { adminBrowser } from "./admins.ts";
import { rpcDoor } from "./commanding.ts";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "./people.ts";
import type { Product } from "./product.ts";
import { addProgram } from "./programs.ts";
import { dataOf } from "./seeing.ts";
import { join, shareDoors, shareIn } from "./sharing.ts";

export interface Scene {
  readonly device: OwnedDevice;
  readonly people: Readonly<Record<Actor, Person>>;
  /** The own share or invitation of those who have or had one. */
  readonly shareIds: ReadonlyMap<Actor, string>;
  /** The last command that each of those gave who could at some time. */
  readonly commandIds: ReadonlyMap<Actor, string>;
  /** A mail in the outbox. */
  readonly mailId: string;
  /** Another person with a view share, and what is theirs. */
  readonly another: Another;
}

interface Another {
  readonly shareId: string;
  readonly sessionId: string;
  readonly tokenId: string;
  readonly alertId: string;
  readonly noticeId: string;
  readonly layoutId: string;
  readonly removedDeviceId: string;
}

const sharees = ["control share", "view share", "expired share", "revoked share"] as const;
const expiresInMs = 1_000;

export async function openScene(product: Product, parts: { withCommands: boolean }): Promise<Scene> {
  const former = await addPerson(product);
  const device = await addDevice(product, former);
  const owner = await addPerson(product);
  const now = product.clock.now();
  await product.store.write((tx) => updateDevice(tx, { id: device.id }, { ownerId: owner.userId, ownedSince: now }));
  const by = { owner, deviceId: device.id };
  const people = await peopleAround(product, { owner, former });
  const commandIds = parts.withCommands ? await commandsOf(product, { by, people }) : new Map<Actor, string>();
  const shareIds = new Map<Actor, string>();
  for (const actor of sharees) {
    const permission = actor === "control share" ? "control" : "view";
    const end = actor === "expired share" ? { expiresInMs } : {};
    shareIds.set(actor, (await share(product, by, { person: people[actor], permission, ...end })).id);
  }
  const another = await somebodyElse(product, by);
  const { pending, inviteId } = await invited(product, by);
  shareIds.set("pending invitation", inviteId);
  await owner.browser.mutate("shares.revoke", { shareId: shareIds.get("revoked share") });
  // The log gets an entry in which everybody's share has begun.
  await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id }));
  await product.advance(expiresInMs);
  const mailId = present((await listMails(product.store))[0], "The invitation was mailed").id;
  return { device, people: { ...people, "pending invitation": pending }, shareIds, commandIds, mailId, another };
}

type Around = Omit<Record<Actor, Person>, "pending invitation">;

async function peopleAround(product: Product, { owner, former }: { owner: Person; former: Person }): Promise<Around> {
  const [control, view, expired, revoked, other] = await Promise.all(Array.from({ length: 5 }, () => addPerson(product)));
  const nobody = await addPerson(product);
  assert(control !== undefined && view !== undefined && expired !== undefined, "Five were added");
  return {
    owner,
    "former owner": former,
    "control share": control,
    "view share": view,
    "expired share": expired,
    "revoked share": present(revoked, "Five were added"),
    "other user": present(other, "Five were added"),
    visitor: { ...nobody, browser: product.browser() },
    "deleted user": await deletedUser(product),
    "admin session": { ...nobody, browser: await adminBrowser(product) },
  };
}

/** Still with the cookie of the session that was open. */
async function deletedUser(product: Product): Promise<Person> {
  const person = await addPerson(product);
  const cookies = Object.fromEntries(person.browser.cookies);
  const deleted = await person.browser.mutate("auth.deleteAccount", {});
  assert(deleted.status === 200, `Deleting an account answered ${deleted.status} ${deleted.text}`);
  return { ...person, browser: product.browser(cookies) };
}

async function commandsOf(
  product: Product,
  { by, people }: { by: { owner: Person; deviceId: string }; people: Around },
): Promise<Map<Actor, string>> {
  const commands = new Map<Actor, string>();
  for (const actor of ["owner", ...sharees] as const) {
    if (actor !== "owner") await share(product, by, { person: people[actor], permission: "control" });
    const said = await product.whileTimePasses(rpcDoor.send(people[actor], { deviceId: by.deviceId }));
    commands.set(actor, present(said.answer.commandId, "A command of somebody who may is begun"));
  }
  return commands;
}

async function invited(product: Product, { owner, deviceId }: { owner: Person; deviceId: string }) {
  const sharedWithEmail = `pending-${deviceId.toLowerCase()}@relaydeck.test`;
  const door = present(shareDoors[1], "Two doors");
  const { id: inviteId } = shareIn(await door.create(owner, { deviceId, sharedWithEmail, permission: "control" }));
  return { pending: await join(product, sharedWithEmail), inviteId };
}

async function somebodyElse(product: Product, by: { owner: Person; deviceId: string }): Promise<Another> {
  const person = await addPerson(product);
  const { deviceId } = by;
  const given = await share(product, by, { person, permission: "view" });
  const program = await addProgram(product, person, { scope: "read" });
  const made = async (procedure: string, input: object) =>
    (dataOf(await person.browser.mutate(procedure, input)) as { id: string }).id;
  const alertId = await made("alerts.create", { alertType: "power_on", deviceId, emailAddress: person.email });
  const layoutId = await made("layouts.save", { name: "Theirs", layout: { components: [] } });
  const noticeId = newId("alertHistory", product.deps.random);
  const told = { id: noticeId, deviceId, userId: person.userId, alertType: "power_on", title: "On", message: "On" };
  await product.store.write((tx) => insertNotice(tx, { ...told, timestamp: product.clock.now() }));
  const removedDeviceId = (await addDevice(product, person, "R1SIM")).id;
  await person.browser.mutate("devices.remove", { deviceId: removedDeviceId });
  const sessionId = present(person.caller.sessionId, "Who was added has a session");
  return { shareId: given.id, sessionId, tokenId: program.tokenId, alertId, noticeId, layoutId, removedDeviceId };
}
