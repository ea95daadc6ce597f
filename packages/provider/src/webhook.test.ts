import { describe, expect, test } from "vitest";
import { isWebhookSecret, parseWebhook } from "./webhook.ts";

const receivedAt = Date.UTC(2026, 10, 21);
const coreid = "e00fce680000000000000001";
const publishedAt = receivedAt - 1_000;
const iso = new Date(publishedAt).toISOString();
const told = {
  name: "relay/state",
  data: '{"relay":1}',
  providerId: coreid,
  publishedAt,
  receivedAt,
  firmwareVersion: null,
  eventId: null,
};
const fields = { event: "relay/state", data: '{"relay":1}', published_at: iso, coreid };

describe("a webhook delivery", () => {
  test("as the cloud sends it by default, a form", () => {
    const body = new URLSearchParams(fields).toString();
    for (const contentType of ["application/x-www-form-urlencoded", undefined]) {
      expect(parseWebhook({ contentType, body, receivedAt })).toEqual({ ok: true, value: told });
    }
  });

  test("as we define it, JSON with an event id; numbers come as texts", () => {
    const body = JSON.stringify({ ...fields, event_id: "7f3a", product_id: "4711", fw: "3" });
    const contentType = "application/json; charset=utf-8";
    expect(parseWebhook({ contentType, body, receivedAt })).toEqual({
      ok: true,
      value: { ...told, eventId: "7f3a", firmwareVersion: 3 },
    });
  });

  test.each([
    ["not JSON", "{", "not-json"],
    ["a list", "[]", "bad-shape"],
    ["no event", JSON.stringify({ ...fields, event: "" }), "no-name"],
    ["an object as name", JSON.stringify({ ...fields, event: {} }), "no-name"],
    ["an object as data", JSON.stringify({ ...fields, data: {} }), "bad-shape"],
    ["no time", JSON.stringify({ ...fields, published_at: "" }), "bad-time"],
    ["a future time", JSON.stringify({ ...fields, published_at: new Date(receivedAt + 3_600_000).toISOString() }), "future"],
  ])("[checklist 17] with %s is counted, not thrown", (_, body, error) => {
    expect(parseWebhook({ contentType: "application/json", body, receivedAt })).toEqual({ ok: false, error });
  });
});

test("the secret is whole or it is wrong", () => {
  expect(isWebhookSecret("s3cret-s3cret", "s3cret-s3cret")).toBe(true);
  for (const given of ["s3cret-s3cre", "s3cret-s3cret ", "S3cret-s3cret", "", undefined]) {
    expect(isWebhookSecret(given, "s3cret-s3cret")).toBe(false);
  }
  expect([isWebhookSecret("", ""), isWebhookSecret(undefined, "")]).toEqual([false, false]);
});
