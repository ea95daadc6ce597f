import { expect, test } from "vitest";
import { madeAt, storedDevice } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { insertRelayChanges, listRelayChanges, pruneRelayChanges, relayChangeBefore, type RelayChangeRow } from "./changes.ts";

describeOnBothStores("moves of relays", (fresh) => {
  test("[C10] are kept once, listed in their span, and tell the state before it", async () => {
    const { store } = fresh();
    const { id } = await storedDevice(store);
    const other = await storedDevice(store);
    const move = (minute: number, over: Partial<RelayChangeRow> = {}): RelayChangeRow => ({
      ...{ deviceId: id, relayNumber: 1, at: madeAt + minute * 60_000, commandId: null, cause: null },
      ...{ state: minute % 2 === 0 ? "on" : "off" },
      ...over,
    });
    const moves = [move(0), move(1, { cause: "button" }), move(2, { commandId: "cmd_1" }), move(3), move(3, { relayNumber: 2 })];
    await store.write((tx) => insertRelayChanges(tx, [...moves, move(1, { deviceId: other.id })]));
    // The same word twice: the first one stays.
    await store.write((tx) => insertRelayChanges(tx, [move(1, { cause: "again" })]));
    await store.write((tx) => insertRelayChanges(tx, []));
    const span = { deviceId: id, from: madeAt + 60_000, to: madeAt + 180_000 };
    expect(await listRelayChanges(store.read, { ...span, limit: 10 })).toEqual([moves[1], moves[2], moves[4], moves[3]]);
    expect(await listRelayChanges(store.read, { ...span, limit: 1 })).toEqual([moves[3]]);
    const before = (relayNumber: number) => relayChangeBefore(store.read, { deviceId: id, relayNumber, before: span.from });
    expect([await before(1), await before(2)]).toEqual([moves[0], null]);
  });

  test("[DA-4] the old ones go, but the last of each relay, which tells the state that it has been in since", async () => {
    const { store } = fresh();
    const [{ id }, other] = [await storedDevice(store), await storedDevice(store)];
    const move = (after: number, over: Partial<RelayChangeRow> = {}): RelayChangeRow => ({
      ...{ deviceId: id, relayNumber: 1, at: madeAt + after, state: "on", commandId: null, cause: null },
      ...over,
    });
    const last = [move(0, { relayNumber: 2 }), move(1, { deviceId: other.id })];
    await store.write((tx) => insertRelayChanges(tx, [move(0), move(1), move(2), move(3), ...last]));
    const prune = (from: number, limit: number) =>
      store.write((tx) => pruneRelayChanges(tx, { from: madeAt + from, before: madeAt + 3, limit }));
    // Two of the first instant, then two of the next, then what is left.
    expect([await prune(0, 1), await prune(1, 2), await prune(2, 2)]).toEqual([
      { gone: 1, next: madeAt + 1 },
      { gone: 1, next: madeAt + 2 },
      { gone: 0, next: null },
    ]);
    expect(await prune(0, 10)).toEqual({ gone: 0, next: null });
    const left = async (deviceId: string) =>
      (await listRelayChanges(store.read, { deviceId, from: 0, to: madeAt + 9, limit: 9 })).map(({ relayNumber, at }) => [
        relayNumber,
        at - madeAt,
      ]);
    expect([await left(id), await left(other.id)]).toEqual([
      [
        [2, 0],
        [1, 2],
        [1, 3],
      ],
      [[1, 1]],
    ]);
  });
});
