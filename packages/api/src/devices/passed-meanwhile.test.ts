/**
 * An administrator gives Maria's device to Alex, and in that very instant Maria's account goes, or she does something with the
 * device: it is Alex's, as he has it, and the audit tells nothing else. On Postgres both run at once. [AD-7, AZ-2]
 */
import { newId } from "@relaydeck/contract/ids";
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { findDeviceEvenDeleted } from "@relaydeck/db/devices/store";
import { listInvites } from "@relaydeck/db/shares/invites";
import { listSharesOfDevice, putShare } from "@relaydeck/db/shares/store";
import type { Store, Tx } from "@relaydeck/db/store";
import { storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import type { Caller } from "../caller.ts";
import { acceptInvite } from "../shares/accept-invite.ts";
import { endShare } from "../shares/end-shares.ts";
import { restoreShare } from "../shares/restore-share.ts";
import { shareDevice } from "../shares/share-device.ts";
import { maria } from "../testing/accounts-house.ts";
import { consoleHouse } from "../testing/console-house.ts";
import { request } from "../testing/device-house.ts";
import { withMaria } from "../testing/signed-in.ts";
import { whileChanging } from "../testing/while-changing.ts";
import { transferDevice } from "./ownership.ts";
import { removeDevice } from "./remove-device.ts";
import { renameDevice } from "./rename-device.ts";

/** Maria's device, seen by Nina. She took Dora's right on it back, and Yves is invited. */
async function aLife(store: Store) {
  const house = await consoleHouse(store);
  const { browser, userId: mariaId } = await withMaria(house);
  const [alex, nina, dora] = [await house.person("Alex"), await house.person("Nina"), await house.person("Dora")];
  const device = await house.device({ ownerId: mariaId, name: "Pump", serialNumber: "P0SIM0007" });
  await house.share(device, nina.id);
  const revoked = await house.share(device, dora.id);
  const by = (userId: string): { caller: Caller; request: typeof request } => ({ caller: { userId, sessionId: null }, request });
  await endShare(house.deps, { ...by(mariaId), shareId: revoked });
  const email = "yves@relaydeck.test";
  await shareDevice(house.deps, { ...by(mariaId), deviceId: device.id, email, permission: "view", expiresAt: null });
  const mails = (await listMails(store)).map(({ text }) => text).join();
  const token = present(/accept-invite\?token=([\w-]{43})/.exec(mails)?.[1], "Yves has a mail");
  const yves = await storedUser(store, { email });
  return { ...house, browser, mariaId, alex, nina, dora, yves, device, revoked, token, by };
}

type Life = Awaited<ReturnType<typeof aLife>>;

/** It is given to Alex, who gives Dora a right on it at once. */
async function pass({ deps, device, alex, dora }: Life, tx: Tx): Promise<void> {
  const locked = present(await lockDevice(tx, device.id), "It is Maria's");
  await transferDevice(deps, tx, { device: locked, ownerId: alex.id, by: { actorKind: "admin", actorId: "adm_root", request } });
  const at = deps.clock.now();
  const right = { deviceId: device.id, ownerId: alex.id, sharedWithId: dora.id, permission: "control" as const };
  await putShare(tx, { id: newId("share", deps.random), ...right, sharedAt: at, updatedAt: at });
}

const refused = (code: string) => ({ ok: false, error: { code } });

/** What happens meanwhile, and its answer. */
const acts: readonly { what: string; act: (life: Life) => Promise<unknown>; answer: object }[] = [
  {
    what: "an administrator deletes her account",
    act: ({ admin, mariaId }) => admin.removeUser({ userId: mariaId }),
    answer: { message: "User deleted successfully" },
  },
  {
    what: "she deletes her account",
    act: async ({ browser }) => (await browser.auth()).deleteAccount({ currentPassword: maria.password }),
    answer: { message: "Account deleted" },
  },
  {
    what: "she removes it",
    act: ({ deps, device, by, mariaId }) => removeDevice(deps, { ...by(mariaId), deviceId: device.id }),
    answer: refused("NOT_FOUND"),
  },
  {
    what: "she renames it",
    act: ({ deps, device, by, mariaId }) => renameDevice(deps, { ...by(mariaId), input: { deviceId: device.id, name: "Well" } }),
    answer: refused("NOT_FOUND"),
  },
  {
    what: "she shares it",
    act: ({ deps, device, by, mariaId, nina: { email } }) =>
      shareDevice(deps, { ...by(mariaId), deviceId: device.id, email, permission: "view", expiresAt: null }),
    answer: refused("NOT_FOUND"),
  },
  {
    what: "she gives a right back that she took",
    act: ({ deps, revoked, by, mariaId }) => restoreShare(deps, { ...by(mariaId), shareId: revoked }),
    answer: refused("NOT_FOUND"),
  },
  {
    what: "somebody accepts her invitation",
    act: ({ deps, token, by, yves }) => acceptInvite(deps, { ...by(yves.id), token }),
    answer: refused("TOKEN_INVALID"),
  },
];

describeOnStores("a device that is given to somebody in the instant in which", (fresh) => {
  test.each(acts)("[AD-7] $what is theirs, and so are the rights on it", async ({ act, answer }) => {
    const life = await aLife(fresh().store);
    const { store, device, alex, dora, mariaId } = life;
    const answered = await whileChanging(
      store,
      (tx) => pass(life, tx),
      () => act(life),
    );
    expect(answered).toMatchObject(answer);
    const row = await findDeviceEvenDeleted(store.read, device.id);
    expect(row).toMatchObject({ ownerId: alex.id, name: "Pump", deletedAt: null });
    const shares = await listSharesOfDevice(store.read, device.id);
    expect(shares.map(({ share }) => [share.ownerId, share.sharedWithId])).toEqual([[alex.id, dora.id]]);
    expect(await listInvites(store.read, { deviceId: device.id, now: life.clock.now() })).toEqual([]);
    const told = (await life.audited()).filter(({ subjectId }) => subjectId === device.id);
    expect(told).toMatchObject([{ action: "device.transferred", before: { ownerId: mariaId }, after: { ownerId: alex.id } }]);
  });

  test("[AD-5, AD-8] its former owner is deleted: undo of that tells of no device that had ended", async () => {
    const life = await aLife(fresh().store);
    const { store, admin, mariaId: userId } = life;
    await whileChanging(
      store,
      (tx) => pass(life, tx),
      () => admin.removeUser({ userId }),
    );
    await admin.restoreUser({ userId });
    expect((await life.audited()).at(-1)).toMatchObject({ action: "user.restored", after: { devices: { ended: 0, back: 0 } } });
    expect(await findDeviceEvenDeleted(store.read, life.device.id)).toMatchObject({ ownerId: life.alex.id });
  });
});
