import { expect, test } from "vitest";
import { hasEnded, stillRevoked } from "./revoked.ts";

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

test("[C6] a share that is being changed has ended when the list knows it no more; an unread list says nothing", () => {
  expect([hasEnded(alex, [nina]), hasEnded(alex, [alex, nina]), hasEnded(alex, undefined), hasEnded(null, [])]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
