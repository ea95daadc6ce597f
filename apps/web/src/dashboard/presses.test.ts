import { describe, expect, test } from "vitest";
import { outcomeMessages, type SwitchOutcome } from "@relaydeck/client/commands/outcome";
import type { CommandState } from "@relaydeck/contract/relays";
import { dashboard as german } from "../texts/de/dashboard.ts";
import { dashboard } from "../texts/en/dashboard.ts";
import { common } from "../texts/en/shell.ts";
import { formatsFor } from "../texts/formats.ts";
import { joinedActivity } from "./activity/activity-rows.ts";
import { attemptAfter } from "./attempt-after.ts";
import { goneElsewhere, goneText } from "./ended-access.tsx";
import { linkFactsOf } from "./live-link.ts";
import { commandShown, truthOf, type Link } from "./relay-truth.ts";
import { relayView } from "./relay-view.ts";
import { aCommand, aDevice, ago, anAttempt, anEntry, facts, now } from "./testing/builders.ts";
import { outcomeToast } from "./use-tell-outcome.ts";
import { truthText } from "./words.ts";

const begun = anAttempt();
const over = (outcome: SwitchOutcome) => attemptAfter(begun, { step: "over", outcome });
const refused = { kind: "refused", key: "k2", code: "KEY_REUSED", message: "No", issues: [], retryAfterSeconds: null } as const;
const shown = (attempt: ReturnType<typeof over>) => truthOf(facts({ attempt })).kind;

