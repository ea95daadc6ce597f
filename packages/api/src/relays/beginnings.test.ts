import { expect, test } from "vitest";
import { Beginnings } from "./beginnings.ts";

function deferred() {
  let resolve: (value: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<string>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

test("[CM-1] a beginning is known under its key alone, until it has come to its end", async () => {
  const beginnings = new Beginnings();
  const { promise, resolve } = deferred();
  const noted = beginnings.note("usr_1 one", promise);
  expect(beginnings.underWay("usr_1 one")).toBe(promise);
  expect(beginnings.underWay("usr_2 one")).toBeUndefined();
  resolve("begun");
  expect(await noted).toBe("begun");
  expect(beginnings.underWay("usr_1 one")).toBeUndefined();
});

test("[ST-2] one that fails rejects for all that wait for it, and the next use begins anew", async () => {
  const beginnings = new Beginnings();
  const { promise, reject } = deferred();
  const first = beginnings.note("usr_1 one", promise);
  const second = beginnings.underWay("usr_1 one");
  reject(new Error("The database does not answer"));
  await expect(first).rejects.toThrow("does not answer");
  await expect(second).rejects.toThrow("does not answer");
  expect(beginnings.underWay("usr_1 one")).toBeUndefined();
});

test("[CM-1] a later beginning of the same key is not forgotten with the one before it", async () => {
  const beginnings = new Beginnings();
  const [refused, begun] = [deferred(), deferred()];
  void beginnings.note("usr_1 one", refused.promise);
  void beginnings.note("usr_1 one", begun.promise);
  refused.resolve("refused");
  await refused.promise;
  expect(beginnings.underWay("usr_1 one")).toBe(begun.promise);
});
