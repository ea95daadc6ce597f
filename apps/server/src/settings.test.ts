import { expect, test } from "vitest";
import { parseSettings } from "./settings.ts";

const both = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };

function google(environment: Readonly<Record<string, string>>) {
  const parsed = parseSettings(environment);
  return parsed.ok ? parsed.value.google : parsed.error;
}

test("[D13, GO-5] Google is off without credentials, and Google's own with them; another issuer takes its place", () => {
  const [clientId, clientSecret] = ["id", "secret"];
  expect(google({})).toBeNull();
  expect(google({ GOOGLE_CLIENT_ID: " ", GOOGLE_CLIENT_SECRET: "" })).toBeNull();
  expect(google(both)).toEqual({ clientId, clientSecret, issuer: "https://accounts.google.com" });
  for (const issuer of ["https://login.example.com/realm", "http://localhost:8080", "http://127.0.0.1:1", "http://[::1]:1"])
    expect(google({ ...both, GOOGLE_ISSUER_URL: issuer })).toEqual({ clientId, clientSecret, issuer });
});

test.each([
  [{ GOOGLE_CLIENT_ID: "id" }, "GOOGLE_CLIENT_SECRET is needed with GOOGLE_CLIENT_ID."],
  [{ GOOGLE_CLIENT_SECRET: "s" }, "GOOGLE_CLIENT_ID is needed with GOOGLE_CLIENT_SECRET."],
  [{ ...both, GOOGLE_ISSUER_URL: "accounts" }, "GOOGLE_ISSUER_URL must be an address that begins with http:// or https://."],
  [
    { ...both, GOOGLE_ISSUER_URL: "ftp://a.example" },
    "GOOGLE_ISSUER_URL must be an address that begins with http:// or https://.",
  ],
  [
    { ...both, GOOGLE_ISSUER_URL: "http://login.example.com" },
    "GOOGLE_ISSUER_URL must begin with https:// unless its host is localhost.",
  ],
  [
    { ...both, GOOGLE_ISSUER_URL: "http://localhost.evil.example" },
    "GOOGLE_ISSUER_URL must begin with https:// unless its host is localhost.",
  ],
  [{ ...both, GOOGLE_ISSUER_URL: "https://a.example/?x=1" }, "GOOGLE_ISSUER_URL must be an address without ? and #."],
])("[D13] %j does not start, and one sentence names the variable", (environment, sentence) => {
  expect(google(environment)).toEqual([sentence]);
});

test("[AD-2, LG-4] the key of two-step sign-in may be absent, but not short", () => {
  const key = (value: string) => {
    const parsed = parseSettings({ TWO_STEP_KEY: value });
    return parsed.ok ? parsed.value.twoStepKey : parsed.error;
  };
  expect([key(""), key("k".repeat(32))]).toEqual([null, "k".repeat(32)]);
  expect(key("k".repeat(31))).toEqual(["TWO_STEP_KEY must have at least 32 characters."]);
});
