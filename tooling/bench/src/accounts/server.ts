/**
 * The whole product as a measured process, with accounts of every kind; it also watches its own event loop and how many
 * hashes run at once.
 */
import type { Passwords } from "@relaydeck/api/accounts/passwords";
import type { Deps } from "@relaydeck/api/deps";
import { newId } from "@relaydeck/contract/ids";
import { insertUser } from "@relaydeck/db/accounts/store";
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { answerCalls } from "../process/calls.ts";
import { temporaryFolder } from "../process/temporary-folder.ts";
import { runProduct } from "../product/run-product.ts";
import { startStillCloud } from "../product/still-cloud.ts";
import { emailOf, kinds, password, signers, type Kind } from "./people.ts";

const clock = systemClock();
const random = systemRandom();
const delays = monitorEventLoopDelay({ resolution: 1 });
let hashes = { running: 0, most: 0 };

async function open(): Promise<{ port: number }> {
  const cloud = await startStillCloud(clock);
  const { app, port } = await runProduct({ clock, random, cloudUrl: cloud.url, folder: temporaryFolder("accounts") });
  await addAccounts(app.deps);
  countHashes(app.deps.passwords);
  return { port };
}

const fields: Readonly<Record<Exclude<Kind, "unknown">, object>> = {
  verified: { emailVerified: true },
  unverified: {},
  google: { emailVerified: true, authProvider: "google", passwordHash: null },
  deleted: { emailVerified: true, deletedAt: 1 },
};

/** One of each kind, and those who sign in; all with one hash, or hashing would be most of the opening. */
async function addAccounts({ store, passwords }: Deps): Promise<void> {
  const now = clock.now();
  const common = {
    firstName: "Maria",
    lastName: "Lind",
    passwordHash: await passwords.hash(password),
    createdAt: now,
    updatedAt: now,
  };
  const ofKinds = kinds.flatMap((kind) => (kind === "unknown" ? [] : [{ email: emailOf(kind), ...common, ...fields[kind] }]));
  const ofSigners = signers.map((email) => ({ email, ...common, emailVerified: true }));
  await store.write(async (tx) => {
    for (const user of [...ofKinds, ...ofSigners]) await insertUser(tx, { id: newId("user", random), ...user });
  });
}

/** Around the hashing itself, so that what is counted is not the gate's own word. */
function countHashes(passwords: Passwords): void {
  const verify = passwords.verify.bind(passwords);
  passwords.verify = async (presented, stored) => {
    hashes = { running: hashes.running + 1, most: Math.max(hashes.most, hashes.running + 1) };
    try {
      return await verify(presented, stored);
    } finally {
      hashes = { ...hashes, running: hashes.running - 1 };
    }
  };
}

function beginWatch(): void {
  hashes = { running: 0, most: 0 };
  delays.reset();
  delays.enable();
}

/** Milliseconds between two turns of the event loop, and the most hashes at once, since `beginWatch`. */
function endWatch(): { lagP99: number; mostHashes: number } {
  delays.disable();
  return { lagP99: delays.percentile(99) / 1e6, mostHashes: hashes.most };
}

const handlers = { open, beginWatch, endWatch };
export type AccountsServer = typeof handlers;
answerCalls(handlers);
