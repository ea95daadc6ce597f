/**
 * Every call of the product documents, asked well, badly, by nobody and by somebody else: each answer has a status and a form
 * that the OpenAPI document foresees, and the status that the product documents ask for. [C13, D51]
 */
import { openApiDocument } from "@relaydeck/contract/openapi/document";
import { accessOf } from "@relaydeck/contract/rest-access";
import { restRows, type RestRow } from "@relaydeck/contract/rest";
import { DocumentCheck } from "@relaydeck/contract/testing/document-check";
import { documentedCalls as documented } from "@relaydeck/contract/testing/documented-calls";
import type { Actor, ProcedureName } from "@relaydeck/api/testing/authorisation";
import { present } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAccount, mailedToken, password } from "../testing/accounts.ts";
import { adminBrowser, adminEnvironment, adminSignIn } from "../testing/admins.ts";
import { inputs, restRequest, type RestRequest } from "../testing/authorisation-requests.ts";
import { openScene, type Scene } from "../testing/authorisation-scene.ts";
import type { Answer, Browser } from "../testing/http-client.ts";
import type { Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";

const check = new DocumentCheck(openApiDocument({ session: "relaydeck_session", admin: "relaydeck_admin" }));

let product: Product;
let close: () => Promise<void>;
let shared: Scene;
beforeAll(async () => {
  ({ product, close } = await startProduct({ environment: adminEnvironment, simulator: { devices: 300, simple: 300 } }));
  shared = await openScene(product, { withCommands: false });
});
afterAll(() => close());

const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");
const calls = documented.flatMap((said) => {
  const row = restRows.find((other) => nameless(`${other.method} ${other.path}`) === nameless(said.call));
  return row === undefined ? [] : [{ ...said, row }];
});
const ways = documented.filter(({ success }) => success.includes(302));

async function ask(browser: Browser, { method, path, body }: RestRequest): Promise<Answer> {
  return product.whileTimePasses(browser.call(method, path, body === undefined ? {} : { body }));
}

/** What the document does not foresee of it; with the status, for who reads the failure. */
function told(row: Pick<RestRow, "method" | "path">, { status, headers, json }: Answer): unknown[] {
  return [status, ...check.wrongIn(`${row.method} ${row.path}`, { status, type: headers["content-type"], json })];
}

function requestFor(row: RestRow, scene: Scene, actor: Actor = "owner"): RestRequest {
  const action = "use the own account";
  return restRequest(row, inputs[row.procedure as ProcedureName](scene, { actor, action }));
}

function withMore({ method, path, body }: RestRequest): RestRequest {
  if (body === undefined) return { method, path: `${path}${path.includes("?") ? "&" : "?"}nothing=1`, body };
  return { method, path, body: { ...body, nothing: 1 } };
}

function browserFor(row: RestRow, scene: Scene): Browser {
  const access = accessOf(row);
  return scene.people[access === "admin" ? "admin session" : access === "user" ? "owner" : "visitor"].browser;
}

test("every documented call is a row, or leads a browser on", () => {
  expect(calls.length + ways.length).toBe(documented.length);
});

describe("[C13] asked badly", () => {
  test.each(calls)("$call with something that nobody knows, and without what it needs", async ({ row }) => {
    const browser = browserFor(row, shared);
    const asked = requestFor(row, shared);
    const more = await ask(browser, withMore(asked));
    expect(told(row, more)).toEqual([400]);
    expect(more.json).toMatchObject({ code: "VALIDATION", issues: [{ message: expect.any(String) }] });
    const isNeedy = row.body !== "none";
    const bare = isNeedy ? await ask(browser, { ...asked, body: { nothing: 1 } }) : more;
    expect(told(row, bare)).toEqual([400]);
    const other = isNeedy
      ? await browser.call(row.method, asked.path, { text: "a=b", headers: { "content-type": "text/plain" } })
      : more;
    expect(told(row, other)).toEqual([isNeedy ? 415 : 400]);
  });
});

describe("[C13, D9, D21] asked by nobody", () => {
  test.each(calls.filter(({ row }) => accessOf(row) !== "everybody"))("$call", async ({ row }) => {
    const answer = await ask(product.browser(), requestFor(row, shared));
    expect(told(row, answer)).toEqual([401]);
  });
});

describe("[C13, D42] asked by somebody else", () => {
  const foreign = calls.filter(({ row, refusals }) => accessOf(row) === "user" && refusals.includes("NOT_FOUND"));
  test.each(foreign)("$call", async ({ row }) => {
    const stranger = shared.people["other user"];
    const own =
      row.procedure === "layouts.save" ? { id: shared.another.layoutId, name: "Theirs", layout: { components: [] } } : null;
    const asked = requestFor(row, shared, "other user");
    const answer = await ask(stranger.browser, own === null ? asked : { ...asked, body: own });
    expect(told(row, answer)).toEqual([404]);
  });
});

/** What has to be there, or to be known, before the call can be answered well. */
type Ready = { readonly browser: Browser; readonly asked: RestRequest };
type MakeReady = (row: RestRow, scene: Scene) => Promise<Ready>;

const byPath = (row: RestRow, id: string): RestRequest => ({
  method: row.method,
  path: row.path.replace(/\{\w+\}/, id),
  body: undefined,
});
const made = (answer: Answer) => (answer.json as { id: string }).id;

async function saveLayout(owner: Person): Promise<string> {
  return made(await owner.browser.post("/api/dashboard-layouts", { name: "Mine", layout: { components: [] } }));
}

async function createAlert(scene: Scene): Promise<string> {
  const { owner } = scene.people;
  const wish = { alertType: "battery_low", deviceId: scene.device.id, emailAddress: owner.email };
  return made(await owner.browser.post("/api/email-alerts", wish));
}

async function account(body: (person: Person) => Promise<unknown>, row: RestRow): Promise<Ready> {
  const person = await addAccount(product);
  return { browser: product.browser(), asked: { method: row.method, path: row.path, body: await body(person) } };
}

async function removed(row: RestRow, scene: Scene): Promise<Ready> {
  const asked = requestFor(row, scene);
  const browser = browserFor(row, scene);
  await ask(browser, { method: "DELETE", path: asked.path.replace("/restore", ""), body: undefined });
  return { browser, asked };
}

const newAccount = { email: "walker@relaydeck.test", password, firstName: "Wanda", lastName: "Walker" };

const ready: Readonly<Record<string, MakeReady>> = {
  "auth.login": (row) => account(async ({ email }) => ({ email, password }), row),
  "auth.resetPassword": (row) =>
    account(async ({ email }) => {
      await product.browser().post("/api/forgot-password", { email });
      return { token: await mailedToken(product, email, "reset-password"), newPassword: "eight blue bicycles" };
    }, row),
  "auth.verifyEmail": async (row) => {
    await product.browser().post("/api/auth/register", newAccount);
    const token = await mailedToken(product, newAccount.email, "verify-email");
    return { browser: product.browser(), asked: { method: row.method, path: `${row.path}?token=${token}`, body: undefined } };
  },
  "admin.login": async (row) => ({
    browser: product.browser(),
    asked: { method: row.method, path: row.path, body: adminSignIn },
  }),
  "admin.changePassword": async (row) => {
    const browser = await adminBrowser(product);
    const body = { currentPassword: adminSignIn.password, newPassword: "nine green lanterns at the pier" };
    return { browser, asked: { method: row.method, path: row.path, body } };
  },
  "devices.register": async (row, scene) => {
    const body = { serialNumber: "P0SIM0299", deviceName: "Gate" };
    return { browser: scene.people["other user"].browser, asked: { method: row.method, path: row.path, body } };
  },
  "devices.restore": async (row, scene) => {
    const { browser } = scene.people.owner;
    await browser.call("DELETE", `/api/devices/${scene.device.id}`);
    return { browser, asked: byPath(row, `${scene.device.id}`) };
  },
  "shares.accept": async (row, scene) => {
    const guest = scene.people["pending invitation"];
    const token = await mailedToken(product, guest.email, "accept-invite");
    return { browser: guest.browser, asked: { method: row.method, path: row.path, body: { token } } };
  },
  "shares.revoke": async (row, scene) => ({
    browser: scene.people.owner.browser,
    asked: byPath(row, present(scene.shareIds.get("view share"), "It was shared")),
  }),
  "alerts.update": async (row, scene) => ({
    browser: scene.people.owner.browser,
    asked: { ...byPath(row, await createAlert(scene)), body: { enabled: false } },
  }),
  "alerts.remove": async (row, scene) => ({ browser: scene.people.owner.browser, asked: byPath(row, await createAlert(scene)) }),
  "layouts.remove": async (row, scene) => ({
    browser: scene.people.owner.browser,
    asked: byPath(row, await saveLayout(scene.people.owner)),
  }),
  "layouts.setDefault": async (row, scene) => ({
    browser: scene.people.owner.browser,
    asked: byPath(row, await saveLayout(scene.people.owner)),
  }),
  "admin.restoreUser": removed,
  "admin.restoreDevice": removed,
};

describe("[C13, D51] asked well", () => {
  test.each(calls)("$call", async ({ row, success, message }) => {
    const scene = row.method === "GET" ? shared : await openScene(product, { withCommands: false });
    const make = ready[row.procedure];
    const { browser, asked } =
      make === undefined ? { browser: browserFor(row, scene), asked: requestFor(row, scene) } : await make(row, scene);
    const answer = await ask(browser, asked);
    expect([...told(row, answer), answer.text.slice(0, 200)]).toEqual([answer.status, answer.text.slice(0, 200)]);
    expect(success).toContain(answer.status);
    const said = (answer.json as { message?: string }).message ?? null;
    expect(message === null ? null : said).toBe(message);
  });

  test.each(ways)("$call leads on", async ({ call, success }) => {
    const [method = "", path = ""] = call.split(" ");
    const answer = await product.browser().call(method, path);
    expect(check.wrongIn(call, { status: answer.status, type: answer.headers["content-type"], json: answer.json })).toEqual([]);
    expect([[answer.status], answer.headers.location?.slice(0, 6)]).toEqual([success, "/login"]);
  });
});
