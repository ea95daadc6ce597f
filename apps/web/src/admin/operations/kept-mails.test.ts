import type { MailLine } from "@relaydeck/contract/operations";
import { expect, test } from "vitest";
import { keptMails, outcomeOf } from "./kept-mails.ts";

function mail(id: string, over: Partial<MailLine> = {}): MailLine {
  return {
    ...{ id, to: "maria@relaydeck.test", subject: "Hello", template: "verify-email", state: "failed", attempts: 1 },
    ...{ lastError: "EAUTH 535", createdAt: "2026-11-21T14:02:00.000Z", nextAttemptAt: null, sentAt: null },
    ...over,
  };
}
const ids = (mails: readonly MailLine[]) => mails.map(({ id }) => id);

test("what newly failed comes on top, and nothing else moves", () => {
  const first = keptMails([], [mail("a"), mail("b")], new Map());
  expect(ids(first)).toEqual(["a", "b"]);
  const second = keptMails(first, [mail("b"), mail("c"), mail("a")], new Map());
  expect(ids(second)).toEqual(["c", "a", "b"]);
});

test("a mail that was tried again keeps its place and tells what it is now; one that is gone goes", () => {
  const sent = mail("b", { state: "sent", lastError: null });
  const kept = keptMails([mail("a"), mail("b"), mail("c")], [mail("c")], new Map([["b", sent]]));
  expect(kept).toEqual([sent, mail("c")]);
});

test.each([
  ["trying", { state: "waiting", lastError: null }],
  ["delayed", { state: "waiting", lastError: "ECONNECTION" }],
  ["sent", { state: "sent", lastError: null }],
  ["failed", { state: "failed", lastError: "EENVELOPE 550" }],
] as const)("[OB-1] the outcome %s is read off the mail itself", (outcome, line) => {
  expect(outcomeOf(line)).toBe(outcome);
});
