/** Dialect section 2 over real sockets: logging in, sending a token, what refuses it, API users. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SimulatorFixture, startFixture } from "../testing/fixture.ts";
import { handMoved } from "../testing/hand-moved.ts";

let cloud: SimulatorFixture;
beforeAll(async () => {
  cloud = await startFixture();
});
afterAll(() => cloud.close());

const form = { "content-type": "application/x-www-form-urlencoded" };
const client = { client_id: "particle", client_secret: "particle" };

async function login(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${cloud.url}/oauth/token`, {
    method: "POST",
    headers: { ...form, ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}

const password = { grant_type: "password", username: "sim@relaydeck.test", password: "simulator" };

describe("logging in", () => {
  test.each(["particle:particle", "particle-api:particle-api", "particle-cli:particle-cli"])(
    "[C5] accepts the client pair %s, in the form and as Basic",
    async (pair) => {
      const [id = "", secret = ""] = pair.split(":");
      const inForm = await login({ ...password, client_id: id, client_secret: secret });
      expect(inForm).toMatchObject({
        status: 200,
        body: { token_type: "bearer", expires_in: 7_776_000, refresh_token: expect.stringMatching(/^[0-9a-f]{40}$/) },
      });
      expect(inForm.headers.get("cache-control")).toBe("no-store");
      const asBasic = await login(password, { authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
      expect(asBasic.body["access_token"]).toMatch(/^[0-9a-f]{40}$/);
    },
  );

  test.each([
    ["a wrong user", { ...password, ...client, username: "who@relaydeck.test" }, "invalid_grant"],
    ["an unknown client", { ...password, client_id: "x", client_secret: "y" }, "invalid_client"],
    ["another grant", { ...password, ...client, grant_type: "magic" }, "unsupported_grant_type"],
  ])("[C5] refuses %s with 400", async (_what, fields, error) => {
    expect(await login(fields)).toMatchObject({ status: 400, body: { error } });
  });

  test("[C5] takes a form only", async () => {
    const response = await fetch(`${cloud.url}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...password, ...client }),
    });
    expect(response.status).toBe(400);
  });

  test("[C5] a second factor is asked for where the account has one", async () => {
    cloud.simulator.control.reset({ otp: "123456" });
    const first = await login({ ...password, ...client });
    expect(first).toMatchObject({ status: 403, body: { error: "mfa_required" } });
    const otpGrant = { grant_type: "urn:custom:mfa-otp", mfa_token: String(first.body["mfa_token"]), ...client };
    expect((await login({ ...otpGrant, otp: "000000" })).status).toBe(400);
    expect((await login({ ...otpGrant, otp: "123456" })).status).toBe(200);
    cloud.simulator.control.reset();
  });

  test("[C5] a token ends when its life does, in the provider's words", () => {
    const world = handMoved();
    const body = new URLSearchParams({ ...password, ...client, expires_in: "60" }).toString();
    const { access_token: token } = world.call({ method: "POST", path: "/oauth/token", headers: form, body }).body as {
      access_token: string;
    };
    expect(world.call({ path: "/v1/user", token }).status).toBe(200);
    world.advance(60_000);
    expect(world.call({ path: "/v1/user", token })).toMatchObject({
      status: 401,
      body: { error: "invalid_token", error_description: "The access token provided has expired." },
    });
  });

  test("[C5] a life beyond all dates is a hundred years", () => {
    const world = handMoved();
    const body = new URLSearchParams({ ...password, ...client, expires_in: "9999999999999" }).toString();
    const asked = { method: "POST", path: "/oauth/token", headers: form, body };
    const { access_token: token } = world.call(asked).body as { access_token: string };
    expect(world.call({ path: "/v1/access_tokens/current", token }).status).toBe(200);
  });

  test("[C5] ten wrong passwords in a row block logging in for half an hour", () => {
    const world = handMoved();
    const attempt = (secret: string) =>
      world.call({
        method: "POST",
        path: "/oauth/token",
        headers: form,
        body: new URLSearchParams({ ...password, ...client, password: secret }).toString(),
      }).status;
    for (let failure = 0; failure < 10; failure += 1) expect(attempt("wrong")).toBe(400);
    expect(attempt("simulator")).toBe(429);
    world.advance(30 * 60_000);
    expect(attempt("simulator")).toBe(200);
  });
});

describe("sending a token", () => {
  test("[C5] in the header, as query of a GET, as a field of a form", async () => {
    const { token } = cloud.simulator.account;
    const inQuery = await fetch(`${cloud.url}/v1/devices?access_token=${token}`);
    expect(inQuery.status).toBe(200);
    const inForm = await fetch(`${cloud.url}/v1/devices/events`, {
      method: "POST",
      headers: form,
      body: new URLSearchParams({ access_token: token, name: "a" }),
    });
    expect(inForm.status).toBe(200);
    const inQueryOfPost = await fetch(`${cloud.url}/v1/devices/events?access_token=${token}`, {
      method: "POST",
      headers: form,
      body: "name=a",
    });
    expect(inQueryOfPost.status).toBe(400);
    expect(JSON.stringify(cloud.simulator.control.requests())).not.toContain(token);
  });

  test("[C5] none is 400 in shape 1, a wrong one 401 that must not be stored", async () => {
    const none = await fetch(`${cloud.url}/v1/devices`);
    expect([none.status, await none.json()]).toEqual([
      400,
      { error: "invalid_request", error_description: "The access token was not found" },
    ]);
    const wrong = await fetch(`${cloud.url}/v1/devices`, { headers: { authorization: "Bearer nonsense-nonsense" } });
    expect([wrong.status, wrong.headers.get("cache-control")]).toEqual([401, "no-store"]);
    expect(await wrong.json()).toEqual({ error: "invalid_token", error_description: "The access token provided is invalid." });
  });

  test("[C5] lists tokens for the password, and revokes one without credentials", async () => {
    const basic = (secret: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`sim@relaydeck.test:${secret}`).toString("base64")}` },
    });
    const { body } = await login({ ...password, ...client });
    const token = String(body["access_token"]);
    const list = await fetch(`${cloud.url}/v1/access_tokens`, basic("simulator"));
    expect(await list.json()).toContainEqual(expect.objectContaining({ token, client: "particle" }));
    const bad = await fetch(`${cloud.url}/v1/access_tokens`, basic("no"));
    expect([bad.status, await bad.json()]).toEqual([401, { ok: false, errors: ["Bad password"] }]);
    expect((await fetch(`${cloud.url}/v1/access_tokens/${token}`, { method: "DELETE" })).status).toBe(200);
    expect((await fetch(`${cloud.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  });
});

test("[C5] an API user may do what its scopes say, and nothing else", async () => {
  const made = await cloud.fetch("POST", "/v1/products/4711/team", { friendly_name: "Our product", scopes: ["devices:list"] });
  const { created } = made.body as { created: { username: string; tokens: { token: string }[] } };
  expect(created.username).toMatch(/^our-product\+[0-9a-f]{10}@api\.particle\.io$/);
  const headers = { authorization: `Bearer ${created.tokens[0]?.token}` };
  expect((await fetch(`${cloud.url}/v1/devices`, { headers })).status).toBe(200);
  const refused = await fetch(`${cloud.url}/v1/devices/p0sim0001/ctrl_relay1`, { method: "POST", headers });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: "unauthorized", error_description: "API users are not allowed to call this endpoint" },
  ]);
});

test("[C5] every answer carries the CORS header and a request id; a preflight is 204", async () => {
  const { headers } = await cloud.fetch("GET", "/v1/devices");
  expect([headers.get("access-control-allow-origin"), headers.get("content-type")]).toEqual([
    "*",
    "application/json; charset=utf-8",
  ]);
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("etag")).toMatch(/^W\//);
  const missing = await cloud.fetch("GET", "/v1/nowhere");
  expect([missing.status, missing.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
  const preflight = await fetch(`${cloud.url}/v1/devices`, { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, "authorization,content-type"]);
});
