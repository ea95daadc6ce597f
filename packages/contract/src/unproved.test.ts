import { describe, expect, test } from "vitest";
import { applyEvent } from "./apply-event.ts";
import type { Device } from "./devices.ts";
import type { LiveSnapshot } from "./live.ts";
import type { Command, CommandState, Relay } from "./relays.ts";
import { unprovedOf } from "./unproved.ts";

const at = (second: number) => `2026-11-21T14:02:${String(second).padStart(2, "0")}.000Z`;

function command(second: number, state: CommandState, more: Partial<Command> = {}): Command {
  const sentAt = state === "requested" || state === "cancelled" ? null : at(second);
  const acknowledgedAt = state === "acknowledged" ? at(second + 1) : null;
  const given = { commandId: `cmd_${second}`, deviceId: "dev_1", relayNumber: 1, acceptedOrder: second };
  return { ...given, requestedAt: at(second), sentAt, acknowledgedAt, state, ...more } as Command;
}

/** What a page has after these words about one relay, which reported at second 10. */
function relayAfter(...words: readonly Command[]): Pick<Relay, "command" | "unproved"> {
  const relay = { number: 1, stateAt: at(10), state: "off", command: null, unproved: [] } as unknown as Relay;
  const device = { id: "dev_1", name: "Pump house", status: "online", relayState: "off", relays: [relay] } as unknown as Device;
  const before = { devices: [device], status: {} } as unknown as LiveSnapshot;
  const after = words.reduce((world, word) => applyEvent(world, { kind: "command", command: word }), before);
  const { command: shown, unproved } = after.devices[0]?.relays[0] ?? relay;
  return { command: shown, unproved };
}

const openAt = (second: number, isAnswered = false) => {
  return { commandId: `cmd_${second}`, acceptedOrder: second, sentAt: at(second), isAnswered };
};

describe("[C1] a newer command covers what was sent before it", () => {
  test.each([
    ["sent", [openAt(12)]],
    ["unconfirmed", [openAt(12)]],
    ["acknowledged", [openAt(12, true)]],
    ["confirmed", []],
    ["failed", []],
    ["cancelled", []],
  ] as const)("one that is %s", (state, unproved) => {
    expect(relayAfter(command(12, state), command(20, "requested")).unproved).toEqual(unproved);
  });

  test("one from before the last report is answered by that report", () => {
    expect(relayAfter(command(9, "unconfirmed"), command(20, "requested")).unproved).toEqual([]);
  });

  test("the newest is told first, each once, at most eight", () => {
    const many = Array.from({ length: 12 }, (_, index) => command(12 + index, "unconfirmed"));
    const told = relayAfter(...many, ...many, command(30, "failed")).unproved;
    expect(told).toEqual([23, 22, 21, 20, 19, 18, 17, 16].map((second) => openAt(second)));
    expect(unprovedOf(many, at(10))).toEqual(told);
  });
});

describe("[C1, CM-7] a late word about a covered one", () => {
  const covered = [command(12, "unconfirmed"), command(20, "failed")] as const;

  test.each([
    ["acknowledged", [openAt(12, true)]],
    ["failed", []],
    ["confirmed", []],
  ] as const)("that it is %s", (state, unproved) => {
    const after = relayAfter(...covered, command(12, state));
    expect(after).toMatchObject({ command: { commandId: "cmd_20" }, unproved });
  });

  test("moves nothing else: a word about the newest leaves the list alone", () => {
    expect(relayAfter(...covered, command(20, "failed", { disagrees: true })).unproved).toEqual([openAt(12)]);
  });
});
