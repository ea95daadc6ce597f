/** Which command stands at a relay, whatever the server's clock did and in whichever order the log may tell of them. */
import { describe, expect, test } from "vitest";
import { applyEvent } from "./apply-event.ts";
import type { LiveSnapshot } from "./live.ts";
import type { Command, CommandState, Relay } from "./relays.ts";
import { unprovedOf } from "./unproved.ts";

const early = "2026-11-21T14:02:00.000Z";
const late = "2026-11-21T15:02:00.000Z";

/** When the first of two commands was accepted, and when the second. */
const clocks = [
  { clock: "goes on", times: [early, late] },
  { clock: "gives both one millisecond", times: [early, early] },
  { clock: "was set back between them", times: [late, early] },
] as const;

type Word = readonly [which: 0 | 1, state: CommandState];

/** Each command's words in their order, and the second accepted after the first: every way the log may mix them. */
function mixed(first: readonly Word[], second: readonly Word[]): Word[][] {
  const [one, ...ones] = first;
  const [other, ...others] = second;
  if (one === undefined || other === undefined) return [[...first, ...second]];
  return [...mixed(ones, second).map((rest) => [one, ...rest]), ...mixed(first, others).map((rest) => [other, ...rest])];
}

const wordsOf = (which: 0 | 1, ...states: CommandState[]) => states.map((state): Word => [which, state]);
const begun: Word = [0, "requested"];
const whole = mixed(wordsOf(0, "sent", "unconfirmed", "confirmed"), wordsOf(1, "requested", "sent", "confirmed"));
const open = mixed(wordsOf(0, "sent", "unconfirmed"), wordsOf(1, "requested", "sent", "unconfirmed"));
/** Of what a slow reader missed, the newest of each command, in either order. [WS-6] */
const newestAlone = mixed(wordsOf(0, "unconfirmed"), wordsOf(1, "sent"));
const told = [...whole.map((rest) => [begun, ...rest]), ...open.map((rest) => [begun, ...rest]), ...newestAlone];

function worldOf(relay: Relay): LiveSnapshot {
  return { devices: [{ id: "dev_1", name: "Pump house", relays: [relay] }], status: {} } as unknown as LiveSnapshot;
}

function relayIn(world: LiveSnapshot): Relay | undefined {
  return world.devices[0]?.relays[0];
}

function commandOf([which, state]: Word, times: readonly [string, string]): Command {
  const sentAt = state === "requested" ? null : times[which];
  const known = { commandId: `cmd_${which}`, deviceId: "dev_1", relayNumber: 1, acceptedOrder: 7 + which };
  return { ...known, state, requestedAt: times[which], sentAt, acknowledgedAt: null } as Command;
}

/** What a fresh snapshot holds after these words: the newest of each command, and of the commands the last accepted. */
function fresh(words: readonly Word[], times: readonly [string, string]): Relay {
  const rows = [1, 0].flatMap((which) => words.filter((word) => word[0] === which).slice(-1));
  const [latest, ...others] = rows.map((word) => commandOf(word, times));
  const unproved = unprovedOf(others, null);
  return { number: 1, stateAt: null, command: latest ?? null, unproved } as unknown as Relay;
}

/** What a page shows that read a snapshot after the first `at` words and has heard the others. */
function heard(words: readonly Word[], times: readonly [string, string], at: number): Relay | undefined {
  const item = (word: Word) => ({ kind: "command", command: commandOf(word, times) }) as const;
  const snapshot = worldOf(fresh(words.slice(0, at), times));
  return relayIn(words.slice(at).reduce((before, word) => applyEvent(before, item(word)), snapshot));
}

describe.each(clocks)(
  "[C1, C3, TI-1] of two commands the one accepted later stands at the relay: the clock $clock",
  ({ times }) => {
    test("in every order in which the log tells of them, and for a slow reader", () => {
      const shown = told.map((words) => ({ words: words.join(" · "), relay: heard(words, times, 0) }));
      expect(shown).toEqual(told.map((words) => ({ words: words.join(" · "), relay: fresh(words, times) })));
    });

    test("with a snapshot before any of the words", () => {
      const cases = told.flatMap((words) => words.map((_, at) => ({ words, at })));
      expect(cases.map(({ words, at }) => ({ words: words.join(" · "), at, relay: heard(words, times, at) }))).toEqual(
        cases.map(({ words, at }) => ({ words: words.join(" · "), at, relay: fresh(words, times) })),
      );
    });
  },
);
