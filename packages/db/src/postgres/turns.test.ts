import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("[ST-2] works of one key begin one after the other, in their order, also after one that failed; other keys do not wait", async () => {
  const turns = new Turns();
  const begun: string[] = [];
  const add = (key: string, name: string) => {
    const fate = new EventEmitter();
    const ended = once(fate, "end");
    const done = turns.take(key, async (before) => {
      await before;
      begun.push(name);
      await ended;
      return name;
    });
    // Looked at when the test comes to it.
    done.catch(() => {});
    return { done, end: () => fate.emit("end"), fail: (error: Error) => fate.emit("error", error) };
  };
  const [first, second, third, other] = [add("a", "first"), add("a", "second"), add("a", "third"), add("b", "other")];
  other.end();
  expect(await other.done).toBe("other");
  expect(begun).toEqual(["first", "other"]);
  first.fail(new Error("its own"));
  await expect(first.done).rejects.toThrow("its own");
  // The last of the three may be ended already: it has not begun.
  third.end();
  second.end();
  expect(await Promise.all([second.done, third.done])).toEqual(["second", "third"]);
  expect(begun).toEqual(["first", "other", "second", "third"]);
  const later = add("a", "later");
  later.end();
  expect(await later.done).toBe("later");
});
