import { describe, expect, test } from "vitest";
import { common } from "../texts/en/shell.ts";
import { dashboard } from "../texts/en/dashboard.ts";
import { formatsFor } from "../texts/formats.ts";
import { truthOf, type RelayFacts } from "./relay-truth.ts";
import { relayView, truthLooks } from "./relay-view.ts";
import { aCommand, ago, anAttempt, facts, minute, now, second } from "./testing/builders.ts";
import { truthText } from "./words.ts";

const wording = { texts: dashboard, formats: formatsFor("en", common.time, "UTC"), now };
const textOf = (given: RelayFacts) => truthText(truthOf(given), wording);
const marks = (given: RelayFacts) => {
  const { off, on } = relayView(given);
  const draw = (name: string, side: typeof off) =>
    side.ring ? `┊${name}┊` : { plain: name, solid: `▓${name}`, outline: `‖${name}` }[side.look];
  return `${draw("Off", off)} | ${draw("On", on)}`;
};
const stale = { freshness: "stale", lastHeardAt: ago(12 * minute) } as const;

/** The rows of the status vocabulary that speak of a relay or a command: words, icon, colour, segments. */
const rows: readonly [string, RelayFacts, string, string, string][] = [
  ["on, fresh", facts(), "On · 1,240 mA", "tick on", "Off | ▓On"],
  ["off, fresh", facts({ relay: { state: "off", milliamps: 0 } }), "Off · 0 mA", "circle off", "▓Off | On"],
  ["on without a measured current", facts({ relay: { milliamps: null } }), "On", "tick on", "Off | ▓On"],
  [
    "stale device",
    facts({ device: stale, relay: { stateAt: ago(5 * 60 * minute) } }),
    "On · last known 09:02",
    "clock text",
    "Off | ‖On",
  ],
  ["offline device", facts({ device: { status: "offline" } }), "On · last known 14:02", "clock text", "Off | ‖On"],
  ["link down", facts({ link: "down", relay: { state: "off" } }), "Off · last known 14:02", "clock text", "‖Off | On"],
  ["never reported", facts({ relay: { state: "unknown", stateAt: null } }), "Unknown", "diamond-question unk", "Off | On"],
  [
    "contact on, no current",
    facts({ relay: { evidence: "contact", load: "no-load", milliamps: 0 } }),
    "On · no load",
    "triangle warn",
    "Off | ▓On",
  ],
  [
    "contact off, current flows",
    facts({ relay: { state: "off", evidence: "contact", load: "current-while-off", milliamps: 310 } }),
    "Off · current flows (310 mA)",
    "triangle bad",
    "▓Off | On",
  ],
  ["pressed, no answer yet", facts({ attempt: anAttempt() }), "Turning off · requested", "dashed-ring info", "┊Off┊ | ▓On"],
  [
    "pressed on a stale device",
    facts({ attempt: anAttempt(), device: stale }),
    "Checking the device…",
    "dashed-ring info",
    "┊Off┊ | ‖On",
  ],
  [
    "POST without an answer",
    facts({ attempt: anAttempt({ phase: "asking" }) }),
    "Asking the server…",
    "dashed-ring info",
    "┊Off┊ | ▓On",
  ],
  [
    "POST that never arrived",
    facts({ attempt: anAttempt({ phase: "expired" }) }),
    "Expired · never sent",
    "hourglass warn",
    "Off | ▓On",
  ],
  [
    "command requested",
    facts({ relay: { command: aCommand({ state: "requested", sentAt: null }) } }),
    "Turning off · requested",
    "dashed-ring info",
    "┊Off┊ | ▓On",
  ],
  ["command sent", facts({ relay: { command: aCommand() } }), "Turning off · sent 4 s ago", "arrow-to-bar info", "┊Off┊ | ▓On"],
  [
    "command acknowledged",
    facts({ relay: { command: aCommand({ state: "acknowledged", acknowledgedAt: ago(second) }) } }),
    "Turning off · device answered, waiting for proof",
    "tick info",
    "┊Off┊ | ▓On",
  ],
  [
    "[D54] answered, nothing plugged in",
    facts({
      relay: {
        state: "off",
        milliamps: 0,
        stateAt: ago(0),
        load: "no-load",
        command: aCommand({ target: "on", state: "acknowledged", acknowledgedAt: ago(second) }),
      },
    }),
    "Device answered. No load to confirm it",
    "triangle warn",
    "▓Off | On",
  ],
  [
    "[D54] answered, no current though it drew some before",
    facts({ relay: { state: "off", milliamps: 0, command: aCommand({ target: "on", state: "acknowledged", disagrees: true }) } }),
    "Device answered, but no current flows",
    "triangle warn",
    "▓Off | On",
  ],
  [
    "[D54] answered off, current flows on",
    facts({ relay: { command: aCommand({ state: "acknowledged", disagrees: true }) } }),
    "Device answered, but current still flows",
    "triangle warn",
    "Off | ▓On",
  ],
  [
    "command confirmed",
    facts({ relay: { command: aCommand({ target: "on", state: "confirmed", confirmedAt: ago(2 * second) }) } }),
    "On · 1,240 mA · confirmed 2 s ago",
    "disc-tick ok",
    "Off | ▓On",
  ],
  [
    "command confirmed ten seconds ago",
    facts({ relay: { command: aCommand({ target: "on", state: "confirmed", confirmedAt: ago(10 * second) }) } }),
    "On · 1,240 mA",
    "tick on",
    "Off | ▓On",
  ],
  [
    "command unconfirmed",
    facts({ relay: { command: aCommand({ state: "unconfirmed" }) } }),
    "Unconfirmed · sent 14:02, no answer",
    "diamond-question unk",
    "Off | ‖On",
  ],
  [
    "[C1, D54] unconfirmed off, but current flows on",
    facts({ relay: { milliamps: 180, command: aCommand({ state: "unconfirmed", disagrees: true }) } }),
    "No answer came, and current still flows (180 mA)",
    "triangle warn",
    "Off | ▓On",
  ],
  [
    "[C1, D54] unconfirmed on, but no current flows",
    facts({ relay: { state: "off", milliamps: 0, command: aCommand({ target: "on", state: "unconfirmed", disagrees: true }) } }),
    "No answer came, and no current flows",
    "triangle warn",
    "▓Off | On",
  ],
  [
    "[C1, D54] unconfirmed, but the contact reports otherwise",
    facts({ relay: { evidence: "contact", command: aCommand({ state: "unconfirmed", disagrees: true }) } }),
    "No answer came, and it reports otherwise",
    "triangle warn",
    "Off | ▓On",
  ],
  [
    "command failed",
    facts({ relay: { command: aCommand({ state: "failed", returnValue: -2 }) } }),
    "Failed · device refused (-2)",
    "triangle bad-solid",
    "Off | ▓On",
  ],
  [
    "command expired",
    facts({ relay: { command: aCommand({ state: "expired", sentAt: null }) } }),
    "Expired · never sent",
    "hourglass warn",
    "Off | ▓On",
  ],
  [
    "command cancelled",
    facts({ relay: { command: aCommand({ state: "cancelled", sentAt: null }) } }),
    "Cancelled · never sent",
    "hourglass warn",
    "Off | ▓On",
  ],
];

