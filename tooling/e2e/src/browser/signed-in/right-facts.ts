/** Who may do what, how long a share lives, what administrators may change and what ends with an account: asked at the real doors. */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect } from "vitest";
import { adminEnvironment } from "../admin-screens.ts";
import { asAlex, ask, asKeeper, deviceNamed, newcomer, type Answer, type ListedDevice } from "./callers.ts";
import { rangeOf, taken } from "./door-facts.ts";
import type { FactScene, Proofs } from "./facts.ts";
import { home } from "./header-facts.ts";

let accounts = 0;

/** Registers somebody new; the answer of the door. */
async function register(scene: FactScene, password: string): Promise<Answer> {
  accounts += 1;
  const email = `fact${accounts}@relaydeck.test`;
  return ask(scene, "POST /api/auth/register", { email, password, firstName: "New", lastName: "One" });
}

const passwordOf = (length: number) => "Kx9-vane quill ".repeat(20).slice(0, length);

/** Changes the administrator's own password to each tried, and back. */
function administratorsRange(scene: FactScene) {
  return asKeeper(scene, async (say) => {
    let currentPassword: string = adminEnvironment.ADMIN_PASSWORD;
    const isTaken = async (length: number, newPassword = passwordOf(length)) => {
      const { status } = await say("POST /api/admin/change-password", { currentPassword, newPassword });
      if (status !== 200 && status !== 400) throw new Error(`A change of password was answered with ${status}`);
      if (status === 200) currentPassword = newPassword;
      return status === 200;
    };
    const range = await rangeOf(isTaken, { from: 13, to: 200 });
    await isTaken(0, adminEnvironment.ADMIN_PASSWORD);
    return range;
  });
}

const lists = ["GET /api/devices", "GET /api/shared-devices"] as const;

