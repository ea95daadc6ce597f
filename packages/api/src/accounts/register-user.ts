/**
 * Somebody registers an address: one account per address, whoever asks how often and however parallel. [AC-1]
 *
 * Until the address is verified the newest password and names replace the old ones and earlier links die [AC-5]; one that
 * has somebody (unclaimed.ts) is refused, or, where registration is quiet, answered like success while its owner gets a mail.
 * Quiet, everybody is answered as the first who names that address. [D11]
 * When the day's mails to that address are used up, no password is kept: links mailed before stay good, and make no password
 * of anybody good; whoever holds the mailbox chooses one by "Forgot password".
 */
import type { Register, User } from "@relaydeck/contract/accounts";
import { newId } from "@relaydeck/contract/ids";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import { findUserByEmail, insertUser, updateUser, type NewUser, type UserRow } from "@relaydeck/db/accounts/store";
import { breaksUnique } from "@relaydeck/db/constraint";
import { deleteMailTokens } from "@relaydeck/db/mail/tokens";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { alreadyRegisteredLetter } from "@relaydeck/mail/account-letters";
import { checkOutbox, postMail } from "@relaydeck/mail/outbox";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { countRegistration, lockRecipient, mayMail } from "../limits/mail-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { checkPassword } from "./password-blocklist.ts";
import { postVerification } from "./post-verification.ts";
import { isUnclaimed } from "./unclaimed.ts";
import { toUser } from "./user-view.ts";

export interface Registering {
  readonly request: RequestFacts;
  readonly input: Register;
}

export async function registerUser(deps: AccountsDeps, registering: Registering): Promise<Result<User, Refusal>> {
  const { input, request } = registering;
  const allowed = checkPassword(input.password, input);
  if (!allowed.ok) return allowed;
  const { rateLimitFactor: factor } = deps.settings;
  const asking = { address: request.address, now: deps.clock.now(), factor };
  const counted = await deps.store.write((tx) => countRegistration(tx, asking));
  return counted.ok ? hashAndKeep(deps, registering) : counted;
}

async function hashAndKeep(deps: AccountsDeps, registering: Registering): Promise<Result<User, Refusal>> {
  const { input } = registering;
  const hashed = await deps.hashGate.run(() => deps.passwords.hash(input.password));
  if (!hashed.ok) return hashed;
  const keep = () => deps.store.write((tx) => keepRegistration(deps, tx, { ...registering, passwordHash: hashed.value }));
  try {
    return await keep();
  } catch (error) {
    // Two first registrations of one address at once: the second finds the account of the first when it looks again.
    if (!breaksUnique(error, "users", ["email"])) throw error;
    return keep();
  }
}

interface Hashed extends Registering {
  readonly passwordHash: string;
}

async function keepRegistration(deps: AccountsDeps, tx: Tx, registering: Hashed): Promise<Result<User, Refusal>> {
  const room = await checkOutbox(tx);
  if (!room.ok) return room;
  tx.afterCommit(deps.wakeMail);
  // Before the user: an account that is just being made has no row to lock yet.
  await lockRecipient(tx, registering.input.email);
  return keepForAddress(deps, tx, registering);
}

async function keepForAddress(deps: AccountsDeps, tx: Tx, registering: Hashed): Promise<Result<User, Refusal>> {
  const existing = await findUserByEmail(tx, registering.input.email);
  if (existing === null) return ok(toUser(await begin(deps, tx, registering)));
  // A verification may have come first.
  const owner = existing.emailVerified ? existing : await lockLivingUser(tx, existing.id);
  // In this moment the account went, or moved to another address: whose is this one now?
  if (owner?.email !== existing.email) return keepForAddress(deps, tx, registering);
  if (!(await isUnclaimed(tx, { user: owner, now: deps.clock.now() }))) return answerTaken(deps, tx, { registering, owner });
  const again = await beginAgain(deps, tx, { registering, user: owner });
  return ok(deps.settings.quietRegistration ? asFirst(deps, registering, again) : toUser(again));
}

async function begin(deps: AccountsDeps, tx: Tx, { input, request, passwordHash }: Hashed): Promise<UserRow> {
  const goes = await mayMail(deps, tx, { email: input.email, for: "other", reaches: true, request });
  const user = await insertUser(tx, newUser(deps, input, goes ? passwordHash : deps.passwords.nobodys()));
  if (goes) await postVerification(deps, tx, { user, language: request.language });
  await audit(tx, { ...whose(user.id, deps.clock.now()), action: "account.registered", request });
  return user;
}

async function beginAgain(
  deps: AccountsDeps,
  tx: Tx,
  { registering, user: before }: { registering: Hashed; user: UserRow },
): Promise<UserRow> {
  const { input, request, passwordHash } = registering;
  const now = deps.clock.now();
  const { id, email } = before;
  const goes = await mayMail(deps, tx, { email, for: "other", reaches: true, request });
  const patch = {
    passwordHash: goes ? passwordHash : deps.passwords.nobodys(),
    firstName: input.firstName,
    lastName: input.lastName,
    updatedAt: now,
  };
  const user = present(await updateUser(tx, { id }, patch), "A locked user stays");
  if (goes) {
    // Links to reset the password that was replaced die too. [ML-4]
    for (const purpose of ["verify", "reset"] as const) await deleteMailTokens(tx, { userId: id, purpose });
    await postVerification(deps, tx, { user, language: request.language });
  }
  await audit(tx, { ...whose(id, now), action: "account.registered-again", request });
  return user;
}

async function answerTaken(
  deps: AccountsDeps,
  tx: Tx,
  { registering, owner }: { registering: Hashed; owner: UserRow },
): Promise<Result<User, Refusal>> {
  if (!deps.settings.quietRegistration) return refuse("EMAIL_TAKEN");
  const { request } = registering;
  if (await mayMail(deps, tx, { email: owner.email, for: "other", reaches: true, request }))
    await postTaken(deps, tx, { owner, request });
  return ok(asFirst(deps, registering, owner));
}

/** What the first who names an address is answered, with an id that is nobody's: it tells nothing of who has it. [D11] */
function asFirst(deps: AccountsDeps, { input, passwordHash }: Hashed, owner: UserRow): User {
  const row = newUser(deps, input, passwordHash);
  return toUser({ ...owner, ...row, profileImageUrl: null, authProvider: "email", emailVerified: false });
}

async function postTaken(
  { settings, clock, random }: AccountsDeps,
  tx: Tx,
  { owner, request }: { owner: UserRow; request: RequestFacts },
): Promise<void> {
  const { publicUrl } = settings;
  const letter = alreadyRegisteredLetter({
    firstName: owner.firstName,
    language: request.language,
    signInUrl: `${publicUrl}/login`,
    resetUrl: `${publicUrl}/forgot-password`,
  });
  const now = clock.now();
  await postMail(tx, { to: owner.email, userId: owner.id, letter, template: "already-registered", now, publicUrl, random });
}

function newUser({ clock, random }: AccountsDeps, input: Register, passwordHash: string) {
  const now = clock.now();
  const { email, firstName, lastName } = input;
  return {
    id: newId("user", random),
    email,
    firstName,
    lastName,
    passwordHash,
    createdAt: now,
    updatedAt: now,
  } satisfies NewUser;
}

function whose(userId: string, at: number) {
  return { at, actorKind: "user", actorId: userId, subjectKind: "user", subjectId: userId } as const;
}
