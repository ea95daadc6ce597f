import { CreateToken } from "@relaydeck/contract/tokens";
import { describe, expect, test } from "vitest";
import { emptyDraft, endOfDay, isTouched, missingIn, toWish, type TokenDraft } from "./tokens-draft.ts";

const now = Date.UTC(2026, 10, 21, 14, 2);
const named: TokenDraft = { ...emptyDraft, name: " Heating " };

describe("what is filled in for a new token", () => {
  test("the least that is useful is chosen to begin with: reading, with an end", () => {
    const wish = toWish(named, now);
    expect(wish).toEqual({ name: "Heating", scope: "read", deviceIds: null, expiresAt: "2027-02-19T14:02:00.000Z" });
    expect(CreateToken.parse(wish)).toEqual(wish);
  });

  test("something would be lost once anything differs from the beginning, and no more when it does not", () => {
    expect(isTouched(emptyDraft)).toBe(false);
    expect(isTouched({ ...named, name: "" })).toBe(false);
    expect([named, { ...emptyDraft, isForAll: false }, { ...emptyDraft, deviceIds: ["dev_1"] }].map(isTouched)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("chosen devices, no end and a password travel as they are", () => {
    const draft: TokenDraft = { ...named, isForAll: false, deviceIds: ["dev_1"], end: "never", password: " secret " };
    expect(toWish(draft, now)).toMatchObject({ deviceIds: ["dev_1"], expiresAt: null, currentPassword: " secret " });
  });

  test("the last day counts whole, where the person is, and a day that is over is no end", () => {
    expect(endOfDay("2026-12-31")).toBe(new Date(2027, 0, 1).getTime());
    expect([endOfDay(""), endOfDay("soon")]).toEqual([null, null]);
    const dated = (date: string) => missingIn({ ...named, end: "date", date }, now);
    expect([dated("2026-11-20"), dated(""), dated("2026-11-23")]).toEqual([["date"], ["date"], []]);
  });

  test("what is missing is named in the order of the form", () => {
    const draft: TokenDraft = { ...emptyDraft, isForAll: false, end: "date" };
    expect(missingIn(draft, now)).toEqual(["name", "deviceIds", "date"]);
    expect(missingIn(named, now)).toEqual([]);
  });
});