/** What Maria may do with a device, and where she sees it. */
async function rightsOn(scene: FactScene, name: string) {
  const { page } = scene;
  const all = await Promise.all(
    lists.map(async (list) => ({ list, devices: JSON.parse((await ask(scene, list)).body) as ListedDevice[] })),
  );
  const found = all.flatMap(({ devices }) => devices).find((device) => device.name === name);
  const deviceId = found?.id ?? "none";
  const command = (await ask(scene, "POST /api/relay-command", { deviceId, command: "relay_on" })).status;
  const shared = await ask(scene, "POST /api/device-shares", { deviceId, sharedWithEmail: "third@relaydeck.test" });
  if (shared.status === 201) await ask(scene, `DELETE /api/device-shares/${(JSON.parse(shared.body) as { id: string }).id}`);
  const card = page.getByRole("article", { name }).first();
  const badge = card.getByText("Shared", { exact: true });
  const view = (await ask(scene, `GET /api/email-alerts/${deviceId}`)).status === 200;
  return {
    list: all
      .filter(({ devices }) => devices.some((device) => device.name === name))
      .map(({ list }) => list)
      .join(" and "),
    view,
    command: command !== 403 && command !== 404,
    share: shared.status === 201,
    badge: (await badge.count()) === 0 ? null : await badge.first().innerText(),
    card: await card.evaluate((one) => {
      const heads = [...document.querySelectorAll(".tile-title, .tile-subtitle")];
      const above = heads.filter((head) => head.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
      return (above.at(-1) as HTMLElement | undefined)?.innerText.replace(/ ?[·(]? ?\d+\)?$/, "");
    }),
  };
}

async function permissionsSeen(scene: FactScene) {
  await home(scene);
  const [owner, control, view] = [
    await rightsOn(scene, "Cabin"),
    await rightsOn(scene, "Garage"),
    await rightsOn(scene, "Greenhouse"),
  ];
  const { id, status } = await asAlex(scene, async (say) => {
    const { body } = await say("POST /api/register-device", { serialNumber: "P0SIM0008", deviceName: "Alex's own" });
    const made = JSON.parse(body) as { id: string };
    const answer = await ask(scene, `GET /api/email-alerts/${made.id}`);
    await say(`DELETE /api/devices/${made.id}`);
    return { id: made.id, status: answer.status };
  });
  const { card: _ofOwner, ...own } = owner;
  const { badge: _ofView, ...viewed } = view;
  return { owner: own, control, view: viewed, none: { view: status === 200, answer: id === "" ? null : status } };
}

interface ShareRow {
  readonly is_active: number;
  readonly expires_at: number | null;
}

function shareRow({ house }: FactScene, id: string): ShareRow | undefined {
  const database = new DatabaseSync(join(house.folder, "data/relaydeck.db"), { timeout: 10_000, readOnly: true });
  const row = database.prepare("select is_active, expires_at from device_shares where id = ?").get(id);
  database.close();
  return row as ShareRow | undefined;
}

/** Shares Gate with Alex, for so long or until it is revoked: whether Alex sees it until then and no longer, and its row stays. */
async function endsAsItShould(scene: FactScene, lifeMs: number | null): Promise<boolean> {
  const { id: deviceId } = await deviceNamed(scene, "Gate");
  const endsAt = lifeMs === null ? null : performance.timeOrigin + performance.now() + lifeMs;
  const end = endsAt === null ? {} : { expiresAt: new Date(endsAt).toISOString() };
  const made = await ask(scene, "POST /api/device-shares", { deviceId, sharedWithEmail: "alex@relaydeck.test", ...end });
  const { id } = JSON.parse(made.body) as { id: string };
  return asAlex(scene, async (say) => {
    const sees = async () => (await say(`GET /api/email-alerts/${deviceId}`)).status === 200;
    const before = await sees();
    if (endsAt === null) await ask(scene, `DELETE /api/device-shares/${id}`);
    await expect.poll(sees).toBe(false);
    const isInTime = endsAt === null || performance.timeOrigin + performance.now() >= endsAt;
    await expect.poll(() => shareRow(scene, id)?.is_active).toBe(0);
    return before && isInTime;
  });
}

/** The word of what a field takes, out of what it was given. */
async function wordOf(isTaken: (value: unknown) => Promise<boolean>, text: string): Promise<string> {
  const kinds = await taken(
    [
      { word: "string", value: text as unknown },
      { word: "boolean", value: false },
      { word: "boolean", value: true },
      { word: "number", value: 5 },
    ],
    ({ value }) => isTaken(value),
  );
  return [...new Set(kinds.map(({ word }) => word))].join(" or ");
}

export const rightFacts: Proofs = {
  permissions: { see: permissionsSeen },
  "share-life": {
    see: async (scene) => (await endsAsItShould(scene, null)) && endsAsItShould(scene, 4_000),
  },
  "password-length": {
    async see(scene) {
      const own = await rangeOf(async (length) => (await register(scene, passwordOf(length))).status === 201, {
        from: 6,
        to: 200,
      });
      return { ...own, administrator: await administratorsRange(scene) };
    },
  },
  "profile-update": {
    async see(scene) {
      const isOwn = async (data: object) => (await ask(scene, "PATCH /api/auth/user", data)).status === 200;
      const least = async (name: string, back: string) => {
        const [min] = await taken([0, 1, 2], (length) => isOwn({ [name]: "M".repeat(length) }));
        await isOwn({ [name]: back });
        return { min };
      };
      const { id } = JSON.parse((await register(scene, passwordOf(20))).body) as { id: string };
      const own = { firstName: await least("firstName", "Maria"), lastName: await least("lastName", "Lind") };
      const forbidden = !(await isOwn({ emailVerified: true }));
      return asKeeper(scene, async (say) => {
        const isTaken = async (data: object) => (await say(`PATCH /api/admin/users/${id}`, data)).status === 200;
        const email = (await isTaken({ email: "valid@relaydeck.test" })) && !(await isTaken({ email: "no address" }));
        const verified = await wordOf((emailVerified) => isTaken({ emailVerified }), "yes");
        const only = forbidden ? ", administrator schema only" : "";
        return { ...own, email: email ? "valid" : "anything", emailVerified: `${verified}${only}` };
      });
    },
  },
  "device-update": {
    async see(scene) {
      const { id } = await deviceNamed(scene, "Cabin");
      const owner = JSON.parse((await ask(scene, "GET /api/auth/user")).body) as { id: string };
      return asKeeper(scene, async (say) => {
        const isTaken = async (data: object) => (await say(`PATCH /api/admin/devices/${id}`, data)).status === 200;
        const words = ["online", "offline", "connecting", "on", "off", "unknown", "gone", ""];
        const seen = {
          name: await wordOf((name) => isTaken({ name }), "Cabin"),
          status: await taken(words, (status) => isTaken({ status })),
          relayState: await taken(words, (relayState) => isTaken({ relayState })),
          isConnected: await wordOf((isConnected) => isTaken({ isConnected }), "yes"),
          ownerId: await wordOf((ownerId) => isTaken({ ownerId }), owner.id),
          serialNumber: await wordOf((serialNumber) => isTaken({ serialNumber }), "P0SIM0004"),
        };
        await isTaken({ status: "offline" });
        return seen;
      });
    },
  },
  "deletion-cascade": {
    async see(scene) {
      const { id: deviceId } = await deviceNamed(scene, "Gate");
      const emailAddress = "going@relaydeck.test";
      const { context, page } = await newcomer(scene, emailAddress);
      const { id } = JSON.parse((await ask({ page }, "GET /api/auth/user")).body) as { id: string };
      await ask(scene, "POST /api/device-shares", { deviceId, sharedWithEmail: emailAddress });
      await ask({ page }, "POST /api/email-alerts", { deviceId, alertType: "power_on", emailAddress });
      await context.close();
      const isAlive = () => {
        const database = new DatabaseSync(join(scene.house.folder, "data/relaydeck.db"), { timeout: 10_000, readOnly: true });
        const row = database.prepare("select count(*) as n from email_alerts where user_id = ? and deleted_at is null").get(id);
        database.close();
        return row?.["n"] === 1;
      };
      const before = isAlive();
      await asKeeper(scene, (say) => say(`DELETE /api/admin/users/${id}`));
      return before && !isAlive();
    },
  },
};