describe("the status vocabulary of the brief, section 3", () => {
  test.each(rows)("%s", (...row) => {
    const [, given, text, look, segments] = row;
    const { icon, tone } = relayView(given);
    expect([textOf(given), `${icon} ${tone}`, marks(given)]).toEqual([text, look, segments]);
  });

  test("[A9] in every state a segment is pressed exactly when it is what the device reported", () => {
    const differing = rows.filter(([, given]) => {
      const { off, on } = relayView(given);
      return off.pressed !== (given.relay.state === "off") || on.pressed !== (given.relay.state === "on");
    });
    expect(differing.map(([name]) => name)).toEqual([]);
  });

  test("[A11] words and icon tell any two states apart without colour", () => {
    const seen = new Map(
      rows.map(([name, given]) => [`${truthLooks[truthOf(given).kind].icon}|${textOf(given)}|${marks(given)}`, name]),
    );
    const spokenAlike = 3; // no answer yet = requested · expired here = expired there · offline = link down, apart from the badge
    expect(seen.size).toBeGreaterThanOrEqual(rows.length - spokenAlike);
  });
});

describe("what a press does", () => {
  const reasonOf = (given: RelayFacts) => {
    const { press } = relayView(given);
    return press.allowed ? (press.checksFirst ? "checks first" : "sends") : press.reason;
  };

  test("a fresh device is sent to; a silent one is checked first [C4]", () => {
    expect(reasonOf(facts())).toBe("sends");
    expect(reasonOf(facts({ device: stale }))).toBe("checks first");
  });

  test("[HD-5] an old page, an unconnected device, a command under way and a view share are inert, each for its reason", () => {
    expect(reasonOf(facts({ link: "down" }))).toBe("link-down");
    expect(reasonOf(facts({ link: "updating" }))).toBe("updating");
    expect(reasonOf(facts({ link: "refused" }))).toBe("cloud-refuses");
    expect(reasonOf(facts({ device: { status: "offline" } }))).toBe("not-connected");
    expect(reasonOf(facts({ device: { status: "connecting" } }))).toBe("not-connected");
    expect(reasonOf(facts({ device: { userPermission: "view" } }))).toBe("view-only");
    expect(reasonOf(facts({ attempt: anAttempt() }))).toBe("pending");
    expect(reasonOf(facts({ relay: { command: aCommand() } }))).toBe("pending");
  });

  test("[D36] an answer without proof keeps the relay, but not for ever", () => {
    const answered = (msBefore: number) =>
      facts({ relay: { command: aCommand({ state: "acknowledged", acknowledgedAt: ago(msBefore) }) } });
    expect(reasonOf(answered(59 * second))).toBe("pending");
    expect(reasonOf(answered(60 * second))).toBe("sends");
  });

  test("an unconfirmed command offers a check, a failed or expired one another try", () => {
    const actionOf = (state: "unconfirmed" | "failed" | "expired") =>
      relayView(facts({ relay: { command: aCommand({ state }) } })).action;
    expect(actionOf("unconfirmed")).toEqual({ kind: "check" });
    const disproved = aCommand({ state: "unconfirmed", disagrees: true });
    expect(relayView(facts({ relay: { command: disproved } })).action).toEqual({ kind: "retry", target: "off" });
    expect(actionOf("failed")).toEqual({ kind: "retry", target: "off" });
    expect(actionOf("expired")).toEqual({ kind: "retry", target: "off" });
  });
});

