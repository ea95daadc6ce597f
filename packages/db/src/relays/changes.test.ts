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

  test("[DA-4] the old ones go", async () => {
    const { store } = fresh();
    const { id } = await storedDevice(store);
    const at = [madeAt, madeAt + 1, madeAt + 2];
    const row = { deviceId: id, relayNumber: 1, state: "on" as const, commandId: null, cause: null };
    await store.write((tx) =>
      insertRelayChanges(
        tx,
        at.map((instant) => ({ ...row, at: instant })),
      ),
    );
    expect(await store.write((tx) => pruneRelayChanges(tx, { before: madeAt + 2, limit: 1 }))).toBe(1);
    expect(await store.write((tx) => pruneRelayChanges(tx, { before: madeAt + 2, limit: 10 }))).toBe(1);
    expect(await store.write((tx) => pruneRelayChanges(tx, { before: madeAt + 2, limit: 10 }))).toBe(0);
    const left = await listRelayChanges(store.read, { deviceId: id, from: 0, to: madeAt + 9, limit: 9 });
    expect(left.map((change) => change.at)).toEqual([madeAt + 2]);
  });
});
