/**
 * Every call of the product documents with good, bad, missing and foreign input: each answer has the status that the documents
 * ask for, and a status and form that the OpenAPI document foresees. The list is documented-calls.json. [C13, D51]
 */
import { beginAdminSession } from "@relaydeck/api/admin/admin-session";
import { cookieName } from "@relaydeck/api/accounts/cookies";
import type { Actor, ProcedureName } from "@relaydeck/api/testing/authorisation";
import { openApiDocument } from "@relaydeck/contract/openapi/document";
import { restRows, type RestRow } from "@relaydeck/contract/rest";
import { DocumentCheck } from "@relaydeck/contract/testing/document-check";
import { documentedCalls, type DocumentedCall } from "@relaydeck/contract/testing/documented-calls";
import { findFirstAdmin } from "@relaydeck/db/admin/store";
import { present } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminBrowser, adminEnvironment } from "../testing/admins.ts";
import { inputs, restRequest, type RestRequest } from "../testing/authorisation-requests.ts";
import { openScene, type Scene } from "../testing/authorisation-scene.ts";
import { nobodysId } from "../testing/every-call.ts";
import { goodRequest, usualRequest } from "../testing/good-requests.ts";
import type { Answer, Browser, Headers } from "../testing/http-client.ts";
import { request } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { addProgram, type Program } from "../testing/programs.ts";
import { badRequests, bareRequests, boundaryRequests, type WrongRequest } from "../testing/wrong-requests.ts";

const check = new DocumentCheck(openApiDocument({ session: "relaydeck_session", admin: "relaydeck_admin" }));

let product: Product;
let close: () => Promise<void>;
let scene: Scene;
let programs: Readonly<Record<"read" | "control", Program>>;
beforeAll(async () => {
  ({ product, close } = await startProduct({ environment: adminEnvironment }));
  scene = await openScene(product, { withCommands: false });
  const { owner } = scene.people;
  programs = {
    read: await addProgram(product, owner, { scope: "read" }),
    control: await addProgram(product, owner, { scope: "control" }),
  };
});
afterAll(() => close());

interface Call extends DocumentedCall {
  readonly row: RestRow;
}

const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");
const calls: readonly Call[] = documentedCalls.flatMap((said) => {
  const row = restRows.find((other) => nameless(`${other.method} ${other.path}`) === nameless(said.call));
  return row === undefined ? [] : [{ ...said, row }];
});
const ways = documentedCalls.filter(({ shape }) => shape.type === "redirect");
const ofUsers = calls.filter(({ auth }) => auth === "user");
const ofAdmins = calls.filter(({ auth }) => auth === "admin");
const unsafe = calls.filter(({ row }) => row.method !== "GET");

test("[C13] every documented call is a row, or leads a browser on", () => {
  expect(calls.length + ways.length).toBe(documentedCalls.length);
});

/** Status and code, and what the document does not foresee of the answer. */
function told(call: string, { status, headers, json }: Answer): unknown[] {
  const { code = null } = (json ?? {}) as { code?: string };
  return [status, code, ...check.wrongIn(call, { status, headers, json })];
}

const nameOf = ({ method, path }: RestRow) => `${method} ${path}`;

