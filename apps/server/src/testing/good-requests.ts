/** Every documented call asked so that it is answered well: what has to be there first is made for it, so that no call spoils the next. */
import type { ProcedureName } from "@relaydeck/api/testing/authorisation";
import { accessOf } from "@relaydeck/contract/rest-access";
import type { RestRow } from "@relaydeck/contract/rest";
import { addAccount, mailedToken, password } from "./accounts.ts";
import { adminBrowser, adminSignIn } from "./admins.ts";
import { inputs, restRequest, type RestRequest } from "./authorisation-requests.ts";
import type { Scene } from "./authorisation-scene.ts";
import type { Answer, Browser } from "./http-client.ts";
import { addDevice, addPerson, share, signedIn } from "./people.ts";
import type { Product } from "./product.ts";

/** The product has the administrator of admins.ts. */
export interface Stage {
  readonly product: Product;
  readonly scene: Scene;
}

export interface GoodRequest {
  readonly browser: Browser;
  readonly asked: RestRequest;
}

/** What the row's procedure is asked for on its own, by whoever may; not every such wish is granted. */
export function usualRequest(row: RestRow, { scene, product }: Stage): Promise<GoodRequest> {
  const asked = restRequest(
    row,
    inputs[row.procedure as ProcedureName](scene, { actor: "owner", action: "use the own account" }),
  );
  return withBrowser(row, { scene, product }, asked);
}

export async function goodRequest(row: RestRow, stage: Stage): Promise<GoodRequest> {
  const make = made[row.procedure];
  if (make === undefined) return usualRequest(row, stage);
  const { id, query = "", body, browser } = await make(stage);
  const path = `${id === undefined ? row.path : row.path.replace(/\{\w+\}/, id)}${query}`;
  const good = await withBrowser(row, stage, { method: row.method, path, body });
  return browser === undefined ? good : { ...good, browser };
}

async function withBrowser(row: RestRow, { scene, product }: Stage, asked: RestRequest): Promise<GoodRequest> {
  const access = accessOf(row);
  // A new password of the administrator ends every other session.
  if (access === "admin") return { browser: await adminBrowser(product), asked };
  return { browser: access === "user" ? scene.people.owner.browser : product.browser(), asked };
}

interface Made {
  /** What the path names. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  /** Absent: of whoever may as a rule. */
  readonly browser?: Browser;
}

const idIn = (answer: Answer) => (answer.json as { id: string }).id;
const asOwner = (browser: Browser, path: string, body: unknown) => browser.post(path, body).then(idIn);

async function anAlert({ scene }: Stage, alertType: string): Promise<string> {
  const { browser, email } = scene.people.owner;
  return asOwner(browser, "/api/email-alerts", { alertType, deviceId: scene.device.id, emailAddress: email });
}

async function aLayout({ scene }: Stage): Promise<Made> {
  return {
    id: await asOwner(scene.people.owner.browser, "/api/dashboard-layouts", { name: "Mine", layout: { components: [] } }),
  };
}

async function aDevice({ scene, product }: Stage): Promise<Made & { readonly id: string }> {
  return { id: (await addDevice(product, scene.people.owner, "R1SIM")).id };
}

async function aUser({ product }: Stage): Promise<Made & { readonly id: string }> {
  return { id: (await addPerson(product)).userId };
}

async function deletedBy(browser: Browser, path: string, { id }: { readonly id: string }): Promise<Made> {
  await browser.call("DELETE", `${path}/${id}`);
  return { id };
}

const newcomer = { email: "walker@relaydeck.test", password, firstName: "Wanda", lastName: "Walker" };

/** By procedure; all others are granted as they are usually asked. */
const made: Readonly<Record<string, (stage: Stage) => Promise<Made>>> = {
  "auth.login": async ({ product }) => ({ body: { email: (await addAccount(product)).email, password } }),
  "auth.logout": async ({ product, scene }) => ({ browser: (await signedIn(product, scene.people.owner)).browser }),
  "auth.resetPassword": async ({ product }) => {
    const { email } = await addAccount(product);
    await product.browser().post("/api/forgot-password", { email });
    return { body: { token: await mailedToken(product, email, "reset-password"), newPassword: "eight blue bicycles" } };
  },
  "auth.verifyEmail": async ({ product }) => {
    await product.browser().post("/api/auth/register", newcomer);
    return { query: `?token=${await mailedToken(product, newcomer.email, "verify-email")}` };
  },
  "admin.login": async () => ({ body: adminSignIn }),
  "admin.changePassword": async () => ({
    body: { currentPassword: adminSignIn.password, newPassword: "nine green lanterns at the pier" },
  }),
  "admin.removeUser": aUser,
  "admin.removeDevice": aDevice,
  "admin.restoreUser": async (stage) => deletedBy(await adminBrowser(stage.product), "/api/admin/users", await aUser(stage)),
  "admin.restoreDevice": async (stage) =>
    deletedBy(await adminBrowser(stage.product), "/api/admin/devices", await aDevice(stage)),
  "devices.register": async ({ scene }) => ({
    body: { serialNumber: "P0SIM0199", deviceName: "Gate" },
    browser: scene.people["other user"].browser,
  }),
  "devices.remove": aDevice,
  "devices.restore": async (stage) => deletedBy(stage.scene.people.owner.browser, "/api/devices", await aDevice(stage)),
  "shares.accept": async ({ product, scene }) => {
    const { email, browser } = scene.people["pending invitation"];
    return { body: { token: await mailedToken(product, email, "accept-invite") }, browser };
  },
  "shares.create": async ({ product, scene }) => ({
    body: { deviceId: scene.device.id, sharedWithEmail: (await addAccount(product)).email },
  }),
  "shares.revoke": async ({ product, scene }) => {
    const by = { owner: scene.people.owner, deviceId: scene.device.id };
    return { id: (await share(product, by, { person: await addPerson(product), permission: "view" })).id };
  },
  "alerts.update": async (stage) => ({ id: await anAlert(stage, "battery_low"), body: { enabled: false } }),
  "alerts.remove": async (stage) => ({ id: await anAlert(stage, "device_online") }),
  "layouts.remove": aLayout,
  "layouts.setDefault": aLayout,
};
