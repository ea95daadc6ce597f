/** Shares on both doors: given, changed, listed, ended, taken back. Rights on the stream are proved in ../live/rights.test.ts. */
import { mostSharesPerDevice, Share } from "@relaydeck/contract/shares";
import { listAudit } from "@relaydeck/db/audit/store";
import { updateDevice } from "@relaydeck/db/devices/store";
import { listMails } from "@relaydeck/mail/outbox";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { shareDoors, shareIn, type ShareDoor } from "../testing/sharing.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
let device: OwnedDevice;
let maria: Person;
let alex: Person;
beforeAll(async () => void ({ product, close } = await startProduct()));
afterAll(() => close());
beforeEach(async () => {
  [maria, alex] = [await addPerson(product), await addPerson(product, { firstName: "Alex", lastName: "Berg" })];
  device = await addDevice(product, maria);
});

const wish = (over: object = {}) => ({ deviceId: device.id, sharedWithEmail: alex.email, ...over });
const sees = async ({ browser }: Person) =>
  ((await browser.get("/api/shared-devices")).json as { id: string }[]).map(({ id }) => id);
const listed = async (door: ShareDoor, of = device) => z.array(Share).parse((await door.list(maria, of.id)).body);
const restore = (person: Person, shareId: string) => person.browser.mutate("shares.restore", { shareId });
const codeOf = (answer: { json: unknown }) => (answer.json as { error?: { data: { code: string } } }).error?.data.code ?? "ok";

