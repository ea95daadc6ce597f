/**
 * One relay's commands on their way to the cloud: in order of acceptance, one in flight, none after its deadline. [CM-3, CM-4, CM-7]
 *
 * Nothing here re-sends: a command leaves `requested` once, durably, before its first byte, and the rest is evidence.
 */
import type { Evidence } from "@relaydeck/core/relays/command";
import { refuse } from "@relaydeck/contract/refusals";
import { isAnswered, unansweredGraceMs, type CallOutcome } from "@relaydeck/core/relays/command";
import { freshnessOf } from "@relaydeck/core/devices/presence";
import { functionCallFor, isDone } from "@relaydeck/core/devices/profile";
import { findDevice, findDeviceEvenDeleted, relaysOf, updateRelay, type DeviceRow } from "@relaydeck/db/devices/store";
import { findUserById } from "@relaydeck/db/accounts/store";
import {
  claimCommand,
  commandInFlight,
  findCommand,
  transition,
  waitingCommands,
  type CommandRow,
} from "@relaydeck/db/relays/commands";
import type { Reader, Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { sleep } from "@relaydeck/kit/clock";
import { sessionIsOver } from "../accounts/session-over.ts";
import type { Ground } from "../ground.ts";
import { reachFor } from "../devices/access.ts";
import { programBehind } from "../tokens/program.ts";
import { displayName, profileOf } from "../devices/facts.ts";
import { applyEvidence, recordChange, type CommandScene } from "./apply.ts";
import type { CommandWatch } from "./command-watch.ts";
import type { Deadlines } from "./deadlines.ts";
import type { UnsentCall, UnsentCalls } from "./unsent-calls.ts";

export interface LineDeps extends Pick<Ground, "clock" | "random" | "store" | "provider" | "profiles" | "log"> {
  readonly deadlines: Deadlines;
  readonly watch: CommandWatch;
  readonly unsent: UnsentCalls;
  /** Asks a silent device once; false when it is proved to be gone. [C4] */
  isReachable(deviceId: string): Promise<boolean>;
  /** The device answered: that is a word of its own. */
  heardFrom(providerId: string): void;
}

/** How long a line waits for another command of its relay before it looks again. */
const lookAgainMs = 1_000;

/** What became of a call that was stopped: only what has not left can be. */
const stopped: CallOutcome = { kind: "not-sent", code: "ACCESS_ENDED", reason: "before the call left" };

/** Without the log a node does not hear of rights that end; at rest it is asked for twice a second. [AZ-2] */
const blindAfterMs = 2_000;
/** What became of a call that would have left then. */
const withheld: CallOutcome = { kind: "not-sent", code: "DATABASE_UNAVAILABLE", reason: "the database cannot be read" };

/** Unsent commands whose time to try again is remembered. */
const mostRetries = 1_000;

export class RelayLines {
  readonly #deps: LineDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #calls = new Set<Promise<void>>();
  /** Monotonic moment at which the cloud would listen again, by command; a hint to the caller and nothing more. */
  readonly #retryAt = new Map<string, number>();
  #isStopping = false;

  constructor(deps: LineDeps) {
    this.#deps = deps;
  }

  /** Sees to it that this relay's waiting commands are carried out. Cheap to call often. */
  kick(relay: { deviceId: string; relayNumber: number }): void {
    const key = `${relay.deviceId} ${relay.relayNumber}`;
    if (this.#isStopping || this.#running.has(key)) return;
    const run = this.#run(relay)
      .catch((error: unknown) => this.#deps.log.error("line.failed", { error: String(error), deviceId: relay.deviceId }))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, run);
  }

  /** Seconds after which another try may succeed, as the cloud said when it took this command not; undefined when it did not say. */
  retryAfterSeconds(commandId: string): number | undefined {
    const at = this.#retryAt.get(commandId);
    return at === undefined ? undefined : Math.max(1, Math.ceil((at - this.#deps.clock.monotonic()) / 1_000));
  }

  /** Claims nothing more, and waits for the calls in flight, at most `limitMs`. [BP-2] */
  async stop(limitMs: number): Promise<void> {
    this.#isStopping = true;
    const ended = new AbortController();
    // A claim that was on its way becomes a call.
    void Promise.allSettled([...this.#running.values()])
      .then(() => Promise.allSettled([...this.#calls]))
      .then(() => ended.abort());
    await sleep(this.#deps.clock, limitMs, ended.signal);
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  async #run(relay: { deviceId: string; relayNumber: number }): Promise<void> {
    while (!this.#isStopping) {
      const waiting = await waitingCommands(this.#deps.store.read, relay);
      // The node that accepted a command sends it, or nobody: on its clock alone the deadline is certain. [CM-3]
      const next = waiting.find((command) => this.#deps.deadlines.isOwn(command));
      if (next === undefined) return;
      await this.#carryOut(next);
    }
  }

  async #carryOut(command: CommandRow): Promise<void> {
    const { deadlines } = this.#deps;
    if (await this.#isGone(command.deviceId)) {
      await this.apply(command.id, { kind: "offline" });
      return;
    }
    if (this.#isStopping) return;
    const unsent = this.#deps.unsent.begin(command);
    const claimed = await this.#claim(command).catch((error: unknown) => {
      unsent.over();
      throw error;
    });
    if (claimed === "blocked" || claimed === null) unsent.over();
    if (claimed === "blocked") return this.#waitForTurn(command);
    if (claimed === null) return;
    const call = this.#call(claimed, unsent).finally(() => {
      unsent.over();
      this.#calls.delete(call);
    });
    this.#calls.add(call);
    // The relay is free again when the answer is stored or the command was given up; a proof alone ends no call. [CM-7, D35]
    const limitMs = Math.max(0, command.validUntil - deadlines.nowFor(command)) + unansweredGraceMs;
    const wait = this.#deps.watch.until(command.id, (state) => state !== "confirmed" && isAnswered({ state }), limitMs);
    await Promise.race([call, wait.reached]);
    wait.stop();
  }

  /** A silent device was not to be had when it was asked, and no word that is newer than that says that it is there. */
  async #isGone(deviceId: string): Promise<boolean> {
    const { read } = this.#deps.store;
    const device = await findDevice(read, deviceId);
    if (device === null || !this.#isSilent(device) || (await this.#deps.isReachable(deviceId))) return false;
    const now = await findDevice(read, deviceId);
    return now?.cloudOnline !== true;
  }

  #isSilent(device: DeviceRow): boolean {
    const { staleAfterMs } = profileOf(this.#deps.profiles, device);
    return freshnessOf(device, staleAfterMs, this.#deps.clock.now()) !== "fresh";
  }

  /**
   * The step that makes it `sent`: rights, deadline and turn are asked again inside it. [AZ-2] So is whether the device still
   * has the relay: a start with another profile must not send it to one of those that are left. [D34]
   */
  async #claim(command: CommandRow): Promise<CommandRow | "blocked" | null> {
    const { store, deadlines } = this.#deps;
    return store.write(async (tx) => {
      // Reports tell it with the device: none of them tells it as it was before, after this. [C3]
      await tx.prepared.lockDevice(command.deviceId);
      const now = deadlines.nowFor(command);
      const scene = await sceneOf(tx, command, this.#deps);
      const current = await findCommand(tx, command.id);
      if (current?.state !== "requested") return null;
      const asking = { deviceId: command.deviceId, userId: command.actorId, now: this.#deps.clock.now() };
      const program = await programBehind(tx, current.sessionId, asking.now);
      const isOver = program === "ended" || (await sessionIsOver(tx, current.sessionId, asking.now));
      const allowed = isOver ? refuse("NOT_FOUND") : await reachFor(tx, "switch", { ...asking, program });
      const isThere = allowed.ok && command.relayNumber <= profileOf(this.#deps.profiles, allowed.value.device).relays;
      if (allowed.ok && !isThere)
        this.#deps.log.warn("command.relay-gone", { commandId: command.id, relayNumber: command.relayNumber });
      if (!isThere) {
        await applyEvidence(tx, { command: current, evidence: { kind: "ended", code: "ACCESS_ENDED" } }, scene);
        return null;
      }
      const relay = (await relaysOf(tx, [command.deviceId])).find((candidate) => candidate.number === command.relayNumber);
      const milliampsBefore = relay?.milliamps ?? null;
      const result = await claimCommand(tx, { id: command.id, now, milliampsBefore });
      if (result.claimed === null) {
        if (result.why === "expired")
          await applyEvidence(tx, { command: current, evidence: { kind: "time" } }, { ...scene, now });
        return result.why === "in-flight" || result.why === "not-first" ? "blocked" : null;
      }
      const sentAt = this.#deps.clock.now();
      const previousState = relay?.reported ?? "unknown";
      const sent = present(await transition(tx, { id: command.id, from: ["sent"] }, { sentAt, previousState }), "Just claimed");
      await updateRelay(
        tx,
        { deviceId: command.deviceId, number: command.relayNumber },
        { desired: command.target, desiredAt: sentAt },
      );
      await recordChange(tx, { before: current, after: sent, change: { state: "sent" } }, scene);
      return sent;
    });
  }

  async #call(command: CommandRow, unsent: UnsentCall): Promise<void> {
    const { store, provider, profiles, deadlines } = this.#deps;
    const device = present(await findDeviceEvenDeleted(store.read, command.deviceId), "A claimed command has its device");
    const profile = profileOf(profiles, device);
    const providerId = present(device.providerId, "A registered device is known to the cloud");
    const isBlind = () => store.liveBlindMs() > blindAfterMs;
    let wasBlind = false;
    const outcome = await provider.callFunction({
      providerId,
      ...functionCallFor(profile, command.relayNumber, command.target),
      validUntilMonotonic: deadlines.monotonic(command),
      isDone: (returnValue) => isDone(profile, returnValue),
      mayLeave: () => !(wasBlind = isBlind()),
      signal: unsent.signal,
      onSent: () => unsent.over(),
    });
    const isUnsent = outcome.kind === "not-sent";
    if (outcome.kind === "done" || (outcome.kind === "refused" && outcome.returnValue !== undefined))
      this.#deps.heardFrom(providerId);
    if (outcome.kind === "not-sent" && outcome.retryAfterSeconds !== undefined)
      this.#noteRetry(command.id, outcome.retryAfterSeconds);
    await this.#store(command.id, {
      kind: "reply",
      outcome: isUnsent && unsent.signal.aborted ? stopped : isUnsent && wasBlind ? withheld : outcome,
    });
  }

  #noteRetry(commandId: string, seconds: number): void {
    const [oldest] = this.#retryAt.keys();
    if (oldest !== undefined && this.#retryAt.size >= mostRetries) this.#retryAt.delete(oldest);
    this.#retryAt.set(commandId, this.#deps.clock.monotonic() + seconds * 1_000);
  }

  /** The answer must not be lost to a passing trouble of the database; without it the command ends as unconfirmed. */
  async #store(commandId: string, evidence: Evidence): Promise<void> {
    try {
      await this.apply(commandId, evidence);
    } catch (error) {
      this.#deps.log.error("command.answer-not-stored", { commandId, error: String(error) });
      await new Promise<void>((resolve) => void this.#deps.clock.after(lookAgainMs, resolve));
      if (!this.#isStopping) await this.apply(commandId, evidence);
    }
  }

  /** Applies evidence to the command as it is now, in one transaction. */
  async apply(commandId: string, evidence: Evidence): Promise<CommandRow | null> {
    const { store, deadlines, watch } = this.#deps;
    const after = await store.write(async (tx) => {
      const current = await findCommand(tx, commandId);
      if (current === null) return null;
      await tx.prepared.lockDevice(current.deviceId);
      const scene = await sceneOf(tx, current, this.#deps);
      const judgedAt = evidence.kind === "time" ? deadlines.nowFor(current) : scene.now;
      return applyEvidence(tx, { command: current, evidence }, { ...scene, now: judgedAt });
    });
    if (after !== null) watch.tell(after.id, after.state);
    return after;
  }

  /** Another command of this relay goes first: wait until it leaves its state, and look again. */
  async #waitForTurn(command: CommandRow): Promise<void> {
    const now = this.#deps.deadlines.nowFor(command);
    const { read } = this.#deps.store;
    const before = (await commandInFlight(read, command)) ?? (await waitingCommands(read, command))[0];
    const limitMs = Math.min(lookAgainMs, Math.max(1, command.validUntil - now));
    if (before === undefined || before.id === command.id) return;
    const wait = this.#deps.watch.until(before.id, (state) => state !== before.state, limitMs);
    await wait.reached;
  }
}

/** Names around a command, for its sentences and events. */
export async function sceneOf(
  from: Reader | Tx,
  command: CommandRow,
  deps: Pick<Ground, "clock" | "random">,
): Promise<CommandScene> {
  const device = await findDeviceEvenDeleted(from, command.deviceId);
  const relays = await relaysOf(from, [command.deviceId]);
  const relay = relays.find(({ number }) => number === command.relayNumber);
  const actor = await findUserById(from, command.actorId);
  return {
    now: deps.clock.now(),
    random: deps.random,
    deviceName: device?.name ?? "",
    commandsAfter: device?.commandsAfter ?? 0,
    relayName: relay?.name ?? `Relay ${command.relayNumber}`,
    lastCommandId: relay?.lastCommandId ?? null,
    actorName: actor === null ? null : displayName(actor),
  };
}
