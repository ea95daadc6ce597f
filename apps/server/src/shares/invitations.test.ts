/** Invitations to addresses without an account, on both doors: the mail, its link, and what it may cost. [D43] */
import { Share } from "@relaydeck/contract/shares";
import { listAudit } from "@relaydeck/db/audit/store";
import { present } from "@relaydeck/kit/assert";
import { jsonLog } from "@relaydeck/kit/log";
import { listMails, type MailView } from "@relaydeck/mail/outbox";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { addAccount, mailedToken } from "../testing/accounts.ts";
import { addDevice, addPerson, signedIn, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { join, shareDoors, shareIn } from "../testing/sharing.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const lines: string[] = [];
let product: Product;
let close: () => Promise<void>;
let device: OwnedDevice;
let maria: Person;
let invited = 0;
let address: string;
beforeAll(async () => {
  const log = jsonLog({ level: "debug", now: () => 0, write: (line) => void lines.push(line) });
  ({ product, close } = await startProduct({ log }));
});
afterAll(() => close());
beforeEach(async () => {
  maria = await addPerson(product);
  device = await addDevice(product, maria);
  address = `invited${(invited += 1)}@relaydeck.test`;
});

const wish = (over: object = {}) => ({ deviceId: device.id, sharedWithEmail: address, ...over });
const mailTo = async (to: string): Promise<MailView> =>
  present(
    (await listMails(product.store)).find((mail) => mail.to === to),
    "A mail went there",
  );
const tokenFor = (to: string) => mailedToken(product, to, "accept-invite");
const shared = async ({ browser }: Person) =>
  ((await browser.get("/api/shared-devices")).json as { id: string; userPermission: string }[]).map(({ id, userPermission }) => [
    id,
    userPermission,
  ]);
const invalid = { code: "TOKEN_INVALID", message: "This link is not valid any more." };

describe.each(shareDoors)("over $name", (door) => {
  const listed = async () => z.array(Share).parse((await door.list(maria, device.id)).body);

  test("[AC-6] an invitation becomes a share only by its link, opened by the account of that address", async () => {
    const made = await door.create(maria, wish({ permission: "control" }));
    const pending = shareIn(made);
    expect(made.status).toBe(door.name === "REST" ? 201 : 200);
    expect(pending).toMatchObject({
      pending: true,
      isActive: false,
      sharedWithId: null,
      sharedWith: { email: address },
      permission: "control",
    });
    expect(pending.id).toMatch(/^inv_/);
    expect(await listed()).toEqual([pending]);
    const nina = await join(product, address);
    expect([await shared(nina), await listed()]).toEqual([[], [pending]]);
    const token = await tokenFor(address);
    const accepted = await door.accept(nina, token);
    expect([accepted.status, accepted.body["message"]]).toEqual([200, "Invitation accepted"]);
    expect(shareIn(accepted)).toMatchObject({ pending: false, isActive: true, sharedWithId: nina.userId, permission: "control" });
    expect(await shared(nina)).toEqual([[device.id, "control"]]);
    expect(await listed()).toEqual([shareIn(accepted)]);
    expect((await door.accept(nina, token)).body).toMatchObject(invalid);
  });

  test("[AC-6, ML-1] any other account, and nobody signed in, finds the link invalid, and it stays good for its own", async () => {
    shareIn(await door.create(maria, wish()));
    const token = await tokenFor(address);
    for (const person of [maria, await addPerson(product)]) {
      const refused = await door.accept(person, token);
      expect([refused.status, refused.body]).toEqual([400, expect.objectContaining(invalid)]);
    }
    const nobody = await door.accept({ ...maria, browser: product.browser() }, token);
    expect([nobody.status, nobody.body["code"]]).toEqual([401, "SESSION_REQUIRED"]);
    expect((await door.accept(await join(product, address), token)).status).toBe(200);
  });

  test("[ML-1] the link holds 256 random bits, kept as a hash alone, for seven days; the newest one counts", async () => {
    const first = shareIn(await door.create(maria, wish({ permission: "control" })));
    const old = await tokenFor(address);
    await product.advance(1_000);
    const second = await door.create(maria, wish());
    expect([second.status, shareIn(second)]).toEqual([200, { ...first, permission: "view" }]);
    const token = await tokenFor(address);
    expect([Buffer.from(token, "base64url").length, token === old]).toEqual([32, false]);
    const { read } = product.store;
    const kept = JSON.stringify([await read.db.select().from(read.t.shareInvites), await listAudit(read, { limit: 50 })]);
    expect([kept.includes(token), kept.includes(createHash("sha256").update(token).digest("hex"))]).toEqual([false, true]);
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
    const nina = await join(product, address);
    expect((await door.accept(nina, old)).body).toMatchObject(invalid);
    await product.age(7 * dayMs - 2_000);
    maria = await signedIn(product, maria);
    expect((await listed()).map(({ id }) => id)).toEqual([first.id]);
    await product.age(1_000);
    expect(await listed()).toEqual([]);
    expect((await door.accept(await signedIn(product, nina), token)).body).toMatchObject(invalid);
  });

  test("[ML-1] no other link accepts an invitation, and its token opens nothing else", async () => {
    shareIn(await door.create(maria, wish()));
    const token = await tokenFor(address);
    const nina = await join(product, address);
    const verify = await mailedToken(product, address, "verify-email");
    await nina.browser.post("/api/forgot-password", { email: address });
    const reset = await mailedToken(product, address, "reset-password");
    for (const other of [verify, reset, "x", "a".repeat(43)])
      expect((await door.accept(nina, other)).body).toMatchObject(invalid);
    const elsewhere = [
      await nina.browser.get(`/api/verify-email?token=${token}`),
      await nina.browser.post("/api/reset-password", { token, newPassword: "a long enough password" }),
    ];
    expect(elsewhere.map(({ json }) => (json as { code: string }).code)).toEqual(["TOKEN_INVALID", "TOKEN_INVALID"]);
    expect((await nina.browser.mutate("auth.confirmEmail", { token })).status).toBe(400);
    expect((await door.accept(nina, token)).status).toBe(200);
  });

  test("[AC-6, AZ-5] revoked, past the share's own end, or after its device is gone, the link is worth nothing", async () => {
    const nina = await join(product, address);
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => door.revoke(maria, id),
      () => product.advance(60_000),
      () => maria.browser.mutate("auth.deleteAccount", {}),
    ];
    for (const [index, end] of ends.entries()) {
      const other = `other${index}-${address}`;
      const expiresAt = new Date(product.clock.now() + 60_000).toISOString();
      const { id } = shareIn(await door.create(maria, wish({ sharedWithEmail: other, expiresAt })));
      const person = await join(product, other);
      const token = await tokenFor(other);
      await end(id);
      expect((await door.accept(person, token)).body).toMatchObject(invalid);
    }
    expect(await shared(nina)).toEqual([]);
  });

  test("[D43] once the account is verified a share is given at once, and the old link changes nothing any more", async () => {
    shareIn(await door.create(maria, wish({ permission: "control" })));
    const nina = await join(product, address);
    const given = shareIn(await door.create(maria, wish()));
    expect([given.pending, given.sharedWithId]).toEqual([false, nina.userId]);
    expect((await door.accept(nina, await tokenFor(address))).body).toMatchObject(invalid);
    expect([await shared(nina), await listed()]).toEqual([[[device.id, "view"]], [given]]);
  });

  test("[AZ-1] the invited may 'end' what is pending, which ends nothing; to others it does not exist", async () => {
    const { id } = shareIn(await door.create(maria, wish()));
    const nina = await join(product, address);
    expect((await door.revoke(await addPerson(product), id)).status).toBe(404);
    expect((await door.revoke(nina, id)).status).toBe(200);
    expect((await listed()).map((share) => share.id)).toEqual([id]);
    expect((await door.revoke(maria, id)).status).toBe(200);
    expect(await listed()).toEqual([]);
  });
});