describe.each(shareDoors)("over $name", (door) => {
  test("[D51] a share is answered whole, with the address of the other person and no name", async () => {
    const expiresAt = new Date(product.clock.now() + 3_600_000).toISOString();
    const given = await door.create(maria, wish({ permission: "control", expiresAt }));
    const shown = {
      id: expect.stringMatching(/^shr_/) as unknown,
      deviceId: device.id,
      ownerId: maria.userId,
      sharedWithId: alex.userId,
      permission: "control",
      sharedAt: new Date(product.clock.now()).toISOString(),
      expiresAt,
      isActive: true,
      pending: false,
      sharedWith: { email: alex.email },
      owner: { firstName: "Maria", lastName: "Lind", email: maria.email },
      device: { id: device.id, name: `Device ${device.serial}`, serialNumber: device.serial },
    };
    expect([given.status, given.body]).toEqual([door.name === "REST" ? 201 : 200, { ...shown, message: "Device shared" }]);
    expect(await listed(door)).toEqual([shown]);
    expect(given.answer.text).not.toContain("Berg");
  });

  test("[AZ-6] a second share to the same person changes the one row, and REST says 200 for it", async () => {
    const first = shareIn(await door.create(maria, wish({ permission: "control" })));
    const second = await door.create(maria, wish({ sharedWithEmail: ` ${alex.email.toUpperCase()} ` }));
    expect(second.status).toBe(200);
    expect(shareIn(second)).toEqual({ ...first, permission: "view" });
    expect(await listed(door)).toHaveLength(1);
    expect((await alex.browser.get("/api/devices")).json).toEqual([]);
  });

  test("[AZ-6, D44] oneself, a past end, an end without offset, or anything that is not in the contract is refused", async () => {
    const past = new Date(product.clock.now()).toISOString();
    const wrong: [object, number, string, string][] = [
      [wish({ sharedWithEmail: maria.email }), 400, "SELF_SHARE", "You cannot share a device with yourself"],
      [wish({ expiresAt: past }), 400, "EXPIRY_PAST", "Choose a time in the future."],
      [wish({ expiresAt: "2030-01-01T00:00:00" }), 400, "VALIDATION", "Use an ISO date and time with an offset"],
      [wish({ permission: "owner" }), 400, "VALIDATION", ""],
      [wish({ ownerId: alex.userId }), 400, "VALIDATION", ""],
      [{ sharedWithEmail: alex.email }, 400, "VALIDATION", "Device ID is required"],
      [wish({ deviceId: "" }), 400, "VALIDATION", "Device ID is required"],
      [{ deviceId: device.id }, 400, "VALIDATION", "Invalid email address"],
    ];
    for (const [body, status, code, message] of wrong) {
      const refused = await door.create(maria, body);
      expect([body, refused.status, refused.body["code"]]).toEqual([body, status, code]);
      expect(refused.body["message"]).toContain(message);
    }
    expect(await listed(door)).toEqual([]);
  });

  test("[ML-8] what is not exactly one address is refused, and nothing is mailed", async () => {
    const before = (await listMails(product.store)).length;
    const many = [
      "a@x,b@y",
      '"a@evil x"@good.test',
      "friends: a@x.test;",
      "<a@x.test>",
      "a@x.test (me)",
      "a",
      `${"a".repeat(250)}@x.test`,
    ];
    for (const sharedWithEmail of many) {
      const refused = await door.create(maria, wish({ sharedWithEmail }));
      expect([sharedWithEmail, refused.status, refused.body["message"]]).toEqual([sharedWithEmail, 400, "Invalid email address"]);
    }
    expect((await listMails(product.store)).length).toBe(before);
  });

  test("[AZ-6] a sharee can neither share on, nor raise, list or end what others have", async () => {
    const nina = await addPerson(product);
    shareIn(await door.create(maria, wish({ permission: "control" })));
    const ninas = shareIn(await door.create(maria, wish({ sharedWithEmail: nina.email })));
    for (const person of [alex, nina]) {
      for (const email of [person.email, "third@relaydeck.test"])
        expect((await door.create(person, wish({ sharedWithEmail: email, permission: "control" }))).status).toBe(403);
      expect((await door.list(person, device.id)).status).toBe(403);
    }
    expect((await door.revoke(alex, ninas.id)).status).toBe(404);
    expect(await sees(nina)).toEqual([device.id]);
    expect(await listed(door)).toHaveLength(2);
  });

  test("[AZ-3, AZ-4] shares of other people, other kinds of id and nothing at all read the same: 404, to the letter", async () => {
    const other = await addDevice(product, alex);
    const foreign = shareIn(await door.create(alex, { deviceId: other.id, sharedWithEmail: "x@relaydeck.test" }));
    const given = shareIn(await door.create(maria, wish()));
    const nobodys = "0".repeat(22);
    const answers = [
      ...(await Promise.all(
        [foreign.id, `shr_${nobodys}`, `inv_${nobodys}`, device.id, "shr_"].map((id) => door.revoke(maria, id)),
      )),
      ...(await Promise.all([other.id, `dev_${nobodys}`, given.id].map((id) => door.list(maria, id)))),
      await door.create(maria, wish({ deviceId: other.id })),
      await door.create(maria, wish({ deviceId: given.id })),
    ];
    expect(new Set(answers.map(({ status, answer }) => `${status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await listed(door)).map(({ id }) => id)).toEqual([given.id]);
    expect(
      z
        .array(Share)
        .parse((await door.list(alex, other.id)).body)
        .map(({ id }) => id),
    ).toEqual([foreign.id]);
  });

  test("[AD-7] who owned the device before neither lists nor ends anything of it", async () => {
    const given = shareIn(await door.create(maria, wish()));
    await product.store.write((tx) => updateDevice(tx, { id: device.id }, { ownerId: null, ownedSince: null }));
    expect([(await door.list(maria, device.id)).status, (await door.revoke(maria, given.id)).status]).toEqual([404, 404]);
    expect(await sees(alex)).toEqual([]);
  });

  test("[AZ-1] the owner revokes and the sharee leaves by the same call; repeated, it says the same", async () => {
    for (const person of [maria, alex]) {
      const given = shareIn(await door.create(maria, wish()));
      for (let time = 0; time < 2; time += 1) {
        const ended = await door.revoke(person, given.id);
        expect([ended.status, ended.body]).toEqual([200, { id: given.id, message: "Access revoked" }]);
      }
      expect([await sees(alex), await listed(door)]).toEqual([[], []]);
    }
    const told = (await listAudit(product.store.read, { limit: 10 })).filter(({ action }) => action === "share.ended");
    expect(told.slice(0, 2).map(({ actorId, after }) => [actorId, after])).toEqual([
      [alex.userId, { reason: "left" }],
      [maria.userId, { reason: "revoked" }],
    ]);
  });

  test("[checklist 5] a device has at most 50 shares and invitations; changing one of them needs no room", async () => {
    const people = Array.from({ length: mostSharesPerDevice }, (_, index) => `guest${index}@relaydeck.test`);
    for (const sharedWithEmail of people.slice(1)) shareIn(await door.create(maria, wish({ sharedWithEmail })));
    const last = await Promise.all(
      [alex.email, "one.more@relaydeck.test"].map((sharedWithEmail) => door.create(maria, wish({ sharedWithEmail }))),
    );
    expect(last.filter(({ status }) => status < 400)).toHaveLength(1);
    expect(last.find(({ status }) => status >= 400)).toMatchObject({ status: 409, body: { code: "LIMIT_REACHED" } });
    expect((await door.create(maria, wish({ sharedWithEmail: people[1], permission: "control" }))).status).toBe(200);
    expect(await listed(door)).toHaveLength(mostSharesPerDevice);
  });
});

test("[AZ-6] 20 shares at once over both doors make one row, and it is new once", async () => {
  const [rest, rpc] = shareDoors as [ShareDoor, ShareDoor];
  const doors = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? rest : rpc));
  const answers = await Promise.all(doors.map((door) => door.create(maria, wish())));
  expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
  expect(answers.filter(({ status }) => status > 201)).toEqual([]);
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
  expect(await listed(rest)).toHaveLength(1);
});

describe("a revocation is taken back", () => {
  const rest = () => shareDoors[0] as ShareDoor;

  test("[C6, WS-5] the same share holds again, and the other person's stream says so at once", async () => {
    const given = shareIn(await rest().create(maria, wish({ permission: "control" })));
    const viewer = await Viewer.watch(product, alex);
    await rest().revoke(maria, given.id);
    await until(() => viewer.ofKind("access-ended").length === 1);
    const back = await restore(maria, given.id);
    expect((back.json as { result: { data: object } }).result.data).toEqual({ ...given, message: "Access restored" });
    await until(() => viewer.ofKind("access-granted").length === 1);
    expect(viewer.world().devices.map(({ id, userPermission }) => [id, userPermission])).toEqual([[device.id, "control"]]);
    viewer.close();
  });

  test("[AZ-6] nobody but the owner takes one back, and not what was left, has ended by time, or was given anew", async () => {
    const given = shareIn(await rest().create(maria, wish()));
    await rest().revoke(maria, given.id);
    expect([codeOf(await restore(alex, given.id)), codeOf(await restore(await addPerson(product), given.id))]).toEqual([
      "NOT_FOUND",
      "NOT_FOUND",
    ]);
    const anew = shareIn(await rest().create(maria, wish({ permission: "control" })));
    expect(codeOf(await restore(maria, given.id))).toBe("UNDO_NOT_POSSIBLE");
    await rest().revoke(alex, anew.id);
    expect(codeOf(await restore(maria, anew.id))).toBe("UNDO_NOT_POSSIBLE");
    const short = shareIn(await rest().create(maria, wish({ expiresAt: new Date(product.clock.now() + 1_000).toISOString() })));
    await rest().revoke(maria, short.id);
    await product.advance(1_000);
    expect(codeOf(await restore(maria, short.id))).toBe("UNDO_NOT_POSSIBLE");
    expect(await sees(alex)).toEqual([]);
  });

  test("an invitation taken back and restored keeps its link", async () => {
    const invited = shareIn(await rest().create(maria, wish({ sharedWithEmail: "later@relaydeck.test" })));
    await rest().revoke(maria, invited.id);
    expect(await listed(rest())).toEqual([]);
    expect(codeOf(await restore(maria, invited.id))).toBe("ok");
    expect(await listed(rest())).toEqual([invited]);
  });
});

test("leaving is for the sharee alone, and ends the right at once", async () => {
  const rest = shareDoors[0] as ShareDoor;
  const given = shareIn(await rest.create(maria, wish()));
  const leave = (person: Person) => person.browser.mutate("shares.leave", { shareId: given.id });
  expect([(await leave(maria)).status, (await leave(await addPerson(product))).status, (await leave(alex)).status]).toEqual([
    404, 404, 200,
  ]);
  expect([await sees(alex), await listed(rest)]).toEqual([[], []]);
});
