/** What people do: tap, tap at once, cancel, share, sign out, look. */
import { endShare } from "@relaydeck/api/shares/end-shares";
import { shareDevice } from "@relaydeck/api/shares/share-device";
import type { RequestFacts } from "@relaydeck/api/caller";
import { present } from "@relaydeck/kit/assert";
import type { CastDevice, Name } from "./cast.ts";
import { callerOf, type TapWish } from "./doors.ts";
import type { Stage } from "./stage.ts";
import type { Step } from "./step.ts";

const switchers: readonly { name: Name; weight: number }[] = [
  { name: "olga", weight: 8 },
  { name: "carl", weight: 6 },
  { name: "eddy", weight: 2 },
  { name: "vera", weight: 1 },
  { name: "stan", weight: 1 },
];

const devices = [
  { label: "plain", weight: 5 },
  { label: "contacts", weight: 5 },
  { label: "single", weight: 3 },
  { label: "other", weight: 1 },
];

const validities = [
  { pick: () => null, weight: 12 },
  { pick: (stage: Stage) => stage.whole(20, 1_500), weight: 4 },
  { pick: (stage: Stage) => stage.whole(1_500, 9_000), weight: 4 },
  { pick: (stage: Stage) => stage.whole(10_000, 20_000), weight: 0.9 },
  { pick: () => 60_000, weight: 0.1 },
  { pick: (stage: Stage) => -stage.whole(0, 5_000), weight: 0.6 },
  { pick: (stage: Stage) => stage.whole(60_001, 90_000), weight: 0.4 },
];

const keys = [
  { kind: "new", weight: 12 },
  { kind: "none", weight: 3 },
  { kind: "repeat", weight: 2 },
  { kind: "other content", weight: 1 },
] as const;

function drawDevice(stage: Stage): CastDevice {
  return stage.world.device(stage.weighted(devices).label);
}

function drawRelay(stage: Stage, device: CastDevice): number {
  return stage.chance(0.7) ? 1 : stage.whole(1, device.relays);
}

/** A tap of somebody, as wanted or by chance. */
export function drawWish(stage: Stage, wanted: Partial<TapWish> = {}): TapWish {
  const device = wanted.device ?? drawDevice(stage);
  const wish: TapWish = {
    person: stage.world.person(stage.weighted(switchers).name),
    device,
    relay: drawRelay(stage, device),
    target: stage.chance(0.5) ? "on" : "off",
    key: `key-${stage.taps.all.length + 1}`,
    validForMs: stage.weighted(validities).pick(stage),
    door: stage.chance(0.5) ? "trpc" : "rest",
    ...wanted,
  };
  return wanted.key === undefined ? withKey(stage, wish) : wish;
}

function withKey(stage: Stage, wish: TapWish): TapWish {
  const { kind } = stage.weighted(keys);
  if (kind === "none") return { ...wish, key: null };
  const keyed = stage.taps.all.filter((tap) => tap.wish.key !== null);
  if (kind === "new" || keyed.length === 0) return wish;
  const earlier = stage.pick(keyed.slice(-6)).wish;
  if (kind === "repeat") return { ...earlier, door: wish.door, validForMs: wish.validForMs };
  return { ...wish, person: earlier.person, key: earlier.key };
}

/** Signs the person in again when their session was ended. */
async function signIn(stage: Stage, name: Name): Promise<void> {
  const person = stage.world.person(name);
  const { deps } = stage.world.server;
  const begun = await deps.store.write((tx) =>
    deps.sessions.create(tx, { userId: person.id, client: "World", address: "203.0.113.9" }),
  );
  person.token = begun.token;
  person.sessionId = begun.sessionId;
  stage.history.say(`${name} signs in`);
}

const request: RequestFacts = { requestId: "req_world", door: "trpc", address: "203.0.113.9", userAgent: "World" };

type SharePermission = "control" | "view";

async function share(stage: Stage): Promise<void> {
  const device = stage.pick(stage.world.cast.devices);
  const other = stage.pick((["carl", "vera", "eddy", "stan", "olga"] as const).filter((name) => name !== device.owner));
  await give(stage, { device, other, permission: stage.chance(0.6) ? "control" : "view" });
}

async function give(stage: Stage, what: { device: CastDevice; other: Name; permission: SharePermission }): Promise<void> {
  const { world, history } = stage;
  const { device, other, permission } = what;
  const owner = world.person(device.owner);
  const expiresAt = stage.chance(0.5) ? null : world.serverNow() + stage.whole(200, 20_000);
  history.say(`${owner.name} shares ${device.label} with ${other}: ${permission}${expiresAt === null ? "" : " for a while"}`);
  const caller = { userId: owner.id, sessionId: owner.sessionId };
  const asked = { caller, request, deviceId: device.id, email: `${other}@relaydeck.test`, permission, expiresAt } as const;
  const shared = await shareDevice(world.server.deps, asked);
  if (!shared.ok) history.breach("AZ-6", `sharing was refused: ${JSON.stringify(shared.error)}`);
}

