import { QueryObserver } from "@tanstack/react-query";
import { turn } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";
import { readAgain } from "./read-again.ts";

const queryKey = ["list"];

/** A list on a server that answers when it is told to, with what was true when it was asked. */
function aList() {
  const queries = createQueryClient();
  const due: (() => void)[] = [];
  let truth = "old";
  let reads = 0;
  const queryFn = () => {
    const seen = truth;
    reads += 1;
    return new Promise<string>((resolve) => due.push(() => resolve(seen)));
  };
  const observer = () => new QueryObserver(queries, { queryKey, queryFn });
  return {
    queries,
    open: () => observer().subscribe(() => {}),
    /** Every read that was begun, and those that begin thereby. */
    async answer() {
      for (let answer = due.shift(); answer !== undefined; answer = due.shift()) {
        answer();
        for (let turns = 0; turns < 5; turns += 1) await turn();
      }
    },
    async tell(news: string) {
      truth = news;
      void readAgain(queries, { queryKey });
      await turn();
    },
    reads: () => reads,
    shown: () => queries.getQueryData(queryKey),
  };
}

test("news during the first read are read after it", async () => {
  const list = aList();
  list.open();
  await list.tell("new");
  await list.answer();
  expect(list.shown()).toBe("new");
});

test.each(["first", "second"])(
  "news during the %s read of a list that is closed meanwhile are shown when it opens again",
  async (which) => {
    const list = aList();
    if (which === "second") {
      const close = list.open();
      await list.answer();
      close();
      await list.tell("old");
    }
    const close = list.open();
    close();
    await list.tell("new");
    await list.answer();
    list.open();
    await list.answer();
    expect(list.shown()).toBe("new");
  },
);

test("news during a later read that is looked at begin it anew", async () => {
  const list = aList();
  list.open();
  await list.answer();
  await list.tell("old");
  await list.tell("new");
  await list.answer();
  expect(list.shown()).toBe("new");
});

test("many news during one read cost one more, and a list whose first read hangs holds back no other", async () => {
  const list = aList();
  list.open();
  for (let n = 0; n < 10; n += 1) await list.tell("new");
  await list.answer();
  expect([list.shown(), list.reads()]).toEqual(["new", 2]);
  new QueryObserver(list.queries, { queryKey: ["hangs"], queryFn: () => new Promise<never>(() => {}) }).subscribe(() => {});
  void readAgain(list.queries, {});
  await turn();
  await list.answer();
  expect(list.reads()).toBe(3);
});
