import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { DatabaseUnavailable } from "../trouble.ts";
import { Turns } from "./turns.ts";

/** Work that begins when its turn comes and ends when it is told to. */
function works(turns: Turns) {
  const begun: string[] = [];
  return {
    begun,
    add: (key: string, name: string) => {
      const fate = new EventEmitter();
      const ended = once(fate, "end");
      const done = turns.take(key, async () => {
        begun.push(name);
        await ended;
        return name;
      });
      // Looked at when the test comes to it.
      done.catch(() => {});
      return { done, end: () => fate.emit("end"), fail: (error: Error) => fate.emit("error", error) };
    },
  };
}

test("[ST-2] works of one key begin one after the other, in their order, also after one that failed; other keys do not wait", async () => {
  const { begun, add } = works(new Turns(() => 0));
  const [first, second, third, other] = [add("a", "first"), add("a", "second"), add("a", "third"), add("b", "other")];
  await Promise.resolve();
  expect(begun).toEqual(["first", "other"]);
  first.fail(new Error("its own"));
  await expect(first.done).rejects.toThrow("its own");
  second.end();
  third.end();
  other.end();
  expect(await Promise.all([second.done, third.done, other.done])).toEqual(["second", "third", "other"]);
  expect(begun).toEqual(["first", "other", "second", "third"]);
  const later = add("a", "later");
  later.end();
  expect(await later.done).toBe("later");
});

test("[ST-2] when the database does not answer, those who wait are refused with it and begin nothing", async () => {
  const { begun, add } = works(new Turns(() => 0));
  const [first, second] = [add("a", "first"), add("a", "second")];
  await Promise.resolve();
  first.fail(new DatabaseUnavailable("It does not answer; whether it stored this is not known", { isInDoubt: true }));
  await expect(first.done).rejects.toMatchObject({ isInDoubt: true });
  await expect(second.done).rejects.toMatchObject({ name: "DatabaseUnavailable", isInDoubt: false });
  expect(begun).toEqual(["first"]);
  const later = add("a", "later");
  later.end();
  expect(await later.done).toBe("later");
});

test("[ST-2] who only waited while others were done is tried again", async () => {
  let done = 0;
  let tries = 0;
  const turns = new Turns(() => done);
  const outcome = turns.take("a", async () => {
    tries += 1;
    if (tries === 3) return "done";
    done += 1;
    throw new DatabaseUnavailable("It does not answer");
  });
  expect([await outcome, tries]).toEqual(["done", 3]);
});
