/**
 * The life of two-step sign-in, for users and administrators alike: begun, confirmed by a first code, used, ended. [AD-2]
 *
 * Every step is part of the caller's transaction, with its audit row. A code works once, also when fifty use it at the
 * same moment; a try is counted before it is looked at.
 *
 * Not here: who may ask (two-step-of-user.ts proves the person behind the session), and the notices by mail.
 */
import { toInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { TwoStepState } from "@relaydeck/contract/two-step";
import {
  beginTwoStep,
  clearTwoStep,
  findTwoStep,
  replaceRecoveryCodes,
  switchOnTwoStep,
  takeCodeStep,
  type TwoStepColumns,
  type TwoStepOwner,
} from "@relaydeck/db/accounts/two-step";
import type { Reader, Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { beginCodeTry, succeedCodeTry } from "../limits/second-step-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { enrolmentUri, newCodeSecret, stepOfCode } from "./two-step-codes.ts";
import { newRecoveryCodes, readCode, recoveryHash, withoutCode, type ReadCode } from "./two-step-recovery.ts";
import { openSecret, sealSecret } from "./two-step-secret.ts";

/** How long a set-up waits for its first code, in milliseconds. */
const setUpMs = 15 * 60_000;

type TwoStepDeps = Pick<AccountsDeps, "clock" | "random" | "settings" | "log">;

/** Who acts, and on whose second step. */
export interface TwoStepActor {
  readonly owner: TwoStepOwner;
  readonly request: RequestFacts;
  /** Hash of the known browser's token, or id of the session, so that others' wrong codes do not count for it. */
  readonly knownBrowser: string | null;
}

/** What a good second step was. */
export type SecondStepTaken = { readonly by: "one-time" } | { readonly by: "recovery"; readonly left: number };

export interface SetUp {
  readonly secret: string;
  readonly uri: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

export function isOn(columns: Pick<TwoStepColumns, "twoStepRecovery"> | null): boolean {
  return columns !== null && columns.twoStepRecovery !== null;
}

export async function twoStepStateOf(from: Reader, owner: TwoStepOwner): Promise<TwoStepState> {
  const kept = await findTwoStep(from, owner);
  const recovery = kept?.twoStepRecovery ?? null;
  const since = recovery === null ? null : (kept?.twoStepAt ?? null);
  return { isOn: recovery !== null, onSince: since === null ? null : toInstant(since), recoveryCodesLeft: recovery?.length ?? 0 };
}

export async function isTwoStepOn(from: Reader, owner: TwoStepOwner): Promise<boolean> {
  return isOn(await findTwoStep(from, owner));
}

/** A new secret that waits for its first code; one that waited before is void. 409 when it is on. */
export async function beginSetUp(
  deps: TwoStepDeps,
  tx: Tx,
  { actor, account }: { actor: TwoStepActor; account: string },
): Promise<Result<SetUp, Refusal>> {
  const { owner } = actor;
  const now = deps.clock.now();
  const secret = newCodeSecret(deps.random);
  const stored = sealSecret(secret, { key: deps.settings.twoStepKey, ownerId: owner.id, random: deps.random });
  if (!(await beginTwoStep(tx, owner, { secret: stored, now }))) return alreadyOn;
  await note(tx, { actor, action: "two-step.begun", at: now });
  return ok({ secret, uri: enrolmentUri(secret, account), expiresAt: now + setUpMs });
}

/** The first code switches it on; answers the recovery codes, which are shown once. */
export async function confirmSetUp(
  deps: TwoStepDeps,
  tx: Tx,
  { actor, typed }: { actor: TwoStepActor; typed: string },
): Promise<Result<string[], Refusal>> {
  const { owner } = actor;
  const now = deps.clock.now();
  const columns = await findTwoStep(tx, owner);
  if (isOn(columns)) return alreadyOn;
  const waits = columns?.twoStepSecret ?? null;
  if (waits === null || now >= (columns?.twoStepAt ?? 0) + setUpMs) return notBegun;
  const read = readCode(typed);
  const counted = await beginCodeTry(tx, tryOf(deps, actor, read));
  if (!counted.ok) return counted;
  const step = stepIn(deps, { stored: waits, read, ownerId: owner.id });
  if (step === null) return notValid;
  const codes = newRecoveryCodes(deps.random);
  const recovery = codes.map((code) => recoveryHash(owner.id, code));
  if (!(await switchOnTwoStep(tx, owner, { secret: waits, step, recovery, now }))) return notBegun;
  await succeedCodeTry(tx, tryOf(deps, actor, read));
  await note(tx, { actor, action: "two-step.switched-on", at: now });
  return ok(codes);
}

/** Uses a code up, of the app or a recovery code. Refused: it is not good, was used before, or too many were tried. */
export async function takeSecondStep(
  deps: TwoStepDeps,
  tx: Tx,
  { actor, typed }: { actor: TwoStepActor; typed: string },
): Promise<Result<SecondStepTaken, Refusal>> {
  const read = readCode(typed);
  const attempt = tryOf(deps, actor, read);
  const counted = await beginCodeTry(tx, attempt);
  if (!counted.ok) return counted;
  const columns = await findTwoStep(tx, actor.owner);
  const taken = columns === null ? null : await takeCode(deps, tx, { actor, read, columns });
  if (taken === null) return notValid;
  await succeedCodeTry(tx, attempt);
  return ok(taken);
}

/** Forgets secret and recovery codes. Prove the person first. */
export async function endTwoStep(deps: TwoStepDeps, tx: Tx, actor: TwoStepActor): Promise<void> {
  await clearTwoStep(tx, actor.owner);
  await note(tx, { actor, action: "two-step.switched-off", at: deps.clock.now() });
}

/** Ten new recovery codes in place of those that are left. Prove the person first. */
export async function renewRecoveryCodes(deps: TwoStepDeps, tx: Tx, actor: TwoStepActor): Promise<Result<string[], Refusal>> {
  const { owner } = actor;
  const from = (await findTwoStep(tx, owner))?.twoStepRecovery ?? null;
  const codes = newRecoveryCodes(deps.random);
  const to = codes.map((code) => recoveryHash(owner.id, code));
  if (from === null || !(await replaceRecoveryCodes(tx, owner, { from, to }))) return notValid;
  await note(tx, { actor, action: "two-step.recovery-codes-renewed", at: deps.clock.now() });
  return ok(codes);
}

interface Presented {
  readonly actor: TwoStepActor;
  readonly read: ReadCode;
  readonly columns: TwoStepColumns;
}

async function takeCode(deps: TwoStepDeps, tx: Tx, presented: Presented): Promise<SecondStepTaken | null> {
  const { actor, read, columns } = presented;
  const { twoStepSecret: stored, twoStepRecovery } = columns;
  if (stored === null || twoStepRecovery === null) return null;
  if (read.is === "recovery") return takeRecoveryCode(deps, tx, { actor, hashes: twoStepRecovery, text: read.text });
  const step = stepIn(deps, { stored, read, ownerId: actor.owner.id });
  return step !== null && (await takeCodeStep(tx, actor.owner, step)) ? { by: "one-time" } : null;
}

async function takeRecoveryCode(
  deps: TwoStepDeps,
  tx: Tx,
  { actor, hashes, text }: { actor: TwoStepActor; hashes: string[]; text: string },
): Promise<SecondStepTaken | null> {
  const to = withoutCode(hashes, recoveryHash(actor.owner.id, text));
  if (to === null || !(await replaceRecoveryCodes(tx, actor.owner, { from: hashes, to }))) return null;
  const after = { left: to.length };
  await note(tx, { actor, action: "two-step.recovery-code-used", at: deps.clock.now(), after });
  return { by: "recovery", left: to.length };
}

/** The step of a one-time code under the stored secret; null when it is none. */
function stepIn(
  { clock, settings, log }: TwoStepDeps,
  { stored, read, ownerId }: { stored: string; read: ReadCode; ownerId: string },
): number | null {
  if (read.is !== "one-time") return null;
  const secret = openSecret(stored, { key: settings.twoStepKey, ownerId });
  if (secret === null) log.error("two-step.unreadable", { ownerId });
  return secret === null ? null : stepOfCode(secret, read.digits, clock.now());
}

function tryOf({ clock, settings }: TwoStepDeps, { owner, knownBrowser }: TwoStepActor, read: ReadCode) {
  const isRecovery = read.is === "recovery";
  return { ownerId: owner.id, knownBrowser, isRecovery, now: clock.now(), factor: settings.rateLimitFactor };
}

async function note(tx: Tx, row: { actor: TwoStepActor; action: string; at: number; after?: object }): Promise<void> {
  const { actor, ...entry } = row;
  const { kind, id } = actor.owner;
  await audit(tx, { ...entry, actorKind: kind, actorId: id, subjectKind: kind, subjectId: id, request: actor.request });
}

const notValid = refuse("SECOND_FACTOR_REQUIRED", { message: "That code is not valid" });
const alreadyOn = refuse("STALE", { message: "Two-step sign-in is on already" });
const notBegun = refuse("STALE", { message: "This set-up has ended. Start it again." });
