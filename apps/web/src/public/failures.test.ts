import { expect, test } from "vitest";
import type { ErrorFacts } from "@relaydeck/client/relaydeck-error";
import { RelaydeckError } from "@relaydeck/client/relaydeck-error";
import { restError } from "@relaydeck/client/rest";
import { messageOfServer } from "../app/server-message.ts";
import { didAnswer, fieldMessages, isUnauthorized, mustVerifyEmail, waitSeconds } from "./failures.ts";

function failure(facts: Partial<ErrorFacts>): RelaydeckError {
  return new RelaydeckError({
    status: 400,
    code: "VALIDATION",
    message: "The request is not valid",
    issues: [],
    retryAfterSeconds: null,
    errorId: null,
    ...facts,
  });
}

test("[D12] the server's sentence is shown; the browser's own words for “no answer” are not", () => {
  expect(messageOfServer(failure({ message: "This link is invalid or expired." }))).toBe("This link is invalid or expired.");
  const silence = failure({ status: 0, code: "NO_ANSWER", message: "Failed to fetch" });
  expect([messageOfServer(silence), didAnswer(silence)]).toEqual([null, false]);
  const wordless = failure({ status: 400, message: "" });
  expect([messageOfServer(wordless), didAnswer(wordless)]).toEqual([null, true]);
});

test("[D12] what a proxy answers in the server's place is an answer without a message", () => {
  const ofProxy = restError(502, "Bad Gateway", "");
  expect([messageOfServer(ofProxy), didAnswer(ofProxy)]).toEqual([null, true]);
});

test("[D10] an address that waits for its verification is known by the code and by the documented words", () => {
  expect(mustVerifyEmail(failure({ status: 403, code: "EMAIL_NOT_VERIFIED", message: "…" }))).toBe(true);
  expect(mustVerifyEmail(failure({ status: 403, code: "UNKNOWN", message: "Please verify your email before signing in" }))).toBe(
    true,
  );
  expect(
    mustVerifyEmail(failure({ status: 401, code: "INVALID_CREDENTIALS", message: "Unauthorized: invalid email or password" })),
  ).toBe(false);
});

test("[D9] a wrong password is unauthorized, a refused field is not", () => {
  expect(isUnauthorized(failure({ status: 401, code: "INVALID_CREDENTIALS" }))).toBe(true);
  expect(isUnauthorized(failure({}))).toBe(false);
});

test("[D18] too many tries say how long to wait, a minute where the server does not say", () => {
  expect(waitSeconds(failure({ status: 429, code: "RATE_LIMITED", retryAfterSeconds: 120 }))).toBe(120);
  expect(waitSeconds(failure({ status: 429, code: "RATE_LIMITED" }))).toBe(60);
  expect(waitSeconds(failure({}))).toBeNull();
});

test("refused fields keep the server's sentences", () => {
  const messages = fieldMessages(failure({ issues: [{ path: "email", message: "Please enter a valid email address" }] }));
  expect([...messages]).toEqual([["email", "Please enter a valid email address"]]);
});
