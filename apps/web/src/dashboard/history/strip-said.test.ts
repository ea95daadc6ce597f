import { expect, test } from "vitest";
import { toInstant } from "@relaydeck/contract/instants";
import { commandStates } from "@relaydeck/contract/relays";
import { common as inGerman } from "../../texts/de/shell.ts";
import { common } from "../../texts/en/shell.ts";
import { formatsFor } from "../../texts/formats.ts";
import { stripWords as germanWords } from "../../texts/strip.de.ts";
import { stripWords } from "../../texts/strip.en.ts";
import { commandsOf } from "./strip-commands.ts";
import { stripSaid } from "./strip-said.ts";

const hour = 3_600_000;
const none = { on: 0, off: 0, unknown: 0, "no-data": 0 };
const switched = { outcome: "switched" } as const;
const english = { commands: [], words: stripWords, formats: formatsFor("en", common.time) };
const german = { commands: [], words: germanWords, formats: formatsFor("de", inGerman.time) };

test("[A20] a relay that was off all day says so, and one of which nothing is known says that", () => {
  expect(stripSaid({ ...none, off: 24 * hour }, english)).toBe("off for 1 day");
  expect(stripSaid({ ...none, off: 24 * hour }, german)).toBe("insgesamt 1 Tag aus");
  expect(stripSaid(none, english)).toBe("nothing known");
  expect(stripSaid({ ...none, unknown: 24 * hour }, german)).toBe("nichts bekannt");
});

test("[A20] what is said of on and off leaves out no time without data and no command", () => {
  expect(
    stripSaid({ ...none, on: 3 * hour, off: 20 * hour, "no-data": hour }, { ...english, commands: [switched, switched] }),
  ).toBe("on for 3 h, no data for 1 h, switched 2 times by command");
  expect(stripSaid({ ...none, off: 23 * hour, "no-data": hour }, english)).toBe("off for 23 h, no data for 1 h");
});

test("[C1] only a command that is proved has switched; every other is told as what it is", () => {
  const since = 1_000_000;
  const states = [...commandStates, "failed", null] as const;
  const switchings = states.map((state, n) => ({
    at: toInstant(since + n),
    relayNumber: 1,
    target: "on" as const,
    by: "you" as const,
    byName: null,
    commandId: state === null ? null : `cmd_${n}`,
    state,
  }));
  const found = commandsOf({ switchings }, { relayNumber: 1, since });
  expect(stripSaid({ ...none, off: 24 * hour }, { ...english, commands: found })).toBe(
    [
      "off for 1 day, switched once by command, 1 command unconfirmed, 2 commands failed, 1 command expired",
      "1 command cancelled, 1 command answered without proof, 2 commands under way",
    ].join(", "),
  );
  expect(stripSaid({ ...none, off: 24 * hour }, { ...german, commands: found })).toBe(
    [
      "insgesamt 1 Tag aus, einmal per Befehl geschaltet, 1 Befehl unbestätigt, 2 Befehle fehlgeschlagen",
      "1 Befehl abgelaufen, 1 Befehl abgebrochen, 1 Befehl beantwortet, ohne Beweis, 2 Befehle unterwegs",
    ].join(", "),
  );
  const failed = found.filter(({ outcome }) => outcome === "failed");
  expect(stripSaid({ ...none, off: 24 * hour }, { ...english, commands: failed })).toBe("off for 1 day, 2 commands failed");
});

test("the commands of a strip are one relay's, and none from before it", () => {
  const one = { target: "on", by: "you", byName: null, commandId: "cmd_1", state: "confirmed" } as const;
  const at = (ms: number) => toInstant(1_000_000 + ms);
  const switchings = [
    { ...one, at: at(0), relayNumber: 1 },
    { ...one, at: at(1), relayNumber: 2 },
    { ...one, at: at(-1), relayNumber: 1 },
  ];
  expect(commandsOf({ switchings }, { relayNumber: 1, since: 1_000_000 })).toEqual([{ at: 1_000_000, outcome: "switched" }]);
});
