/**
 * What the product asks of whoever speaks with Google, against a real provider on a loop-back port. The present client
 * and every replacement pass it unchanged. [DP-2]
 */
import { ManualClock, turn } from "@relaydeck/kit/testing/manual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FlowProofs, GoogleClient, GoogleSettings } from "../accounts/google.ts";
import type { GoogleClientOptions } from "../accounts/google-client.ts";
import {
  googleCredentials,
  googleMaria,
  startIdentityProvider,
  type Claims,
  type Fault,
  type IdentityProvider,
} from "./identity-provider.ts";

const redirectUri = "http://localhost:3000/api/auth/google/callback";
const proofs: FlowProofs = {
  state: "a-state-that-nobody-can-guess",
  nonce: "a-nonce-that-nobody-can-guess",
  codeVerifier: "a-verifier-of-at-least-forty-three-characters",
};

interface Scene {
  readonly provider: IdentityProvider;
  readonly clock: ManualClock;
  readonly client: (settings?: Partial<GoogleSettings>) => GoogleClient;
  /** A code as the browser brings it back. */
  readonly code: (client?: GoogleClient) => Promise<string>;
}

export function describeGoogleClient(make: (options: GoogleClientOptions) => GoogleClient): void {
  describe("[DP-2] whoever speaks with Google", () => {
    const clock = new ManualClock();
    let provider: IdentityProvider;
    beforeAll(async () => {
      provider = await startIdentityProvider(clock);
    });
    beforeEach(() => {
      Object.assign(provider, { person: googleMaria, claims: (claims: Claims) => claims, faults: {}, isLenient: false });
      provider.discovery = (document) => document;
      provider.requests.length = 0;
    });
    afterAll(() => provider.stop());
    const client = (settings: Partial<GoogleSettings> = {}) =>
      make({ clock, redirectUri, settings: { ...googleCredentials, issuer: provider.issuer, ...settings } });
    const scene: () => Scene = () => ({ provider, clock, client, code: (by = client()) => codeFor(by) });
    goingThere(scene);
    comingBack(scene);
    claimsThatLie(scene);
    troubles(scene);
    waiting(scene);
  });
}

