import { describe, expect, test } from "vitest";
import { errorTextOf, parseJson } from "./answer-text.ts";
import { meaningOf, returnValueOf, type Meaning } from "./classify.ts";
import type { CloudAnswer } from "./cloud.ts";
import { callOutcomeOf, readFailureOf } from "./outcomes.ts";

interface Case {
  readonly what: string;
  readonly status: number;
  readonly body: string;
  readonly meaning: Meaning;
}

const json = (value: unknown) => JSON.stringify(value);
const html = "<html><body>Bad gateway</body></html>";
const oauth = (error: string, text: string) => json({ error, error_description: text });
const shape2 = (error: string) => json({ ok: false, error });
const denied = json({ error: "Permission Denied", info: "I didn't recognize that device name or ID" });
const signalTimedOut = json({ ok: false, code: 500, errors: [{ error: "Timed out, didn't hear back from device service" }] });

const cases: readonly Case[] = [
  { what: "a plain answer", status: 200, body: json({ id: "1", return_value: 1 }), meaning: "success" },
  { what: "a deletion", status: 204, body: "", meaning: "success" },
  { what: "a list", status: 200, body: "[]", meaning: "success" },
  { what: "a return value beside ok:false", status: 200, body: json({ ok: false, return_value: 1 }), meaning: "success" },
  { what: "408", status: 408, body: shape2("Timed out."), meaning: "timed-out" },
  { what: "408 in HTML", status: 408, body: html, meaning: "timed-out" },
  { what: "Timed out. at 400, as in old recordings", status: 400, body: shape2("Timed out."), meaning: "timed-out" },
  { what: "Timed out. at 500", status: 500, body: signalTimedOut, meaning: "timed-out" },
  { what: "Timed out. at 200", status: 200, body: shape2("Timed out."), meaning: "timed-out" },
  { what: "Timed out. at 404", status: 404, body: shape2("Timed out."), meaning: "timed-out" },
  { what: "500", status: 500, body: shape2("Internal server error"), meaning: "server-fault" },
  { what: "502 in HTML", status: 502, body: html, meaning: "server-fault" },
  { what: "503, even when it says not connected", status: 503, body: shape2("Device is not connected"), meaning: "server-fault" },
  { what: "529", status: 529, body: "", meaning: "server-fault" },
  { what: "401", status: 401, body: oauth("invalid_token", "The access token provided is invalid."), meaning: "token-refused" },
  { what: "401 in HTML", status: 401, body: html, meaning: "token-refused" },
  {
    what: "400 for a missing token",
    status: 400,
    body: oauth("invalid_request", "The access token was not found"),
    meaning: "token-refused",
  },
  { what: "403 without a device", status: 403, body: shape2("Permission denied"), meaning: "token-refused" },
  {
    what: "400 for a missing scope",
    status: 400,
    body: oauth("unauthorized", "API users are not allowed to call this endpoint"),
    meaning: "scope-missing",
  },
  { what: "429", status: 429, body: shape2("Too many requests"), meaning: "busy" },
  { what: "429 in HTML", status: 429, body: html, meaning: "busy" },
  { what: "404 not connected", status: 404, body: shape2("Device is not connected"), meaning: "not-connected" },
  {
    what: "a core that is not online",
    status: 404,
    body: json({ ok: false, errors: [["Core isn't online", 404]] }),
    meaning: "not-connected",
  },
  { what: "not connected at 200", status: 200, body: shape2("Device not connected"), meaning: "not-connected" },
  { what: "403 about a device", status: 403, body: denied, meaning: "device-unknown" },
  { what: "404 for a function", status: 404, body: shape2("Function ctrl_relay9 not found"), meaning: "refused" },
  { what: "400 with a reason", status: 400, body: shape2("Bad request"), meaning: "refused" },
  { what: "a refusal at 200", status: 200, body: shape2("Something else"), meaning: "refused" },
  { what: "HTML at 200", status: 200, body: html, meaning: "unreadable" },
  { what: "HTML at 404", status: 404, body: html, meaning: "unreadable" },
  { what: "an empty 404", status: 404, body: "", meaning: "unreadable" },
  { what: "an empty 200", status: 200, body: "", meaning: "unreadable" },
  { what: "cut JSON", status: 200, body: '{"return_value":', meaning: "unreadable" },
  { what: "a bare number", status: 200, body: "1", meaning: "unreadable" },
  { what: "a redirect", status: 302, body: json({ return_value: 1 }), meaning: "unreadable" },
];

describe("what an answer means [CM-5, checklist 17]", () => {
  test.each(cases)("[CM-5] $what ($status) means $meaning", ({ status, body, meaning }) => {
    expect(meaningOf({ status, json: parseJson(body) })).toBe(meaning);
  });
});

function answered(status: number, body: string, retryAfterSeconds?: number): CloudAnswer {
  const parsed = parseJson(body);
  const meaning = meaningOf({ status, json: parsed });
  return { kind: "answered", status, meaning, json: parsed, retryAfterSeconds, startedAt: 0 };
}

const nonNegative = (returnValue: number) => returnValue >= 0;