function ask(browser: Browser, { method, path, body }: RestRequest, headers: Headers = {}): Promise<Answer> {
  return browser.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

/** The usual wish, as this actor puts it. */
function wish(row: RestRow, actor: Actor): RestRequest {
  return restRequest(row, inputs[row.procedure as ProcedureName](scene, { actor, action: "see the device" }));
}

/** Of each why it is wrong, whether the answer names the field, whatever it says in place of the documents' words, and what it was. */
async function answersTo({ row }: Call, wrong: readonly WrongRequest[]): Promise<readonly unknown[]> {
  const { browser } = await usualRequest(row, { product, scene });
  const came: unknown[] = [];
  for (const { why, field, message, asked } of wrong) {
    const answer = await ask(browser, asked);
    const { issues = [] } = (answer.json ?? {}) as { issues?: { path: string; message: string }[] };
    const ofField = issues.filter(({ path }) => field === null || path === field || path.startsWith(`${field}.`));
    const says = message === undefined || ofField.some((issue) => issue.message === message) ? [] : ofField;
    came.push([why, ofField.length > 0, ...says, ...told(nameOf(row), answer)]);
  }
  return came;
}

const refusedEach = (wrong: readonly WrongRequest[]) => wrong.map(({ why }) => [why, true, 400, "VALIDATION"]);

describe("[C13, IN-5] bad input", () => {
  test.each(calls)("$call", async (call) => {
    const { asked } = await usualRequest(call.row, { product, scene });
    const wrong = badRequests(call, asked);
    expect(await answersTo(call, wrong)).toEqual(refusedEach(wrong));
  });

  test.each(unsafe)("$call with a body that is no JSON", async ({ row }) => {
    const { browser, asked } = await usualRequest(row, { product, scene });
    const sent = (text: string, type: string, coding = "identity") =>
      browser.call(row.method, asked.path, { text, headers: { "content-type": type, "content-encoding": coding } });
    expect(told(nameOf(row), await sent("{}", "application/json", "gzip"))).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect(told(nameOf(row), await sent("a=b", "application/x-www-form-urlencoded"))).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect(told(nameOf(row), await sent('{"name":', "application/json"))).toEqual([400, "VALIDATION"]);
  });
});

describe("[C13] missing input", () => {
  const needy = calls.filter((call) => bareRequests(call, { method: "", path: "", body: {} }).length > 0);
  test.each(needy)("$call", async (call) => {
    const { asked } = await usualRequest(call.row, { product, scene });
    const wrong = bareRequests(call, asked);
    expect(await answersTo(call, wrong)).toEqual(refusedEach(wrong));
  });
});

describe("[C13, D9, D21] foreign input: nobody's, and of the wrong role", () => {
  test.each(ofUsers)("$call", async ({ row }) => {
    const asked = wish(row, "owner");
    for (const actor of ["visitor", "deleted user"] as const)
      expect(told(nameOf(row), await ask(scene.people[actor].browser, asked))).toEqual([401, "SESSION_REQUIRED"]);
    expect(told(nameOf(row), await ask(await adminBrowser(product), asked))).toEqual([401, "SESSION_REQUIRED"]);
  });

  test.each(ofAdmins)("$call", async ({ row }) => {
    const asked = wish(row, "owner");
    for (const actor of ["visitor", "owner"] as const)
      expect(told(nameOf(row), await ask(scene.people[actor].browser, asked))).toEqual([401, "ADMIN_SESSION_REQUIRED"]);
    expect(told(nameOf(row), await ask(programs.control.browser, asked))).toEqual([401, "ADMIN_SESSION_REQUIRED"]);
  });

  test("[AD-2] an administrator whose generated password is not changed yet gets no further than changing it", async () => {
    const { product: fresh, close: end } = await startProduct();
    try {
      const { id: adminId } = present(await findFirstAdmin(fresh.store.read), "Every start makes an administrator");
      const begun = { adminId, request, presentedToken: null, isDemo: false };
      const { token } = await fresh.store.write((tx) => beginAdminSession(fresh.deps, tx, begun));
      const browser = fresh.browser({ [cookieName("admin", fresh.origin)]: token });
      for (const { call, row, refusals } of ofAdmins) {
        const answer = told(nameOf(row), await ask(browser, wish(row, "owner")));
        const isLet = !refusals.includes("PASSWORD_CHANGE_REQUIRED");
        expect([call, ...answer]).toEqual([
          call,
          ...(isLet ? [401, "INVALID_ADMIN_CREDENTIALS"] : [403, "PASSWORD_CHANGE_REQUIRED"]),
        ]);
      }
    } finally {
      await end();
    }
  });

  const takesTokens = ({ row }: Call) => check.operation(row.method, row.path)?.security.some((way) => "token" in way) === true;
  const ofPrograms = ofUsers.filter(takesTokens);

  test.each(ofUsers.filter((call) => !takesTokens(call)))("$call, which is for people, asked by a program", async ({ row }) => {
    expect(told(nameOf(row), await ask(programs.control.browser, wish(row, "owner")))).toEqual([403, "FORBIDDEN"]);
  });

  test.each(ofPrograms)("$call asked by a program that may only read", async ({ row }) => {
    const expected = row.method === "GET" ? [row.status, null] : [403, "FORBIDDEN"];
    expect(told(nameOf(row), await ask(programs.read.browser, wish(row, "owner")))).toEqual(expected);
  });

  test.each(unsafe)("$call from another site", async ({ row, refusals }) => {
    expect(refusals).toContain("ORIGIN_REFUSED");
    const { browser, asked } = await usualRequest(row, { product, scene });
    for (const headers of [{ origin: "https://elsewhere.test" }, { "sec-fetch-site": "cross-site" }] as const)
      expect(told(nameOf(row), await ask(browser, asked, headers))).toEqual([403, "ORIGIN_REFUSED"]);
  });
});

describe("[C13, D42] foreign input: what is somebody else's", () => {
  test.each(ofUsers.filter(({ refusals }) => refusals.includes("NOT_FOUND")))("$call", async ({ row }) => {
    const own = row.procedure === "layouts.save" ? { body: theirLayout() } : {};
    const answer = await ask(scene.people["other user"].browser, { ...wish(row, "other user"), ...own });
    expect(told(nameOf(row), answer)).toEqual([404, "NOT_FOUND"]);
  });

  test.each(ofUsers.filter(({ refusals }) => refusals.includes("FORBIDDEN")))("$call with a view share", async ({ row }) => {
    const answer = await ask(scene.people["view share"].browser, wish(row, "view share"));
    expect(told(nameOf(row), answer)).toEqual([403, "FORBIDDEN"]);
  });
});

const theirLayout = () => ({ id: scene.another.layoutId, name: "Theirs", layout: { components: [] } });

/** An id of each kind that a call can name, all of things that are there, and what no id looks like. */
function idsByKind(): Readonly<Record<string, string>> {
  const { device, another, people, commandIds } = scene;
  return {
    device: device.id,
    share: another.shareId,
    alert: another.alertId,
    layout: another.layoutId,
    user: people.owner.userId,
    token: another.tokenId,
    command: commandIds.get("owner") ?? `cmd_${"0".repeat(22)}`,
    nobody: nobodysId,
    text: "7",
    odd: "%00%F0%9F%92%A1%2F..",
    long: "x".repeat(201),
  };
}

const kindOf = (what: string) => what.replace(/ id$|Id$/, "");

describe("[C13, D49, AZ-3] foreign input: an id of another kind, or none", () => {
  test.each(calls.filter(({ params }) => Object.keys(params).length > 0))("$call", async ({ row, params }) => {
    const [what = ""] = Object.values(params);
    const { browser, asked } = await usualRequest(row, { product, scene });
    const { path, ...rest } = restRequestFor(row, asked);
    for (const [kind, id] of Object.entries(idsByKind()).filter(([kind]) => kind !== kindOf(what))) {
      const answer = await ask(browser, { ...rest, path: path.replace(/\{\w+\}/, id) });
      expect([kind, ...told(nameOf(row), answer)]).toEqual([kind, 404, "NOT_FOUND"]);
    }
  });

  test.each(calls.filter(({ body }) => "deviceId" in body))("$call in its body", async ({ row }) => {
    const { browser, asked } = await usualRequest(row, { product, scene });
    for (const [kind, deviceId] of Object.entries(idsByKind()).filter(([kind]) => kind !== "device")) {
      const answer = await ask(browser, { ...asked, body: { ...(asked.body as object), deviceId } });
      expect([kind, ...told(nameOf(row), answer)]).toEqual([kind, 404, "NOT_FOUND"]);
    }
  });
});

/** The request with the name in its path again, in place of an id. */
function restRequestFor(row: RestRow, { body }: RestRequest): RestRequest {
  return { method: row.method, path: row.path, body };
}

describe("[C13, D51] good input", () => {
  test.each(calls)("$call", async (call) => {
    const { row, success, message } = call;
    const { browser, asked } = await goodRequest(row, { product, scene });
    for (const good of [asked, ...boundaryRequests(call, asked)]) {
      const answer = await product.whileTimePasses(ask(browser, good));
      expect([good.path, ...told(nameOf(row), answer), answer.text.slice(0, 200)]).toEqual([
        ...[good.path, answer.status, null, answer.text.slice(0, 200)],
      ]);
      expect(answer.status).toBe(success[0]);
      const said = (answer.json as { message?: string }).message ?? null;
      expect(message === null ? null : said).toBe(message);
    }
  });

  // The first status says that it was made; the second, that what was there is now as it was asked.
  test.each(calls.filter(({ success }) => success.length > 1))("$call again, for what is there", async ({ row, success }) => {
    const { browser, asked } = await goodRequest(row, { product, scene });
    const made = await ask(browser, asked);
    const { id } = made.json as { id: string };
    const names = row.procedure === "layouts.save" ? { id } : {};
    const again = await ask(browser, { ...asked, body: { ...(asked.body as object), ...names } });
    expect([...told(nameOf(row), made), ...told(nameOf(row), again)]).toEqual([success[0], null, success[1], null]);
    expect(again.json).toMatchObject({ id });
  });

  test.each(ways)("$call leads on", async ({ call, success }) => {
    const [method = "", path = ""] = call.split(" ");
    const answer = await product.browser().call(method, path);
    expect(told(call, answer)).toEqual([...success, null]);
    expect(answer.headers.location).toMatch(/^\/login/);
  });
});