/** A right becomes another one while the screen is away: what the device did before that is owed all the same. [WS-8] */
async function changeWhileAway(stage: Stage): Promise<void> {
  const { world } = stage;
  const shares = world.eyes.rows("select device_id, shared_with_id from device_shares where is_active = 1 order by id");
  if (shares.length === 0) return;
  const share = stage.pick(shares);
  const viewer = stage.viewers.find(({ person, isOpen }) => isOpen && person.id === share["shared_with_id"]);
  const device = world.cast.devices.find(({ id }) => id === share["device_id"]);
  if (viewer === undefined || device === undefined) return;
  const { name: other } = viewer.person;
  stage.history.say(`${viewer.label} loses its connection`);
  viewer.close();
  world.simulator.control.button(device.serial, { relay: 1, state: stage.chance(0.5) ? "on" : "off" });
  await world.pass(stage.whole(1_200, 4_000));
  await give(stage, { device, other, permission: stage.chance(0.5) ? "control" : "view" });
  await world.settle();
  if (!(await viewer.open())) await signIn(stage, other);
}

async function revoke(stage: Stage): Promise<void> {
  const { world, history } = stage;
  const rows = world.eyes.rows(
    "select id, device_id, owner_id, shared_with_id from device_shares where is_active = 1 order by id",
  );
  if (rows.length === 0) return;
  const row = stage.pick(rows);
  const userId = stage.chance(0.8) ? row["owner_id"] : row["shared_with_id"];
  const person = present(
    [...world.cast.people.values()].find(({ id }) => id === userId),
    "Shares are of people",
  );
  history.say(`${person.name} ends a share of ${world.cast.devices.find(({ id }) => id === row["device_id"])?.label ?? "?"}`);
  const ended = await endShare(world.server.deps, {
    caller: { userId: person.id, sessionId: person.sessionId },
    request,
    shareId: String(row["id"]),
  });
  if (!ended.ok) history.breach("AZ-1", `ending a share was refused: ${JSON.stringify(ended.error)}`);
}

async function cancel(stage: Stage): Promise<void> {
  const { world, history, book } = stage;
  const notes = [...book.commands.values()].slice(-8);
  if (notes.length === 0) return;
  const note = stage.pick(notes);
  const actor = present(
    [...world.cast.people.values()].find(({ id }) => id === note.actorId),
    "Actors are of the cast",
  );
  history.say(`${actor.name} cancels ${note.alias}`);
  const caller = await callerOf(world, actor, "trpc");
  await caller.relays.cancel({ commandId: note.id }).then(
    (command) => history.say(`${actor.name} hears that ${note.alias} is ${command.state}`),
    (error: unknown) =>
      history.say(`${actor.name} may not cancel ${note.alias}: ${error instanceof Error ? error.message : String(error)}`),
  );
}

async function signOut(stage: Stage): Promise<void> {
  const { world, history } = stage;
  const person = world.person(stage.pick(["carl", "eddy", "vera", "olga"] as const));
  const { deps } = world.server;
  history.say(`${person.name}'s sessions are ended`);
  await deps.store.write((tx) => deps.sessions.revokeAllOf(tx, person.id));
  if (stage.chance(0.8)) await signIn(stage, person.name);
}

async function checkDevice(stage: Stage): Promise<void> {
  const { world, history } = stage;
  const device = drawDevice(stage);
  history.say(`olga checks ${device.label}`);
  const caller = await callerOf(world, world.person("olga"), "trpc");
  void caller.devices.check({ deviceId: device.id }).then(
    (seen) => history.say(`${device.label} is ${seen.status}, ${seen.freshness}`),
    (error: unknown) => history.say(`the check says ${error instanceof Error ? error.message : String(error)}`),
  );
}

async function look(stage: Stage): Promise<void> {
  const viewer = stage.pick(stage.viewers);
  if (viewer.isOpen) {
    stage.history.say(`${viewer.label} loses its connection`);
    return viewer.close();
  }
  if (stage.chance(0.2)) viewer.lastEventId = stage.pick(["", "made-up-7", "zzzzzz-99999"]);
  if (!(await viewer.open()) && stage.world.isUp) await signIn(stage, viewer.person.name);
}

export const peopleSteps: readonly Step[] = [
  { name: "tap", weight: 26, run: (stage) => void stage.taps.begin(drawWish(stage)) },
  {
    name: "several tap at once",
    weight: 9,
    run(stage) {
      const device = drawDevice(stage);
      const relay = drawRelay(stage, device);
      const count = stage.whole(2, 6);
      for (let index = 0; index < count; index += 1) stage.taps.begin(drawWish(stage, { device, relay }));
    },
  },
  {
    name: "one key many times",
    weight: 3,
    run(stage) {
      const wish = { ...drawWish(stage), key: `many-${stage.taps.all.length}` };
      const count = stage.whole(2, 8);
      for (let index = 0; index < count; index += 1) stage.taps.begin({ ...wish, door: stage.chance(0.5) ? "trpc" : "rest" });
    },
  },
  { name: "cancel", weight: 4, run: cancel },
  { name: "share", weight: 3, run: share },
  { name: "revoke", weight: 3, run: revoke },
  { name: "sign out", weight: 2, run: signOut },
  { name: "check", weight: 3, run: checkDevice },
  { name: "look", weight: 5, run: look },
  { name: "change while away", weight: 1.5, run: changeWhileAway },
];