describe("what an answer is to a command", () => {
  const told: Readonly<Record<Exclude<Meaning, "success">, string>> = {
    "timed-out": "unknown",
    "server-fault": "unknown",
    unreadable: "unknown",
    "token-refused": "not-sent PROVIDER_UNAVAILABLE",
    "scope-missing": "not-sent PROVIDER_UNAVAILABLE",
    busy: "not-sent PROVIDER_BUSY",
    "not-connected": "not-sent DEVICE_NOT_CONNECTED",
    "device-unknown": "refused DEVICE_REFUSED",
    refused: "refused DEVICE_REFUSED",
  };

  test.each(cases.filter((row) => row.meaning !== "success"))(
    "[CM-5] $what ($status) is never done",
    ({ status, body, meaning }) => {
      const outcome = callOutcomeOf(answered(status, body), nonNegative);
      const code = "code" in outcome ? ` ${outcome.code}` : "";
      expect(`${outcome.kind}${code}`).toBe(meaning === "success" ? "" : told[meaning]);
    },
  );

  test.each([
    [{ return_value: 0 }, { kind: "done", returnValue: 0 }],
    [{ return_value: 1 }, { kind: "done", returnValue: 1 }],
    [{ return_value: -1 }, { kind: "refused", code: "DEVICE_REFUSED", reason: "the device returned -1", returnValue: -1 }],
  ])("[D35] %j is judged by the profile", (body, outcome) => {
    expect(callOutcomeOf(answered(200, json(body)), nonNegative)).toEqual(outcome);
  });

  test.each([
    {},
    { return_value: "1" },
    { return_value: 1.5 },
    { return_value: 2 ** 40 },
    { return_value: null },
    { connected: false },
  ])("[CM-5] 200 with %j proves nothing", (body) => {
    expect(callOutcomeOf(answered(200, json(body)), nonNegative).kind).toBe("unknown");
  });

  test("a busy cloud's Retry-After is passed on", () => {
    expect(callOutcomeOf(answered(429, "", 17), nonNegative)).toMatchObject({ code: "PROVIDER_BUSY", retryAfterSeconds: 17 });
  });

  test.each([
    [{ kind: "not-sent", why: "unreachable", reason: "" }, "PROVIDER_UNAVAILABLE"],
    [{ kind: "not-sent", why: "aborted", reason: "" }, "PROVIDER_UNAVAILABLE"],
    [{ kind: "not-sent", why: "too-many", reason: "" }, "PROVIDER_BUSY"],
    [{ kind: "not-sent", why: "too-late", reason: "" }, "COMMAND_EXPIRED"],
    [{ kind: "withheld", why: "expired", reason: "" }, "COMMAND_EXPIRED"],
    [{ kind: "withheld", why: "budget", reason: "" }, "PROVIDER_BUSY"],
    [{ kind: "withheld", why: "token", reason: "" }, "PROVIDER_UNAVAILABLE"],
  ] as const)("[CM-5] without a byte sent, %j is not sent", (answer, code) => {
    expect(callOutcomeOf(answer, nonNegative)).toMatchObject({ kind: "not-sent", code });
  });

  test.each(["timeout", "cut", "too-large", "aborted"] as const)("[CM-5] %s after bytes may have left is unknown", (why) => {
    expect(callOutcomeOf({ kind: "broken", why, reason: "x" }, nonNegative)).toEqual({ kind: "unknown", reason: "x" });
  });
});

describe("what an answer is to a read", () => {
  test.each([
    ["timed-out", 408, shape2("Timed out."), "OFFLINE"],
    ["server fault", 503, "", "PROVIDER_UNAVAILABLE"],
    ["HTML", 200, html, "NONSENSE"],
    ["a redirect", 302, "", "NONSENSE"],
    ["token refused", 401, "", "TOKEN_REFUSED"],
    ["scope missing", 400, oauth("unauthorized", "API users are not allowed to call this endpoint"), "SCOPE_MISSING"],
    ["429", 429, "", "PROVIDER_BUSY"],
    ["not connected", 404, shape2("not connected"), "OFFLINE"],
    ["not ours", 403, denied, "NOT_FOUND"],
    ["unknown variable", 404, shape2("Variable not found"), "NOT_FOUND"],
  ])("[checklist 17] %s is no data", (_, ...[status, body, code]) => {
    expect(readFailureOf(answered(status, body))).toMatchObject({ code });
  });

  test.each([
    [{ kind: "broken", why: "too-large", reason: "" }, "NONSENSE"],
    [{ kind: "broken", why: "cut", reason: "" }, "PROVIDER_UNAVAILABLE"],
    [{ kind: "not-sent", why: "unreachable", reason: "" }, "PROVIDER_UNAVAILABLE"],
    [{ kind: "not-sent", why: "too-many", reason: "" }, "PROVIDER_BUSY"],
    [{ kind: "withheld", why: "token", reason: "" }, "TOKEN_REFUSED"],
    [{ kind: "withheld", why: "budget", reason: "", retryAfterSeconds: 3 }, "PROVIDER_BUSY"],
  ] as const)("%j fails the read", (answer, code) => {
    expect(readFailureOf(answer)).toMatchObject({ code });
  });

  test("a success is no failure", () => {
    expect(readFailureOf(answered(200, "[]"))).toBeNull();
  });
});

describe("error texts", () => {
  test.each([
    [{ error: "code", error_description: "the text" }, "the text"],
    [{ ok: false, error: "the text" }, "the text"],
    [{ ok: false, errors: ["the text"] }, "the text"],
    [{ ok: false, errors: [["the text", 404]] }, "the text"],
    [{ ok: false, errors: [{ error: "the text" }] }, "the text"],
    [{ info: "the text" }, "the text"],
    [{ description: "the text" }, "the text"],
    [{ errors: [{}, 4, null, [4]] }, ""],
    ["text", ""],
    [null, ""],
  ])("of %j", (body, text) => {
    expect(errorTextOf(body)).toBe(text);
  });

  test("bytes that are not UTF-8 are not JSON", () => {
    expect(parseJson(Uint8Array.from([0x22, 0xff, 0x22]))).toBeUndefined();
    expect(returnValueOf(parseJson('{"return_value":-2147483648}'))).toBe(-(2 ** 31));
  });
});
