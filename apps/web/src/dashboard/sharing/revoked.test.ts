import { expect, test } from "vitest";
import { shareNow, stillRevoked } from "./revoked.ts";

const share = (id: string, email: string) => ({ id, sharedWith: { email } });
const alex = share("shr_1", "alex@example.com");
const alexAgain = share("shr_2", "alex@example.com");
const nina = share("shr_3", "nina@example.com");

test("[C6] the strip of a revocation goes when its person has access again, also by a new share", () => {
  expect(stillRevoked([alex, nina], [])).toEqual([alex, nina]);
  expect(stillRevoked([alex, nina], [alex])).toEqual([nina]);
  expect(stillRevoked([alex, nina], [alexAgain])).toEqual([nina]);
});

test("who is revoked twice has one strip, and its undo is of the last share", () => {
  expect(stillRevoked([alex, nina, alexAgain], [])).toEqual([alexAgain, nina]);
});

test("[C6] a share that is being changed has ended when its person has none any more; another one of theirs takes its place", () => {
  expect(shareNow(alex, [nina, alex])).toBe(alex);
  expect(shareNow(alex, [nina, alexAgain])).toBe(alexAgain);
  expect(shareNow(alex, [nina])).toBeNull();
});
