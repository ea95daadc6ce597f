/**
 * Somebody switches a relay. One (actor, key) is one command, whatever happens to the connection. [C1, C2, CM-1, CM-2]
 *
 * The row is begun in one transaction with its rights, limits and audit; the relay's line carries it out; the caller
 * waits for what becomes of it, at the latest 5 s beyond the deadline. [D35]
 */
import { newId } from "@relaydeck/contract/ids";
import { fromInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { answerGraceMs } from "@relaydeck/contract/command-times";
import type { CommandAnswer, SwitchRelay } from "@relaydeck/contract/relays";
import { statusOf } from "@relaydeck/core/devices/presence";
import { commandShownMs } from "@relaydeck/core/devices/view";
import { commandFor, neutralCommand, withoutReports } from "@relaydeck/core/relays/command-view";
import { decideSwitch, isAnswered, isInFlight } from "@relaydeck/core/relays/command";
import { isWithin } from "@relaydeck/core/policy";
import { findUserById } from "@relaydeck/db/accounts/store";
import {
  beginCommand,
  findCommand,
  findCommandByKey,
  latestCommands,
  openCommandsOf,
  waitingCommands,
  type CommandRow,
} from "@relaydeck/db/relays/commands";
import { relaysOf } from "@relaydeck/db/devices/store";
import type { Reader, Tx } from "@relaydeck/db/store";
import { DatabaseUnavailable } from "@relaydeck/db/trouble";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import { tokenOf, type Caller, type RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { reach, type DeviceInReach } from "../devices/access.ts";
import { displayName, profileOf } from "../devices/facts.ts";
import { countCommand, lockCommandsOf } from "../limits/command-limits.ts";
import { answerFor, answerNotKnown, notKnownMessage } from "./answer.ts";
import { applyEvidence, liveCommand } from "./apply.ts";
import type { Beginnings } from "./beginnings.ts";
import { sceneOf, type LineDeps, type RelayLines } from "./relay-line.ts";
import { roomToWait } from "./waiting-commands.ts";

export interface SwitchDeps extends Pick<Ground, "clock" | "random" | "store" | "log" | "profiles" | "settings"> {
  readonly lines: RelayLines;
  readonly deadlines: LineDeps["deadlines"];
  readonly watch: LineDeps["watch"];
  readonly beginnings: Beginnings;
}

export interface Switching {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: SwitchRelay;
}

/** `validUntil` is the caller's own, where another command than the caller's answers. */
type Begun = { readonly command: CommandRow; readonly repeat: boolean; readonly validUntil?: number };

export async function switchRelay(deps: SwitchDeps, switching: Switching): Promise<Result<CommandAnswer, Refusal>> {
  const begun = await begin(deps, switching).catch(refuseInDoubt);
  if (!begun.ok) return begun;
  const { command, repeat } = begun.value;
  deps.lines.kick(command);
  try {
    return await answerInTime(deps, switching, begun.value);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return ok(answerNotKnown({ commandId: command.id, repeat }));
  }
}

/** A commit without an answer may have begun the command, and a command that was begun is sent. [C1, ST-2] */
function refuseInDoubt(error: unknown): Result<Begun, Refusal> {
  if (error instanceof DatabaseUnavailable && error.isInDoubt) return refuse("UNCONFIRMED", { message: notKnownMessage });
  throw error;
}

async function answerInTime(deps: SwitchDeps, { caller }: Switching, begun: Begun): Promise<Result<CommandAnswer, Refusal>> {
  const { command, repeat, validUntil = command.validUntil } = begun;
  await outcomeOf(deps, command, Math.min(command.validUntil, validUntil));
  const retryAfterSeconds = deps.lines.retryAfterSeconds(command.id);
  const answer = await answerNow(deps, { commandId: command.id, caller, repeat, retryAfterSeconds });
  const isLeft = answer.ok && answer.value.state === "requested" && deps.lines.isStopping;
  // The next start sends it, if its deadline allows.
  return isLeft ? ok({ ...answer.value, code: "UNCONFIRMED", message: leftMessage }) : answer;
}

const leftMessage = "The server is stopping. Whether this will be sent is not known yet.";

async function begin(deps: SwitchDeps, switching: Switching): Promise<Result<Begun, Refusal>> {
  // A repeat is answered before its deadline, rights and limits are looked at: it begins nothing. [CM-10]
  const known = await findRepeat(deps.store.read, switching);
  if (known !== null) return known;
  const seen = await deadlineOf(deps, deps.store.read, switching);
  if (!seen.ok) return seen;
  const write = () =>
    deps.store.write((tx) => beginIn(deps, tx, { switching, latest: seen.value }), {
      turn: `commands of ${switching.caller.userId}`,
    });
  return switching.input.key === undefined ? write() : beginKeyed(deps, switching, write);
}

/** Who comes while the first use of a key is still being begun needs no transaction, unless that one was refused: it binds no key then. */
async function beginKeyed(
  deps: SwitchDeps,
  switching: Switching,
  write: () => Promise<Result<Begun, Refusal>>,
): Promise<Result<Begun, Refusal>> {
  const key = `${switching.caller.userId} ${switching.input.key}`;
  const first = deps.beginnings.underWay(key);
  if (first !== undefined) {
    await first;
    const begun = await findRepeat(deps.store.read, switching);
    if (begun !== null) return begun;
  }
  return deps.beginnings.note(key, write());
}

/** `latest`: the deadline as it was counted when the command came; what it waits for here must not put it off. [CM-3] */
async function beginIn(
  deps: SwitchDeps,
  tx: Tx,
  { switching, latest }: { switching: Switching; latest: number },
): Promise<Result<Begun, Refusal>> {
  const { userId } = switching.caller;
  const { deviceId } = switching.input;
  // A report that comes at the same time tells the device with this command, or before it. [C3]
  await tx.prepared.lockDevice(deviceId);
  await lockCommandsOf(tx, { userId, deviceId });
  // Asked together, because everything until the end is what the person's next command waits for.
  const [repeated, decided, room] = await Promise.all([
    findRepeat(tx, switching),
    deadlineOf(deps, tx, switching),
    roomToWait(tx),
  ]);
  if (repeated !== null) return repeated;
  if (!decided.ok) return decided;
  const validUntil = Math.min(decided.value, latest);
  // Equal wishes may overtake each other on their way here.
  const joined = await commandToJoin(deps, tx, { switching, validUntil: decided.value });
  if (joined !== null) return ok({ command: joined, repeat: true, validUntil });
  if (!room.ok) return room;
  const counted = await countCommand(tx, {
    userId,
    deviceId,
    now: deps.clock.now(),
    factor: deps.settings.rateLimitFactor,
  });
  if (!counted.ok) return counted;
  return beginOnce(deps, tx, { switching, validUntil });
}

async function deadlineOf(
  deps: SwitchDeps,
  from: Reader,
  { caller, request, input }: Switching,
): Promise<Result<number, Refusal>> {
  const now = deps.clock.now();
  const within = await reach(from, { ...caller, deviceId: input.deviceId, now });
  const found = request.model === undefined || within?.device.model === request.model ? within : null;
  const wish = { ...input, validUntil: input.validUntil === undefined ? null : fromInstant(input.validUntil) };
  const facts = found === null ? noDevice : factsOf(deps, found, now);
  return decideSwitch({ access: found?.right ?? "none", ...facts }, wish, now);
}

const noDevice = { relayCount: 4, status: "offline" } as const;

/** A check under way does not refuse: the command waits for its end behind it. */
function factsOf(deps: SwitchDeps, { device }: DeviceInReach, now: number) {
  return {
    relayCount: profileOf(deps.profiles, device).relays,
    status: statusOf({ ...device, connectingSince: null }, now),
  };
}

async function beginOnce(
  deps: SwitchDeps,
  tx: Tx,
  what: { switching: Switching; validUntil: number },
): Promise<Result<Begun, Refusal>> {
  const { caller, request, input } = what.switching;
  const now = deps.clock.now();
  const [requestedAt, actor] = await Promise.all([nextInstant(tx, input, now), findUserById(tx, caller.userId)]);
  const { command, isRepeat } = await beginCommand(tx, {
    id: newId("command", deps.random),
    actorId: caller.userId,
    key: input.key ?? null,
    deviceId: input.deviceId,
    relayNumber: input.relayNumber,
    target: input.target,
    door: request.door,
    sessionId: caller.sessionId,
    requestedAt,
    validUntil: what.validUntil,
    createdAt: now,
  });
  if (isRepeat) return sameContent(command, input) ? ok({ command, repeat: true }) : refuse("KEY_REUSED");
  tx.afterCommit(() => deps.deadlines.begin(command));
  tx.afterCommit(() => logBegun(deps, what.switching, command));
  await cancelOpposite(deps, tx, command);
  await tx.live([liveCommand(command, actor === null ? null : displayName(actor))]);
  await audit(tx, {
    at: now,
    request,
    actorKind: "user",
    actorId: caller.userId,
    action: "relay.requested",
    subjectKind: "command",
    subjectId: command.id,
    after: { deviceId: command.deviceId, relayNumber: command.relayNumber, target: command.target, ...tokenOf(caller) },
  });
  return ok({ command, repeat: false });
}

/** One line a command; what becomes of it is told by its row and the audit. [LG-3] */
function logBegun({ log }: SwitchDeps, { caller, request }: Switching, command: CommandRow): void {
  const { deviceId, relayNumber, target } = command;
  const facts = { commandId: command.id, deviceId, relayNumber, target, door: request.door, ...tokenOf(caller) };
  log.info("command.begun", { requestId: request.requestId, userId: caller.userId, ...facts });
}

/** Later than every command of this relay before it: stored times stay ordered, also after the wall clock was set back. [TI-1] */
async function nextInstant(tx: Tx, input: SwitchRelay, now: number): Promise<number> {
  const latest = await latestCommands(tx, { deviceIds: [input.deviceId], since: now - commandShownMs });
  const before = latest.find(({ command }) => command.relayNumber === input.relayNumber)?.command.requestedAt;
  return before === undefined ? now : Math.max(now, before + 1);
}

/** A newer opposite wish makes older unsent ones void. [CM-7] */
async function cancelOpposite(deps: SwitchDeps, tx: Tx, command: CommandRow): Promise<void> {
  for (const waiting of await waitingCommands(tx, command)) {
    if (waiting.id === command.id || waiting.target === command.target) continue;
    await applyEvidence(
      tx,
      { command: waiting, evidence: { kind: "ended", code: "SUPERSEDED" } },
      await sceneOf(tx, waiting, deps),
    );
  }
}

async function findRepeat(from: Reader, { caller, input }: Switching): Promise<Result<Begun, Refusal> | null> {
  if (input.key === undefined) return null;
  const command = await findCommandByKey(from, { actorId: caller.userId, key: input.key });
  if (command === null) return null;
  return sameContent(command, input) ? ok({ command, repeat: true }) : refuse("KEY_REUSED");
}

function sameContent(command: CommandRow, input: SwitchRelay): boolean {
  return command.deviceId === input.deviceId && command.relayNumber === input.relayNumber && command.target === input.target;
}

/**
 * Without a key, an equal command under way is the same intention, unless something else was wished since. One that still
 * waits stands and falls with its session, so only that session's own wish joins it, and only one that waits as long: who
 * was told "expired" must not see it leave later. [CM-2, CM-3, CM-7, AZ-2]
 */
async function commandToJoin(
  deps: SwitchDeps,
  from: Reader,
  { switching, validUntil }: { switching: Switching; validUntil: number },
): Promise<CommandRow | null> {
  const { caller, input } = switching;
  if (input.key !== undefined) return null;
  const newest = (await openCommandsOf(from, input)).at(-1);
  if (newest?.target !== input.target) return null;
  if (isInFlight(newest)) return (await isStillAsProved(from, newest)) ? newest : null;
  const isOwn = newest.actorId === caller.userId && newest.sessionId === caller.sessionId;
  // What is overdue only waits to be told so.
  return isOwn && newest.validUntil <= validUntil && deps.deadlines.nowFor(newest) < newest.validUntil ? newest : null;
}

/** What a report proved may have been moved since, at the device itself: then the same wish is a new one. [CM-2] */
async function isStillAsProved(from: Reader, command: CommandRow): Promise<boolean> {
  if (command.state !== "confirmed") return true;
  const relays = await relaysOf(from, [command.deviceId]);
  return relays.find(({ number }) => number === command.relayNumber)?.reported === command.target;
}

/** Until the answer, also of what a report has proved before it: "Device answered" is said when it did. [D35] */
async function outcomeOf(deps: SwitchDeps, command: CommandRow, validUntil: number): Promise<void> {
  const limitMs = Math.max(0, validUntil - deps.deadlines.nowFor(command)) + answerGraceMs;
  const endsAt = deps.clock.monotonic() + limitMs;
  for (;;) {
    const wait = deps.watch.until(command.id, () => true, Math.max(0, endsAt - deps.clock.monotonic()));
    const current = await findCommand(deps.store.read, command.id);
    if (current === null || (isAnswered(current) && !isInFlight(current))) return wait.stop();
    if (!(await wait.reached)) return;
  }
}

/**
 * The command's answer as it stands at this moment. Who joined another's command and lost the device while waiting is
 * answered like a stranger. [CM-2, AZ-2]
 */
async function answerNow(
  deps: Pick<Ground, "store" | "clock">,
  asked: { commandId: string; caller: Caller; repeat: boolean; retryAfterSeconds?: number | undefined },
): Promise<Result<CommandAnswer, Refusal>> {
  const command = await commandShownTo(deps, asked);
  if (command === null) return refuse("NOT_FOUND");
  return ok(answerFor(command.shown, { ...asked, code: command.code }).answer);
}

/**
 * The command as the caller may see it; null when there is none, or it is of a device that they may not see or their token does
 * not name. Who gave it keeps what became of the call, and what the device reports is not theirs any more. [AD-7]
 */
export async function commandShownTo(deps: Pick<Ground, "store" | "clock">, asked: { commandId: string; caller: Caller }) {
  const { userId, program } = asked.caller;
  const from = deps.store.read;
  const command = await findCommand(from, asked.commandId);
  if (command === null || !isWithin(program, command.deviceId)) return null;
  const found = await reach(from, { userId, program, deviceId: command.deviceId, now: deps.clock.now() });
  if (found === null && command.actorId !== userId) return null;
  const actor = await findUserById(from, command.actorId);
  const neutral = neutralCommand(found === null ? withoutReports(command) : command, actor === null ? null : displayName(actor));
  const shown = commandFor({ userId, permission: found?.access ?? "view" }, neutral);
  return { shown, code: command.reasonCode };
}
