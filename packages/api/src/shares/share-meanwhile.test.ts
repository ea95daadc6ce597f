/**
 * A right on a device begins in the very instant in which its person's account goes, or is prolonged in the one in which time
 * would end it. On Postgres both run at once. [AD-5, AZ-6, WS-5]
 */
import { lockDevice, lockUser } from "@relaydeck/db/accounts/lock";
import { updateUser } from "@relaydeck/db/accounts/store";
import { findShare, listSharesOfDevice, updateShare } from "@relaydeck/db/shares/store";
import type { Store, Tx } from "@relaydeck/db/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { assert, present } from "@relaydeck/kit/assert";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { endAccount } from "../accounts/end-account.ts";
import type { Caller } from "../caller.ts";
import { consoleHouse } from "../testing/console-house.ts";
import { request } from "../testing/device-house.ts";
import { whileChanging } from "../testing/while-changing.ts";
import { acceptInvite } from "./accept-invite.ts";
import { endExpiredShares, endShare } from "./end-shares.ts";
import { restoreShare } from "./restore-share.ts";
import { shareDevice } from "./share-device.ts";

/** Maria's device, on which Nina has no right yet. */
async function aLife(store: Store) {
  const house = await consoleHouse(store);
  const [maria, nina] = [await house.person("Maria"), await house.person("Nina")];
  const device = await house.device({ ownerId: maria.id });
  const by = (userId: string): { caller: Caller; request: typeof request } => ({ caller: { userId, sessionId: null }, request });
  const share = () =>
    shareDevice(house.deps, {
      ...by(maria.id),
      ...{ deviceId: device.id, email: nina.email, permission: "control", expiresAt: null },
    });
  return { ...house, maria, nina, device, by, share };
}

type Life = Awaited<ReturnType<typeof aLife>>;

/** As an administrator does it. */
async function deleteNina({ deps, nina }: Life, tx: Tx): Promise<void> {
  const user = present(await lockUser(tx, nina.id), "She has an account");
  await endAccount(deps, tx, { user, deletedBy: "admin", by: { actorKind: "admin", actorId: "adm_root", request } });
}

/** She was invited before her address was verified. */
async function invited({ store, nina, share }: Life): Promise<string> {
  const { id } = nina;
  await store.write((tx) => updateUser(tx, { id }, { emailVerified: false }));
  await share();
  await store.write((tx) => updateUser(tx, { id }, { emailVerified: true }));
  const mails = (await listMails(store)).map(({ text }) => text).join();
  return present(/accept-invite\?token=([\w-]{43})/.exec(mails)?.[1], "She has a mail");
}

/** Nina was given a right, and it was taken back. */
async function revoked({ deps, maria, by, share }: Life): Promise<string> {
  const shared = await share();
  assert(shared.ok, "She has an account");
  const { id: shareId } = shared.value.share;
  await endShare(deps, { ...by(maria.id), shareId });
  return shareId;
}

/** How she would get a right: what is to be done at that instant, and its answer. */
const ways: readonly { what: string; prepare: (life: Life) => Promise<() => Promise<unknown>>; answer: object }[] = [
  {
    what: "is given one",
    prepare: async ({ share }) => share,
    answer: { ok: true, value: { share: { pending: true, sharedWithId: null } } },
  },
  {
    what: "is given back what was taken",
    prepare: async (life) => {
      const shareId = await revoked(life);
      return () => restoreShare(life.deps, { ...life.by(life.maria.id), shareId });
    },
    answer: { ok: false, error: { code: "UNDO_NOT_POSSIBLE" } },
  },
  {
    what: "accepts an invitation",
    prepare: async (life) => {
      const token = await invited(life);
      return () => acceptInvite(life.deps, { ...life.by(life.nina.id), token });
    },
    answer: { ok: false, error: { code: "TOKEN_INVALID" } },
  },
  {
    what: "gets back what went with the owner",
    prepare: async ({ admin, maria: { id: userId }, share }) => {
      await share();
      await admin.removeUser({ userId });
      return () => admin.restoreUser({ userId });
    },
    answer: { message: "User restored" },
  },
];

describeOnStores("Nina's right on Maria's device", (fresh) => {
  test.each(ways)(
    "[AD-5] she $what in the instant in which her account is deleted, and has none",
    async ({ prepare, answer }) => {
      const life = await aLife(fresh().store);
      const { store, device } = life;
      const act = await prepare(life);
      expect(await whileChanging(store, (tx) => deleteNina(life, tx), act)).toMatchObject(answer);
      expect(await listSharesOfDevice(store.read, device.id)).toEqual([]);
    },
  );

  test.each(ways)(
    "[AD-5] she $what and her account is deleted at once: one after the other, and she has none",
    async ({ prepare }) => {
      const life = await aLife(fresh().store);
      const { store, device, nina, admin } = life;
      const act = await prepare(life);
      const [, removed] = await Promise.all([act(), admin.removeUser({ userId: nina.id })]);
      expect(removed).toMatchObject({ id: nina.id });
      expect(await listSharesOfDevice(store.read, device.id)).toEqual([]);
    },
  );

  test("[AZ-6, WS-5] it is prolonged in the instant in which time would end it, and goes on to its new end", async () => {
    const life = await aLife(fresh().store);
    const { store, deps, clock, device, nina } = life;
    const id = await life.share().then((shared) => (shared.ok ? shared.value.share.id : "none"));
    const endsIn = (tx: Tx, ms: number) => updateShare(tx, id, { expiresAt: clock.now() + ms });
    await store.write((tx) => endsIn(tx, 1_000));
    await clock.advance(1_000);
    await whileChanging(
      store,
      async (tx) => {
        await lockDevice(tx, device.id);
        await endsIn(tx, 1_000);
      },
      () => endExpiredShares(deps),
    );
    expect(await findShare(store.read, id)).toMatchObject({ isActive: true, endedAt: null, sharedWithId: nina.id });
    await clock.advance(1_000);
    await endExpiredShares(deps);
    expect(await findShare(store.read, id)).toMatchObject({ isActive: false, endedReason: "expired" });
  });
});