describe("[HD-5] a command while the page hears nothing", () => {
  const overdue = { sentAt: ago(18 * second), requestedAt: ago(19 * second), validUntil: ago(9 * second) } as const;

  test.each(["down", "updating"] as const)("link %s: within its time it is still sent, afterwards nobody knows", (link) => {
    expect(textOf(facts({ link, relay: { command: aCommand() } }))).toBe("Turning off · sent 4 s ago");
    const given = facts({ link, relay: { command: aCommand(overdue) } });
    expect(textOf(given)).toBe("Turning off · sent 14:01, not known until reconnected");
    expect([relayView(given).icon, marks(given)]).toEqual(["diamond-question", "Off | ‖On"]);
  });

  test("one that was not sent yet, or was answered, is not known either; an end stays an end", () => {
    const shown = (more: Parameters<typeof aCommand>[0]) =>
      textOf(facts({ link: "down", relay: { command: aCommand({ ...overdue, ...more }) } }));
    expect(shown({ state: "requested", sentAt: null })).toBe("Turning off · not known until reconnected");
    expect(shown({ state: "acknowledged" })).toBe("Turning off · sent 14:01, not known until reconnected");
    expect(shown({ state: "failed", returnValue: -2 })).toBe("Failed · device refused (-2)");
  });

  test("while the server is heard, the server says when it ends", () => {
    expect(textOf(facts({ link: "refused", relay: { command: aCommand(overdue) } }))).toBe("Turning off · sent 18 s ago");
  });
});

describe("whose word counts", () => {
  test("this page's press speaks until the server's command for it is there", () => {
    const older = aCommand({ commandId: "cmd_older", state: "confirmed", requestedAt: ago(minute) });
    expect(truthOf(facts({ relay: { command: older }, attempt: anAttempt() })).kind).toBe("requested");
    const own = aCommand({ requestedAt: ago(0) });
    expect(truthOf(facts({ relay: { command: own }, attempt: anAttempt() })).kind).toBe("sent");
  });

  test("a failure that was put away leaves the report", () => {
    const command = aCommand({ state: "failed" });
    expect(truthOf(facts({ relay: { command }, dismissed: command.commandId })).kind).toBe("on");
  });

  test("a confirmed command never says a state that the report does not say", () => {
    const command = aCommand({ state: "confirmed", confirmedAt: ago(second) });
    expect(truthOf(facts({ relay: { command, stateAt: ago(8 * second) } })).kind).toBe("sent");
    expect(truthOf(facts({ relay: { command, stateAt: ago(500) } })).kind).toBe("on");
  });

  test("an unconfirmed command leaves a fresh fill only to a report from after it was sent", () => {
    const command = aCommand({ state: "unconfirmed" });
    expect(marks(facts({ relay: { command, stateAt: ago(second) } }))).toBe("Off | ▓On");
  });
});

test("[C1, C4] of a device that was heard without a report the last report is only the last known", () => {
  const known = facts({ relay: { isCurrent: false, stateAt: ago(5 * 60 * minute) } });
  expect([textOf(known), marks(known)]).toEqual(["On · last known 09:02", "Off | ‖On"]);
});
