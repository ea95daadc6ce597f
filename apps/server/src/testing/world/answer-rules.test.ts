/** Rule 4 beside a real answer, and beside the same answer falsified. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assert, present } from "@relaydeck/kit/assert";
import { whenAnswered, whenRefused, type Answered, type Refused, type TapNote } from "./answer-rules.ts";
import type { CommandNote } from "./command-rules.ts";
import { Stage } from "./stage.ts";

let stage: Stage;
let tap: TapNote;
let outcome: Answered;
let note: CommandNote;
const now = 1_000;

beforeAll(async () => {
  stage = await Stage.set({ seed: 1, latencyMs: [40, 40] });
  const { world, taps, book } = stage;
  await world.pass(2_000);
  const wish = { relay: 1, target: "on", key: "key-1", validForMs: 5_000, door: "trpc" } as const;
  const begun = taps.begin({ ...wish, person: world.person("olga"), device: world.device("contacts") });
  await world.pass(100);
  assert(begun.outcome?.kind === "answered", "The device answers");
  tap = begun;
  outcome = begun.outcome;
  note = present(book.commands.get(outcome.answer.commandId ?? ""), "The answer names its command");
});

afterAll(() => stage.world.end());

/** Rules that the answer breaks when this of it is false. */
function brokenBy(
  lie: { answer?: Partial<Answered["answer"]>; status?: number; note?: Partial<CommandNote>; tap?: Partial<TapNote> },
  at = now,
): string[] {
  const told = { ...outcome, status: lie.status ?? outcome.status, answer: { ...outcome.answer, ...lie.answer } };
  return whenAnswered({ ...tap, ...lie.tap }, told, { note: { ...note, ...lie.note }, now: at }).map(({ rule }) => rule);
}

test("[CM-10] a true answer is not blamed, and the world of its own finds nothing either", () => {
  expect(whenAnswered(tap, outcome, { note, now })).toEqual([]);
  expect(() => stage.demand()).not.toThrow();
});

describe("an answer that does not fit its row is found out", () => {
  test("[CM-10] it names no command", () => {
    expect(whenAnswered(tap, outcome, { note: undefined, now })).toMatchObject([{ rule: "4" }]);
  });
  test("[CM-10] it says a state that the row does not have", () => {
    expect(brokenBy({ note: { state: "failed", states: new Set(["failed"]) } })).toEqual(["4"]);
  });
  test("[CM-10] its status is not that of the command table", () => {
    expect(brokenBy({ status: 504 })).toContain("4");
    expect(brokenBy({ answer: { code: "DEVICE_REFUSED" } })).toEqual(["4"]);
  });
  test("[CM-10] it calls a success what is none", () => {
    expect(brokenBy({ answer: { success: false } })).toEqual(["4"]);
  });
  test("[CM-10] it shows another command", () => {
    const other = { ...present(outcome.answer.command, "An answered tap shows its command"), commandId: "cmd_other" };
    expect(brokenBy({ answer: { command: other } })).toEqual(["4"]);
    expect(brokenBy({ note: { relay: 2 } })).toEqual(["4"]);
  });
  test("[CM-1] it is another key's", () => {
    expect(brokenBy({ note: { key: "key-2" } })).toEqual(["1"]);
  });
  test("[CM-10] it does not know that it repeats", () => {
    expect(brokenBy({ tap: { earlier: note } })).toContain("CM-10");
  });
  test("[CM-3] it comes more than five seconds after the deadline", () => {
    expect(brokenBy({}, note.deadline + 5_001)).toEqual(["D35"]);
  });
});

describe("a refusal without a reason is found out", () => {
  const refused = (code: Refused["refusal"]["code"]) => ({ kind: "refused", refusal: { code }, status: 400 }) as const;
  const facts = { right: "owner", isKeyKnown: false } as const;

  test.each(["NOT_FOUND", "FORBIDDEN", "KEY_REUSED", "VALIDATION", "STALE"] as const)(
    "[CM-10] %s to the owner with a new key",
    (code) => {
      expect(whenRefused(tap, refused(code), facts)).toMatchObject([{ rule: "4" }]);
    },
  );
  test("[CM-10] a repeat is refused instead of answered", () => {
    expect(whenRefused({ ...tap, earlier: note }, refused("RATE_LIMITED"), facts)).toMatchObject([{ rule: "CM-10" }]);
  });
  test("[CM-10] with a reason it is not blamed", () => {
    expect(whenRefused(tap, refused("NOT_FOUND"), { right: "none", isKeyKnown: false })).toEqual([]);
    expect(whenRefused(tap, refused("FORBIDDEN"), { right: "view", isKeyKnown: false })).toEqual([]);
    expect(whenRefused(tap, refused("KEY_REUSED"), { right: "owner", isKeyKnown: true })).toEqual([]);
    expect(whenRefused(tap, refused("DEVICE_NOT_CONNECTED"), facts)).toEqual([]);
  });
});