describe("a press, from word to word", () => {
  test("[A8] it is requested at once and stays so while the request is on its way", () => {
    expect(shown(attemptAfter(begun, { step: "sending", key: "k2", validUntil: ago(-10_000) }))).toBe("requested");
  });

  test("[C2] without an answer the server is asked; an unknown key after the deadline was never sent", () => {
    expect(shown(attemptAfter(begun, { step: "asking", key: "k2", tries: 1 }))).toBe("asking");
    expect(shown(over({ kind: "expired", key: "k2", message: "" }))).toBe("expired");
  });

  test("[C1] ten minutes of silence are unconfirmed, never failed", () => {
    expect(shown(over({ kind: "unknown", key: "k2", reason: "gave-up", message: "" }))).toBe("unconfirmed");
  });

  test("[C1] nor told as sent, in the row, when a later refusal is put away, or in the toast: only the press is known", () => {
    const gaveUp = { kind: "unknown", key: "k2", reason: "gave-up", message: "" } as const;
    const attempt = over(gaveUp);
    const truth = truthOf(facts({ attempt }));
    expect(truth).toEqual({ kind: "unconfirmed", at: begun.pressedAt, isSent: false });
    expect(truthOf(facts({ doubt: { at: now, isSent: false, isAnswered: false } }))).toMatchObject({ isSent: false });
    const formats = formatsFor("en", common.time, "UTC");
    const told = [dashboard, german].map((texts) => truthText(truth, { texts, formats, now }));
    expect(told).toEqual(["Unconfirmed · asked 14:02, no answer", "Unbestätigt · verlangt 14:02, keine Antwort"]);
    for (const texts of [dashboard, german])
      expect(outcomeToast(gaveUp, "powerone", texts)).toMatchObject({ body: texts.command.notKnownBody, tone: "unk" });
    expect(dashboard.command.notKnownBody).toBe(outcomeMessages.unknown);
  });

  test("[HD-5] what was not given leaves nothing behind", () => {
    expect(over({ kind: "not-given", reason: "link-down", message: "" })).toBeNull();
    expect(over({ kind: "unknown", key: "k2", reason: "stopped", message: "" })).toBeNull();
  });

  test("[HD-4] a press on a page that is being left says nothing", () => {
    expect(outcomeToast({ kind: "not-given", reason: "closed", message: "" }, "powerone", dashboard)).toBeNull();
  });

  test("[TI-1] a known command is waited for by its number: an older row cannot take its place, a newer one does, whatever a clock did", () => {
    const own = aCommand({ commandId: "cmd_own", acceptedOrder: 8 });
    const attempt = over({ kind: "known", key: "k2", command: own, answer: null });
    const older = aCommand({ commandId: "cmd_old", acceptedOrder: 7, state: "failed", requestedAt: ago(0) });
    const newer = aCommand({ commandId: "cmd_new", acceptedOrder: 9, state: "failed", requestedAt: ago(3_600_000) });
    const kinds = [older, own, newer].map((command) => truthOf(facts({ attempt, relay: { command } })).kind);
    expect(kinds).toEqual(["requested", "sent", "failed"]);
  });

  test("[A8, C2] an end that stood there at the press is never newer than the press, however short ago it was", () => {
    const before = aCommand({ commandId: "cmd_old", state: "failed", requestedAt: ago(400) });
    const attempt = anAttempt({ orderBefore: before.acceptedOrder, pressedAt: now });
    for (const pressed of [attempt, { ...attempt, acceptedOrder: before.acceptedOrder + 1 }]) {
      expect(relayView(facts({ attempt: pressed, relay: { command: before } }))).toMatchObject({
        truth: { kind: "requested" },
        press: { allowed: false, reason: "pending" },
      });
    }
    const answered = attemptAfter(attempt, { step: "over", outcome: refused });
    expect(truthOf(facts({ attempt: answered, relay: { command: before } }))).toMatchObject({ kind: "failed", reason: "No" });
  });

  test("[A8] its own command takes its place though the clocks differ, another person's earlier one does not", () => {
    const attempt = anAttempt({ target: "off" });
    const seen = (command: Parameters<typeof aCommand>[0]) =>
      commandShown(facts({ attempt, relay: { command: aCommand({ requestedAt: ago(1_500), target: "off", ...command }) } }));
    expect(seen({ by: "you" })).not.toBeNull();
    expect(seen({ by: "other" })).toBeNull();
    expect(seen({ by: "other", requestedAt: ago(0) })).not.toBeNull();
    expect(seen({ by: "you", target: "on" })).toBeNull();
  });

  test("[C1] a press whose command the server no longer shows is not under way for ever", () => {
    const attempt = anAttempt({ acceptedOrder: 8, pressedAt: now - 61_000 });
    expect(truthOf(facts({ attempt, relay: { command: null } })).kind).toBe("on");
    expect(truthOf(facts({ attempt: { ...attempt, pressedAt: now - 59_000 }, relay: { command: null } })).kind).toBe("requested");
  });

  test("[C1, HD-5] without a link a press that was taken stays open and does not give way to what was before it", () => {
    const after = (ms: number, link: Link) =>
      truthOf(facts({ attempt: anAttempt({ acceptedOrder: 8, pressedAt: now - ms }), link, relay: { command: null } })).kind;
    expect([after(9_000, "down"), after(11_000, "down"), after(61_000, "down")]).toEqual([
      "requested",
      "out-of-touch",
      "out-of-touch",
    ]);
    expect([after(61_000, "updating"), after(61_000, "live")]).toEqual(["out-of-touch", "on"]);
  });

  test("[C4, HD-5] without a link nothing is shown as just confirmed", () => {
    const command = aCommand({ state: "confirmed", target: "on", sentAt: ago(3_000), confirmedAt: ago(1_000) });
    const shown = (link: Link) => truthOf(facts({ link, relay: { command } })).kind;
    expect([shown("live"), shown("down"), shown("updating")]).toEqual(["confirmed", "last-known", "last-known"]);
  });

  test("[C1] proved without an answer, and the report not here yet: sent, not answered", () => {
    const command = aCommand({
      state: "confirmed",
      target: "off",
      acknowledgedAt: null,
      sentAt: ago(500),
      confirmedAt: ago(100),
    });
    expect(truthOf(facts({ relay: { command } })).kind).toBe("sent");
    expect(truthOf(facts({ relay: { command: { ...command, acknowledgedAt: ago(200) } } })).kind).toBe("acknowledged");
  });

  test("a refusal stands in the row with the server's sentence", () => {
    expect(truthOf(facts({ attempt: over(refused) }))).toMatchObject({ kind: "failed", reason: "No" });
  });
});

