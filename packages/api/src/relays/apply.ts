/**
 * One piece of evidence on one command: the rule decides, and row, relay, history, log and live event change in one transaction. [CM-8]
 *
 * Not here: where evidence comes from (relay-line.ts, telemetry/ingest.ts, sweep.ts).
 */
import { newId } from "@relaydeck/contract/ids";
import { toInstant } from "@relaydeck/contract/instants";
import { toldOfCommand } from "@relaydeck/core/activity/entry";
import { advance, isAnswered, type Advance, type Evidence } from "@relaydeck/core/relays/command";
import { commandShownMs } from "@relaydeck/core/devices/view";
import { neutralCommand, reasonOf } from "@relaydeck/core/relays/command-view";
import { insertActivity } from "@relaydeck/db/activity/store";
import { noteLate } from "@relaydeck/db/analytics/rollups";
import { updateRelay } from "@relaydeck/db/devices/store";
import { findCommand, lastSentCommand, transition, type CommandRow } from "@relaydeck/db/relays/commands";
import { recordHistory } from "@relaydeck/db/relays/history";
import type { Tx } from "@relaydeck/db/store";
import type { Random } from "@relaydeck/kit/random";
import { audit, type AuditEntry } from "../audit/audit.ts";
import { toLiveEvent } from "../live/append.ts";

/** What the sentences and events of a command need to know around it. */
export interface CommandScene {
  readonly now: number;
  readonly random: Random;
  readonly relayName: string;
  readonly deviceName: string;
  readonly actorName: string | null;
  /** The command that was sent last to this relay and did not fail. */
  readonly lastCommandId: string | null;
  /** Up to this number they were accepted under an earlier owner: what becomes of them is told to nobody. [AD-7] */
  readonly commandsAfter: number;
  /** Takes rows of the audit for the end of a longer transaction, which holds the record last of all; absent: written at once. */
  readonly audited?: AuditEntry[];
}

/**
 * The row after the evidence, or null when it changed nothing. Where somebody else has moved the command since it was read, as
 * a proof and an answer that come together may on Postgres, the evidence is judged again by what the command is now.
 */
export async function applyEvidence(
  tx: Tx,
  { command, evidence }: { readonly command: CommandRow; readonly evidence: Evidence },
  scene: CommandScene,
): Promise<CommandRow | null> {
  const change = advance(command, evidence, scene.now);
  if (change === null) return null;
  const after = await transition(tx, { id: command.id, from: [command.state] }, change);
  if (after !== null) {
    await recordChange(tx, { before: command, after, change }, scene);
    return after;
  }
  const moved = await findCommand(tx, command.id);
  // States lead to an end and never back, so this ends too.
  return moved === null || moved.state === command.state ? null : applyEvidence(tx, { command: moved, evidence }, scene);
}

interface Changed {
  readonly before: CommandRow;
  readonly after: CommandRow;
  readonly change: Advance;
}

/** Everything that follows from a command's change, in the transaction that made it. */
export async function recordChange(tx: Tx, changed: Changed, scene: CommandScene): Promise<void> {
  const { before, after, change } = changed;
  const isTold = after.acceptedOrder > scene.commandsAfter;
  if (isTold) await tx.live([liveCommand(after, scene.actorName)]);
  // A late answer to an older command moves its own row alone. [D35]
  if (change.acknowledgedAt !== undefined && scene.lastCommandId === after.id) {
    const at = { deviceId: after.deviceId, number: after.relayNumber };
    await updateRelay(tx, at, { acknowledged: after.target, acknowledgedAt: change.acknowledgedAt });
  }
  if (after.state === "failed" && scene.lastCommandId === after.id) {
    // It moved nothing: the one before it is the last word again, whether its end is known or not. [D35, CM-6]
    const at = { deviceId: after.deviceId, number: after.relayNumber };
    const before = await lastSentCommand(tx, after, { since: scene.now - commandShownMs });
    await updateRelay(tx, at, { lastCommandId: before?.id ?? null });
  }
  const isKnown = after.answeredAt !== null || after.state === "unconfirmed" || after.state === "confirmed";
  if (isKnown && after.sentAt !== null) await recordHistory(tx, historyOf(after, scene));
  if (isAnswered(after)) await noteLate(tx, { name: "commands", at: after.requestedAt, now: scene.now });
  if (after.state === before.state) return;
  if (isTold) await say(tx, after, scene);
  const entry: AuditEntry = {
    at: scene.now,
    actorKind: "user",
    actorId: after.actorId,
    action: `relay.${after.state}`,
    subjectKind: "command",
    subjectId: after.id,
    before: { state: before.state },
    after: { state: after.state, returnValue: after.returnValue, reasonCode: after.reasonCode },
  };
  if (scene.audited === undefined) await audit(tx, entry);
  else scene.audited.push(entry);
}

export function liveCommand(command: CommandRow, actorName: string | null) {
  return toLiveEvent({
    deviceId: command.deviceId,
    userId: null,
    body: { kind: "command", command: neutralCommand(command, actorName) },
  });
}

async function say(tx: Tx, command: CommandRow, scene: CommandScene): Promise<void> {
  const what = toldOfCommand(command, scene.relayName);
  if (what === null) return;
  const entry = {
    id: newId("activity", scene.random),
    timestamp: scene.now,
    userId: command.actorId,
    deviceId: command.deviceId,
    relayNumber: command.relayNumber,
    commandId: command.id,
    commandState: command.state,
    ...what,
  };
  await insertActivity(tx, entry);
  const shown = { ...entry, timestamp: toInstant(scene.now), deviceName: scene.deviceName, userName: scene.actorName };
  await tx.live([toLiveEvent({ deviceId: command.deviceId, userId: command.actorId, body: { kind: "activity", entry: shown } })]);
}

/** More than any command takes; only a wall clock that was set makes it longer. */
const longestSpanMs = 2 * 24 * 60 * 60_000;

/** Milliseconds between two stored times; null while the second is open, and where the wall clock was set between them. [TI-1] */
function spanOf(from: number, to: number | null): number | null {
  return to === null || to < from || to - from > longestSpanMs ? null : to - from;
}

/** One row per command, written when the provider answered or the outcome became unknown, moved on by later evidence. [D52] */
function historyOf(command: CommandRow, scene: CommandScene) {
  const isDone = command.state === "acknowledged" || command.state === "confirmed";
  return {
    id: newId("history", scene.random),
    deviceId: command.deviceId,
    userId: command.actorId,
    relayNumber: command.relayNumber,
    previousState: command.previousState,
    newState: command.target,
    command: `relay_${command.target}`,
    commandId: command.id,
    outcome: command.state,
    timestamp: command.requestedAt,
    responseTime: spanOf(command.createdAt, command.answeredAt),
    confirmationTime: spanOf(command.createdAt, command.confirmedAt),
    success: command.state === "failed" ? false : isDone ? true : null,
    errorMessage: isDone ? null : reasonOf(command),
  };
}
