import { expect, test } from "vitest";
import { draftOf, emptyDraft, endText, problemOf, quickEnds, toWish } from "./share-draft.ts";

const now = Date.UTC(2026, 10, 21, 14, 2, 30);
const whole = { now, isEndHalf: false };
const draft = (over: Partial<typeof emptyDraft>) => ({ ...emptyDraft, email: "alex@relaydeck.test", ...over });

test("[D44] an end is a time ahead where the person is, and leaves as an instant with offset", () => {
  const end = endText(now + quickEnds.week);
  expect(end).toMatch(/^2026-11-28T\d\d:02$/);
  expect(problemOf(draft({ end }), whole)).toBeNull();
  expect(toWish(draft({ end }), "dev_1")).toEqual({
    deviceId: "dev_1",
    sharedWithEmail: "alex@relaydeck.test",
    permission: "view",
    expiresAt: "2026-11-28T14:02:00.000Z",
  });
});

test("without an end it lasts until it is revoked, and blanks around an address are nothing", () => {
  expect(problemOf(draft({ email: " alex@relaydeck.test " }), whole)).toBeNull();
  expect(toWish(draft({ email: " alex@relaydeck.test " }), "dev_1")).toMatchObject({
    sharedWithEmail: "alex@relaydeck.test",
    expiresAt: null,
  });
});

test("the address is to be mended before the end, and a past end or none that is a time is refused", () => {
  expect(problemOf(draft({ email: "alex", end: "2020-01-01T00:00" }), whole)).toEqual({ field: "email", kind: "emailInvalid" });
  for (const end of ["2020-01-01T00:00", endText(now), "tomorrow", "2026-13-40T00:00"])
    expect(problemOf(draft({ end }), whole)).toEqual({ field: "end", kind: "endPast" });
});

test("[D44] an end that is typed in part is refused, never taken for none", () => {
  expect(problemOf(draft({}), { now, isEndHalf: true })).toEqual({ field: "end", kind: "endHalf" });
  expect(problemOf(draft({ end: endText(now + quickEnds.day) }), { now, isEndHalf: true })).toEqual({
    field: "end",
    kind: "endHalf",
  });
});

test("a share that is to be changed is filled in as it is", () => {
  const share = {
    sharedWith: { email: "alex@relaydeck.test" },
    permission: "control",
    expiresAt: "2026-11-28T14:02:00.000Z",
  } as const;
  const filled = draftOf({ ...share } as Parameters<typeof draftOf>[0]);
  expect(toWish(filled, "dev_1")).toMatchObject({ permission: "control", expiresAt: share.expiresAt });
});
