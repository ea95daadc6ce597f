/** Whose account a stranger may begin anew, or have removed: nobody's but one that has nobody. */
import { findUserById, updateUser } from "@relaydeck/db/accounts/store";
import { findDevice } from "@relaydeck/db/devices/store";
import { storedDevice } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import type { Store } from "@relaydeck/db/store";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";
import { withMaria } from "../testing/signed-in.ts";

const eve = { email: "eve@relaydeck.test", password: "the stranger's own", firstName: "Eve", lastName: "Stern" };
const taken = { refusal: { code: "EMAIL_TAKEN" } };

/** Maria owns a device; an administrator takes the verification of her address back. */
async function unverified(store: Store, over: { quiet?: boolean } = {}) {
  const house = accountsHouse(store, over);
  const { userId, browser } = await withMaria(house);
  const { id: deviceId } = await storedDevice(store, { ownerId: userId });
  await store.write((tx) => updateUser(tx, { id: userId }, { emailVerified: false }));
  await house.clock.advance(1_000);
  return { house, userId, deviceId, browser };
}

/** Eve, signed in, with a link that confirms Maria's address: as if it had been sent before Maria had it. */
async function eveWithLinkTo(house: AccountsHouse, email: string) {
  const browser = house.browser({ address: "198.51.100.66" });
  await (await browser.auth()).register(eve);
  await (await browser.auth()).verifyEmail({ token: await house.mailedToken() });
  await (await browser.auth()).login({ email: eve.email, password: eve.password });
  await house.clock.advance(1_000);
  await (await browser.auth()).changeEmail({ email, currentPassword: eve.password });
  const token = await house.mailedToken("confirm-email");
  await house.clock.advance(1_000);
  return { browser, token };
}

describeOnStores("an account whose verification was taken back", (fresh) => {
  test("[AC-5, D11] no registration begins it anew: password, names, devices and links stay, and the answer is as for a verified one", async () => {
    const { house, userId, deviceId } = await unverified(fresh().store);
    const before = await house.userRow();
    const mails = (await listMails(house.store)).length;
    const stranger = await house.browser({ address: "198.51.100.66" }).auth();
    await expect(stranger.register({ ...eve, email: maria.email })).rejects.toMatchObject(taken);
    expect(await house.userRow()).toEqual(before);
    expect(await listMails(house.store)).toHaveLength(mails);
    expect((await findDevice(house.store.read, deviceId))?.ownerId).toBe(userId);
    const auth = await house.browser().auth();
    await auth.resendVerification({ email: maria.email });
    await auth.verifyEmail({ token: await house.mailedToken() });
    expect(await auth.login({ email: maria.email, password: maria.password })).toMatchObject({ id: userId });
  });

  test("[AC-5, D11] where registration is quiet its owner is told, and nothing changes", async () => {
    const { house } = await unverified(fresh().store, { quiet: true });
    const before = await house.userRow();
    const stranger = await house.browser({ address: "198.51.100.66" }).auth();
    expect(await stranger.register({ ...eve, email: maria.email })).toMatchObject({ firstName: "Eve", emailVerified: false });
    expect(await house.userRow()).toEqual(before);
    expect((await listMails(house.store))[0]).toMatchObject({ to: maria.email, subject: "You already have a Relaydeck account" });
  });

  test("[AC-9] nobody else's change of address takes it, nor one whose link was sent before", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, token } = await eveWithLinkTo(house, maria.email);
    const { userId } = await withMaria(house);
    const { id: deviceId } = await storedDevice(house.store, { ownerId: userId });
    await house.store.write((tx) => updateUser(tx, { id: userId }, { emailVerified: false }));
    await expect((await browser.auth()).confirmEmail({ token })).rejects.toMatchObject(taken);
    await expect((await browser.auth()).changeEmail({ email: maria.email, currentPassword: eve.password })).rejects.toMatchObject(
      taken,
    );
    expect(await findUserById(house.store.read, userId)).toMatchObject({ email: maria.email, deletedAt: null });
    expect((await findDevice(house.store.read, deviceId))?.ownerId).toBe(userId);
  });

  test("[AC-5, AC-9] neither gives one way that nobody verified but that was given a device", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, token } = await eveWithLinkTo(house, maria.email);
    const { id: ownerId } = await (await house.browser().auth()).register(maria);
    await storedDevice(house.store, { ownerId });
    await expect((await browser.auth()).confirmEmail({ token })).rejects.toMatchObject(taken);
    await expect((await house.browser().auth()).register({ ...maria, password: eve.password })).rejects.toMatchObject(taken);
    expect(await house.userRow()).toMatchObject({ id: ownerId });
  });
});