describe("the toast about a press", () => {
  const known = (state: CommandState, reason: string | null = null) =>
    outcomeToast({ kind: "known", key: "k2", command: aCommand({ state, reason }), answer: null }, "powerone", dashboard);

  test("[D56] accepted: the words of the kind of device", () => {
    expect(known("acknowledged")).toMatchObject({
      title: "Relay Command Sent",
      body: "Device answered. Waiting for confirmation.",
      tone: "ok",
    });
    const simple = outcomeToast(
      { kind: "known", key: "k2", command: aCommand({ state: "acknowledged" }), answer: null },
      "relay",
      dashboard,
    );
    expect(simple).toMatchObject({ title: "Command Sent" });
  });

  test("[C1] an unknown outcome is not a failure", () => {
    expect(known("unconfirmed")).toMatchObject({ title: "Command unconfirmed", tone: "unk" });
  });

  test("failures: the reason in words, else the server's sentence, else the documented one", () => {
    expect(known("failed", "The device refused the command (-1)")).toMatchObject({
      title: "Command Failed",
      body: "The device refused the command (-1)",
    });
    expect(known("failed")).toMatchObject({ title: "Command Failed", body: "Failed to send relay command" });
    expect(outcomeToast(refused, "powerone", dashboard)).toMatchObject({
      title: "Command Failed",
      body: "Not sent: its key belongs to another command",
    });
  });

  test("what is still under way says nothing", () => {
    expect([known("requested"), known("sent")]).toEqual([null, null]);
  });
});

test("[C2, HD-5] controls go by the link: live only with the server's clock, inert while it is not", () => {
  const of = (link: Parameters<typeof linkFactsOf>[0]["link"], clockOffsetMs: number | null = 5) =>
    linkFactsOf({ link, since: now, tries: 2, clockOffsetMs, snapshot: null });
  expect([
    of("live").link,
    of("live", null).link,
    of("updating").link,
    of("connecting").link,
    of("reconnecting").link,
    of("no-network").link,
  ]).toEqual(["live", "updating", "updating", "updating", "down", "down"]);
  expect(of("reconnecting")).toMatchObject({ downSince: now + 5, tries: 2 });
});

test("the log is one list of what was read and what was heard, each entry once", () => {
  const [a, b, c] = [1, 2, 3].map((n) => anEntry({ id: `act_${n}`, timestamp: ago(n * 1_000) }));
  if (a === undefined || b === undefined || c === undefined) throw new Error("three entries");
  expect(joinedActivity([b, c], [a, b]).map((entry) => entry.id)).toEqual(["act_1", "act_2", "act_3"]);
});

test("[D25] whatever is gone is named, in words of its own; what this page itself has removed is not", () => {
  const [mine, removed] = [aDevice({ id: "dev_1", name: "Mine" }), aDevice({ id: "dev_2", name: "Away" })];
  const shared = aDevice({ id: "dev_3", name: "Gate", userPermission: "control" });
  const gone = goneElsewhere([mine, removed, shared], [], new Set([removed.id]));
  expect(gone.map((device) => device.name)).toEqual(["Mine", "Gate"]);
  const told = [dashboard, german].map(({ devices }) => gone.map((device) => goneText(device, devices)));
  expect(told).toEqual([
    ["Mine is no longer among your devices.", "Access to Gate ended."],
    ["Mine gehört nicht mehr zu Ihren Geräten.", "Der Zugriff auf Gate ist beendet."],
  ]);
});