async function codeFor(client: GoogleClient): Promise<string> {
  const url = await client.signInUrl(proofs);
  if (!url.ok) throw new Error(url.error.reason);
  const answer = await fetch(url.value, { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

function goingThere(scene: () => Scene): void {
  test("[GO-1, GO-5] the way there carries state, nonce, an S256 challenge of the verifier and our callback", async () => {
    const { client, provider } = scene();
    const url = await client().signInUrl(proofs);
    const { origin, searchParams } = new URL(url.ok ? url.value : "");
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: "code",
      client_id: googleCredentials.clientId,
      redirect_uri: redirectUri,
      state: proofs.state,
      nonce: proofs.nonce,
      scope: "openid email profile",
      code_challenge_method: "S256",
      code_challenge: "mg3QoZgnRJxQy_jYdfW7D8wJkoziCuM8Yhos7PwVvsI",
    });
    expect(searchParams.toString()).not.toContain(proofs.codeVerifier);
  });

  test("[D13] the endpoints are asked for once an hour, by many at once too, and again after a failure", async () => {
    const { client, provider, clock } = scene();
    const one = client();
    provider.faults = { discovery: "status-500" };
    expect(await one.signInUrl(proofs)).toMatchObject({ ok: false, error: { kind: "unreachable" } });
    provider.faults = {};
    await Promise.all([one.signInUrl(proofs), one.signInUrl(proofs), one.signInUrl(proofs)]);
    await clock.advance(59 * 60_000);
    await one.signInUrl(proofs);
    expect(provider.requests).toHaveLength(2);
    await clock.advance(60_000);
    await one.signInUrl(proofs);
    expect(provider.requests).toHaveLength(3);
  });

  test.each([
    ["another issuer", { issuer: "https://accounts.example" }],
    ["a token endpoint without TLS elsewhere", { token_endpoint: "http://accounts.example/token" }],
    ["an authorization endpoint of another kind", { authorization_endpoint: "javascript:alert(1)" }],
  ])("[GO-2] a discovery document with %s is not believed", async (_name, lie) => {
    const { client, provider } = scene();
    provider.discovery = (document) => ({ ...document, ...lie });
    expect(await client().signInUrl(proofs)).toMatchObject({ ok: false });
  });
}

function comingBack(scene: () => Scene): void {
  test("a code becomes the person whom Google knows", async () => {
    const { client, code } = scene();
    expect(await client().identify({ code: await code(), proofs })).toEqual({
      ok: true,
      value: { subject: googleMaria.sub, email: googleMaria.email, emailVerified: true, firstName: "Maria", lastName: "Lind" },
    });
  });

  test("[GO-1] a code is worth nothing with another verifier, and nothing a second time", async () => {
    const { client, code } = scene();
    const stolen = await code();
    const other = { ...proofs, codeVerifier: "another-verifier-of-at-least-forty-three-characters" };
    expect(await client().identify({ code: stolen, proofs: other })).toMatchObject({ ok: false, error: { kind: "refused" } });
    const used = await code();
    expect(await client().identify({ code: used, proofs })).toMatchObject({ ok: true });
    expect(await client().identify({ code: used, proofs })).toEqual({
      ok: false,
      error: { kind: "refused", reason: "token: invalid_grant" },
    });
  });

  test.each([
    ["not said", undefined, false],
    ["false", false, false],
    ["a word", "true", false],
    ["true", true, true],
  ])("[GO-4] an address counts as verified only when Google says true: %s", async (_name, said, isVerified) => {
    const { client, code, provider } = scene();
    provider.person = { ...googleMaria, email_verified: said };
    expect(await client().identify({ code: await code(), proofs })).toMatchObject({ value: { emailVerified: isVerified } });
  });

  test("[AC-1, ML-8, IN-6] address and names come out as our own forms would take them", async () => {
    const { client, code, provider } = scene();
    provider.person = {
      ...googleMaria,
      email: " Maria@Relaydeck.TEST ",
      given_name: " Ma\r\nria\u0000 ",
      family_name: "x".repeat(500),
    };
    expect(await client().identify({ code: await code(), proofs })).toMatchObject({
      value: { email: "maria@relaydeck.test", firstName: "Ma ria", lastName: "x".repeat(100) },
    });
    provider.person = { ...googleMaria, email: "a@x.example,b@y.example" };
    expect(await client().identify({ code: await code(), proofs })).toMatchObject({ value: { email: null } });
    provider.person = { sub: "1", email: "x@y.example", email_verified: true };
    provider.claims = (claims) => ({ ...claims, name: "Only One Name" });
    expect(await client().identify({ code: await code(), proofs })).toMatchObject({
      value: { firstName: "Only One Name", lastName: "" },
    });
  });
}

function claimsThatLie(scene: () => Scene): void {
  test.each<[string, Claims]>([
    ["of another issuer", { iss: "https://accounts.example" }],
    ["without an issuer", { iss: undefined }],
    ["for somebody else", { aud: "another-client" }],
    ["for several, made for another", { aud: [googleCredentials.clientId, "another"], azp: "another" }],
    ["for several, made for nobody named", { aud: [googleCredentials.clientId, "another"] }],
    ["for us, made for another", { azp: "another" }],
    ["for nobody", { aud: [] }],
    ["with another nonce", { nonce: "another" }],
    ["without a nonce", { nonce: undefined }],
    ["without an expiry", { exp: undefined }],
    ["with an expiry in words", { exp: "tomorrow" }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
    ["with a subject of 256 characters", { sub: "1".repeat(256) }],
  ])("[GO-2] a token %s is refused", async (_name, lie) => {
    const { client, code, provider } = scene();
    provider.claims = (claims) => ({ ...claims, ...lie });
    expect(await client().identify({ code: await code(), proofs })).toMatchObject({ ok: false, error: { kind: "refused" } });
  });

  test("[GO-2] a token is refused from the second in which it expires", async () => {
    const { client, code, provider, clock } = scene();
    const now = Math.floor(clock.now() / 1000);
    provider.claims = (claims) => ({ ...claims, exp: now + 1 });
    expect(await client().identify({ code: await code(), proofs })).toMatchObject({ ok: true });
    provider.claims = (claims) => ({ ...claims, exp: now });
    expect(await client().identify({ code: await code(), proofs })).toEqual({
      ok: false,
      error: { kind: "refused", reason: "token has expired" },
    });
  });

  test("a token for several that was made for us is taken", async () => {
    const { client, code, provider } = scene();
    const { clientId } = googleCredentials;
    provider.claims = (claims) => ({ ...claims, aud: ["another", clientId], azp: clientId });
    expect(await client().identify({ code: await code(), proofs })).toMatchObject({ ok: true });
  });
}

function troubles(scene: () => Scene): void {
  const faults: readonly Fault[] = ["cut", "status-500", "html", "empty", "huge", "redirect", "json-array"];
  test.each(faults)("a discovery that answers with %s is nobody to go to", async (fault) => {
    const { client, provider } = scene();
    provider.faults = { discovery: fault };
    expect(await client().signInUrl(proofs)).toMatchObject({ ok: false, error: { kind: "unreachable" } });
    expect(await client().identify({ code: "any", proofs })).toMatchObject({ ok: false, error: { kind: "unreachable" } });
  });

  test.each<Fault>(["cut", "status-500", "html", "empty", "json-array", "redirect", "bare-400", "no-token", "no-jwt"])(
    "a token endpoint that answers with %s proves nobody",
    async (fault) => {
      const { client, code, provider } = scene();
      const one = client();
      const given = await code(one);
      provider.faults = { token: fault };
      expect(await one.identify({ code: given, proofs })).toMatchObject({ ok: false });
    },
  );
}

function waiting(scene: () => Scene): void {
  test.each<"discovery" | "token">(["discovery", "token"])("silence of the %s endpoint ends after 8 s", async (endpoint) => {
    const { client, code, provider, clock } = scene();
    const one = client();
    const given = endpoint === "token" ? await code(one) : "any";
    provider.faults = { [endpoint]: "silent" };
    const asked = provider.requests.length;
    let answer: unknown = null;
    void one.identify({ code: given, proofs }).then((value) => (answer = value));
    while (provider.requests.length === asked) await turn();
    await clock.advance(7_999);
    expect(answer).toBeNull();
    await clock.advance(1);
    expect(answer).toMatchObject({ ok: false, error: { kind: "unreachable" } });
  });

  test("wrong credentials of ours are told in a word for the log", async () => {
    const { client, code } = scene();
    expect(await client({ clientSecret: "another" }).identify({ code: await code(), proofs })).toEqual({
      ok: false,
      error: { kind: "refused", reason: "token: invalid_client" },
    });
  });

  test("[LG-2] what the provider says about an error is not passed on, unless it is one of OAuth's own words", async () => {
    const { client, code, provider } = scene();
    const one = client();
    const given = await code(one);
    provider.faults = { token: "odd-error" };
    expect(await one.identify({ code: given, proofs })).toEqual({
      ok: false,
      error: { kind: "refused", reason: "token: refused" },
    });
  });

  test("fifty answers may be waited for at once, also when nobody waits any more; the next is told at once", async () => {
    const { client, provider, clock } = scene();
    const one = client();
    await one.signInUrl(proofs);
    provider.faults = { token: "silent" };
    const answers = Array.from({ length: 50 }, () => one.identify({ code: "any", proofs }));
    while (provider.requests.filter((asked) => asked === "POST /token").length < 50) await turn();
    const busy = { ok: false, error: { kind: "unreachable", reason: "too many codes are being traded" } };
    expect(await one.identify({ code: "any", proofs })).toEqual(busy);
    await clock.advance(8_000);
    expect(new Set((await Promise.all(answers)).map(({ ok }) => ok))).toEqual(new Set([false]));
    expect(await one.identify({ code: "any", proofs })).toEqual(busy);
    await provider.stop();
    await provider.start();
    provider.faults = {};
    const reason = async () => {
      const answer = await one.identify({ code: "any", proofs });
      return answer.ok ? "none" : answer.error.reason;
    };
    await expect.poll(reason).toBe("token: invalid_grant");
  });

  test("nobody listening is told as unreachable, and comes back by itself", async () => {
    const { client, provider } = scene();
    const one = client();
    await provider.stop();
    expect(await one.signInUrl(proofs)).toMatchObject({ ok: false, error: { kind: "unreachable" } });
    await provider.start();
    expect(await one.signInUrl(proofs)).toMatchObject({ ok: true });
  });
}
