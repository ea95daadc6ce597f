import { expect, test } from "vitest";
import { checkClaims } from "./google-claims.ts";

const expected = { issuer: "https://accounts.google.com", clientId: "us", nonce: "n", now: 1_000_000 };
const claims = { iss: expected.issuer, aud: "us", exp: 1_001, nonce: "n", sub: "1" };

test("[GO-2] Google itself may leave out the scheme of its name; nobody else may", () => {
  expect(checkClaims({ ...claims, iss: "accounts.google.com" }, expected)).toMatchObject({ ok: true });
  const other = { ...expected, issuer: "https://login.example" };
  expect(checkClaims({ ...claims, iss: "login.example" }, other)).toMatchObject({ ok: false });
  expect(checkClaims({ ...claims, iss: "accounts.google.com" }, other)).toMatchObject({ ok: false });
});

test("[GO-2] a token ends in the millisecond that it says", () => {
  expect(checkClaims(claims, { ...expected, now: 1_000_999 })).toMatchObject({ ok: true });
  expect(checkClaims(claims, { ...expected, now: 1_001_000 })).toMatchObject({
    ok: false,
    error: { reason: "token has expired" },
  });
});

test("[GO-2] what is no object of claims is refused, and the reason holds nothing of it", () => {
  for (const odd of [null, undefined, "text", 7, [], {}, { ...claims, aud: 7 }])
    expect(checkClaims(odd, expected)).toEqual({
      ok: false,
      error: { kind: "refused", reason: "claims missing or of another kind" },
    });
});