test("[ML-7, ML-10] the mail is one letter to one address, in the sender's language, with nobody's text in its subject", async () => {
  const evil = await addPerson(product, { firstName: "Eve\u202E <b>", lastName: "Bcc: all@evil.example" });
  const hers = await addDevice(product, evil);
  await evil.browser.post(
    "/api/device-shares",
    { deviceId: hers.id, sharedWithEmail: address, permission: "control" },
    { "accept-language": "de" },
  );
  const mail = await mailTo(address);
  expect(mail.subject).toBe("Sie sind zu einem Gerät bei Relaydeck eingeladen");
  expect(mail.text).toContain(
    `Eve <b> Bcc: all@evil. example (${evil.email}) möchte das Gerät „Device ${hers.serial}“ mit Ihnen teilen.`,
  );
  expect(mail.text).toContain(`${product.origin}/accept-invite?token=`);
  expect(mail.html).not.toMatch(/<b>|<img|\u202E/);
  const told = JSON.stringify(await listAudit(product.store.read, { limit: 5 }));
  expect([told.includes("invite.sent"), told.includes(address)]).toEqual([true, false]);
});

describe("what invitations may cost", () => {
  let strict: Product;
  let closeStrict: () => Promise<void>;
  let owner: Person;
  let ownDevice: OwnedDevice;
  beforeAll(async () => {
    ({ product: strict, close: closeStrict } = await startProduct({ environment: { RATE_LIMIT_FACTOR: "1" } }));
  });
  afterAll(() => closeStrict());
  beforeEach(async () => {
    await strict.age(dayMs);
    owner = await addAccount(strict);
    ownDevice = await addDevice(strict, owner);
  });
  const invite = (email: string, index = 0) =>
    present(shareDoors[index % 2], "Two doors").create(owner, { deviceId: ownDevice.id, sharedWithEmail: email });
  const statuses = async (emails: readonly string[]) => {
    const all: number[] = [];
    for (const [index, email] of emails.entries()) all.push((await invite(email, index)).status >= 400 ? 429 : 200);
    return all;
  };

  test("[checklist 5] three an hour to one recipient, on both doors together; the fourth waits, and is not kept", async () => {
    const email = `often${invited}@relaydeck.test`;
    expect(await statuses([email, email, email])).toEqual([200, 200, 200]);
    const mails = (await listMails(strict.store)).length;
    const refused = await invite(email);
    expect([refused.status, refused.body["code"], Number(refused.answer.headers["retry-after"]) > 3_000]).toEqual([
      429,
      "RATE_LIMITED",
      true,
    ]);
    expect((await listMails(strict.store)).length).toBe(mails);
    await strict.age(hourMs);
    expect(await statuses([email])).toEqual([200]);
  });

  test("[checklist 5, D43] ten an hour from one address and thirty a day from one person, whether the address has an account or not", async () => {
    const friend = await addPerson(strict);
    const names = (hour: number) => Array.from({ length: 11 }, (_, index) => `h${hour}-${index}@relaydeck.test`);
    for (let hour = 0; hour < 3; hour += 1) {
      expect(await statuses(names(hour))).toEqual([...Array(10).fill(200), 429]);
      await strict.age(hourMs);
    }
    expect(await statuses(["the-31st@relaydeck.test"])).toEqual([429]);
    expect(await statuses([friend.email])).toEqual([429]);
    owner = await addAccount(strict);
    ownDevice = await addDevice(strict, owner);
    expect(await statuses(["of-another@relaydeck.test"])).toEqual([200]);
  });

  test("[checklist 5] twenty tries of a link an hour and address; the right one is not counted", async () => {
    const [rest, rpc] = shareDoors;
    const tries: number[] = [];
    for (let index = 0; index < 21; index += 1)
      tries.push((await (index % 2 === 0 ? rest : rpc)?.accept(owner, "x".repeat(43)))?.status ?? 0);
    expect(tries).toEqual([...Array(20).fill(400), 429]);
  });
});
