import { describe, expect, test } from "vitest";
import { Broadcast } from "./broadcast.ts";
import { LiveMessage } from "./item.ts";
import type { Viewer } from "./viewer.ts";
import { ViewerLists } from "./viewer-lists.ts";

class Given {
  readonly lists: (readonly LiveMessage[])[] = [];
  push(messages: readonly LiveMessage[]): void {
    this.lists.push(messages);
  }
  end(): void {}
  get numbers(): number[][] {
    return this.lists.map((messages) => messages.map(({ number }) => number));
  }
}

function viewer(userId: string) {
  const sink = new Given();
  const seen: Viewer = { userId, sessionId: null, sessionEndsAt: null, program: undefined, startsAfter: 0, sink, deviceIds: [] };
  return { seen, sink };
}

const message = (number: number) => new LiveMessage({ id: `x-${number}`, number }, { kind: "gap", from: "", to: null });

function house() {
  const ends: (() => void)[] = [];
  const broadcast = new Broadcast({ gather: (work) => void ends.push(work) });
  const endTurn = () => {
    for (const work of ends.splice(0)) work();
  };
  return { broadcast, endTurn };
}

describe("messages for the same viewers", () => {
  test("[performance G1] are handed over once, at the end of the turn, as one list that all of them share", () => {
    const { broadcast, endTurn } = house();
    const [maria, alex] = [viewer("usr_maria"), viewer("usr_alex")];
    const both = [maria.seen, alex.seen];
    broadcast.send(both, message(1));
    broadcast.send(both, message(2));
    expect(maria.sink.lists).toEqual([]);
    endTurn();
    expect(maria.sink.numbers).toEqual([[1, 2]]);
    expect(alex.sink.lists[0]).toBe(maria.sink.lists[0]);
    broadcast.send(both, message(3));
    endTurn();
    expect(alex.sink.numbers).toEqual([[1, 2], [3]]);
  });

  test("[C3] keep the order of the log when others are spoken to in between, or one of them alone", () => {
    const { broadcast, endTurn } = house();
    const [maria, alex] = [viewer("usr_maria"), viewer("usr_alex")];
    const both = [maria.seen, alex.seen];
    broadcast.send(both, message(1));
    broadcast.send([alex.seen], message(2));
    broadcast.flush();
    alex.sink.push([message(3)]);
    broadcast.send(both, message(4));
    endTurn();
    expect(alex.sink.numbers.flat()).toEqual([1, 2, 3, 4]);
    expect(maria.sink.numbers.flat()).toEqual([1, 4]);
  });
});

describe("equal lists of viewers", () => {
  test("[performance G1] become the same list; other viewers, or another order, are another", () => {
    const lists = new ViewerLists();
    const [maria, alex] = [viewer("usr_maria").seen, viewer("usr_alex").seen];
    const first = lists.shared([maria, alex]);
    expect(lists.shared([maria, alex])).toBe(first);
    expect(lists.shared([alex, maria])).not.toBe(first);
    expect(lists.shared([maria])).toEqual([maria]);
    expect(lists.shared([])).toEqual([]);
  });

  test("of those that begin with the same viewer only the newest are remembered", () => {
    const lists = new ViewerLists();
    const maria = viewer("usr_maria").seen;
    const first = lists.shared([maria, viewer("usr_0").seen]);
    const others = Array.from({ length: 8 }, (_, index) => lists.shared([maria, viewer(`usr_${index}`).seen]));
    expect(lists.shared([...first])).not.toBe(first);
    expect(lists.shared([...(others[7] ?? [])])).toBe(others[7]);
  });
});
