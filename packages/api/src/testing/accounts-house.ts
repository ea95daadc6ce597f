/**
 * The accounts noun alone, on a given store: real stories, hashes, sessions and outbox behind the router's caller.
 *
 * A browser here is what a door makes of cookies: it keeps the tokens it is given and presents them again.
 */
import type { UserRow } from "@relaydeck/db/accounts/store";
import { findUserByEmail } from "@relaydeck/db/accounts/store";
import type { Store } from "@relaydeck/db/store";
import { silentLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { listMails } from "@relaydeck/mail/outbox";
import type { AccountsDeps } from "../accounts/accounts-deps.ts";
import { authRouter } from "../accounts/accounts-router.ts";
import { HashGate } from "../accounts/hash-gate.ts";
import type { OpenedSession } from "../accounts/open-session.ts";
import { Passwords } from "../accounts/passwords.ts";
import type { CancelUnsentCommands } from "../accounts/session.ts";
import { SessionActivity } from "../accounts/session-activity.ts";
import { createSessions } from "../accounts/sessions.ts";
import { adminRouter } from "../admin/admin-router.ts";
import { adminBehind } from "../admin/admin-session.ts";
import type { RequestFacts } from "../caller.ts";
import type { Context } from "../context.ts";
import type { Deps } from "../deps.ts";
import { createCallerFactory } from "../procedures.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";

export const maria = { email: "maria@relaydeck.test", password: "pump house at the lake", firstName: "Maria", lastName: "Lind" };

/** Cost of a test's hash: the real algorithm, cheap. */
const testCost = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

export interface AccountsHouse {
  readonly deps: AccountsDeps;
  readonly clock: ManualClock;
  readonly store: Store;
  /** How often the mail worker was woken. */
  woken(): number;
  browser(options?: { address?: string }): TestBrowser;
  /** Token in the newest mail, which leads to the page; `no token` where it leads elsewhere. */
  mailedToken(page?: "verify-email" | "reset-password" | "confirm-email"): Promise<string>;
  userRow(email?: string): Promise<UserRow | null>;
}

export function accountsHouse(
  store: Store,
  over: Partial<AccountsDeps> & { factor?: number; quiet?: boolean } = {},
): AccountsHouse {
  const { factor = 1_000, quiet = false, ...parts } = over;
  const clock = new ManualClock();
  const random = systemRandom();
  let wakes = 0;
  const cancelUnsent: CancelUnsentCommands = (tx, of) => cancelUnsentCommands(tx, of, { clock, random });
  const base = { store, clock, random, log: silentLog, cancelUnsentCommands: cancelUnsent };
  const deps: AccountsDeps = {
    ...base,
    settings: {
      publicUrl: "http://localhost:3000",
      quietRegistration: quiet,
      rateLimitFactor: factor,
      mailFrom: "no-reply@relaydeck.test",
      timeZone: "UTC",
      twoStepKey: null,
      google: null,
    },
    sessions: createSessions(base),
    sessionActivity: new SessionActivity(),
    passwords: new Passwords({ random, cost: testCost }),
    hashGate: new HashGate(),
    google: null,
    wakeMail: () => void (wakes += 1),
    ...parts,
  };
  return {
    deps,
    clock,
    store,
    woken: () => wakes,
    browser: (options) => new TestBrowser(deps, options?.address ?? "203.0.113.9"),
    async mailedToken(page = "verify-email") {
      const mails = await listMails(store);
      return new RegExp(`${page}\\?token=([\\w-]+)`).exec(mails[0]?.text ?? "")?.[1] ?? "no token";
    },
    userRow: (email = maria.email) => findUserByEmail(store.read, email),
  };
}

const createAuthCaller = createCallerFactory(authRouter);
const createAdminCaller = createCallerFactory(adminRouter);

export class TestBrowser {
  readonly #deps: AccountsDeps;
  readonly #address: string;
  sessionToken: string | null = null;
  sessionExpiresAt: number | null = null;
  knownToken: string | null = null;
  challengeToken: string | null = null;
  googleSecret: string | null = null;
  adminToken: string | null = null;
  adminExpiresAt: number | null = null;

  constructor(deps: AccountsDeps, address: string) {
    this.#deps = deps;
    this.#address = address;
  }

  /** Procedures as this browser calls them now, with the caller that its session cookie opens. */
  async auth() {
    const session = this.sessionToken === null ? null : await this.#deps.sessions.validate(this.sessionToken);
    return createAuthCaller(this.context(session === null ? null : { userId: session.userId, sessionId: session.sessionId }));
  }

  /** The same for procedures of administration, which its other cookie opens; `caller`: who it is besides. */
  admin(caller: Context["caller"] = null) {
    return createAdminCaller(this.context(caller));
  }

  get request(): RequestFacts {
    return {
      requestId: "req_test",
      door: "trpc",
      address: this.#address,
      userAgent: "Mozilla/5.0 (X11; Linux) Firefox/140.0",
    };
  }

  /** Keeps what a story opened for it outside the procedures. */
  take({ session, knownToken }: OpenedSession): void {
    this.sessionToken = session.token;
    this.sessionExpiresAt = session.expiresAt;
    this.knownToken = knownToken;
  }

  context(caller: Context["caller"]): Context {
    const deps: object = this.#deps;
    if (!standsForAll(deps)) throw new Error("Accounts need their own part of the deps");
    return {
      deps,
      caller,
      request: this.request,
      signal: new AbortController().signal,
      presentedToken: this.sessionToken,
      presentedChallenge: this.challengeToken,
      setChallenge: (challenge) => {
        this.challengeToken = challenge?.token ?? null;
      },
      presentedGoogleSecret: this.googleSecret,
      setGoogleSecret: (secret) => {
        this.googleSecret = secret?.token ?? null;
      },
      setSession: (session) => {
        this.sessionToken = session?.token ?? null;
        this.sessionExpiresAt = session?.expiresAt ?? null;
      },
      adminSession: () => adminBehind(deps, this.adminToken),
      presentedAdminToken: this.adminToken,
      setAdminSession: (session) => {
        this.adminToken = session?.token ?? null;
        this.adminExpiresAt = session?.expiresAt ?? null;
      },
      presentedKnownToken: this.knownToken,
      setKnownToken: (token) => {
        this.knownToken = token;
      },
    };
  }
}

/** Accounts touch only their own part; what is absent would throw when touched. */
function standsForAll(deps: object): deps is Deps {
  return "sessions" in deps && "store" in deps;
}
