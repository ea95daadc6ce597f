import type { AlertOccurrence, AlertType } from "@relaydeck/contract/alerts";
import { alertTypes } from "@relaydeck/contract/alerts";
import { expect, test } from "vitest";
import { alertLetter, type AlertFacts } from "./alert-letters.ts";
import { withLateNote } from "./late-note.ts";

const at = Date.UTC(2026, 10, 21, 14, 2);
const hourMs = 60 * 60_000;
const offline: AlertOccurrence = { kind: "offline", lastHeardAt: at - hourMs, at };
const write = (over: Partial<AlertFacts> = {}) =>
  alertLetter({
    firstName: "Maria",
    alertType: "device_offline",
    deviceName: "Pump house",
    occurrence: offline,
    held: null,
    over: null,
    lastOfDay: null,
    deviceUrl: "http://localhost:3000/dashboard?device=dev_1",
    pauseUrl: "http://localhost:3000/pause-alert?token=abc",
    ...over,
  });

test("an offline alert says when the device was last heard and when that was noticed, with a way to it and one to pause", () => {
  expect(write()).toMatchObject({ subject: "Offline: Pump house" });
  expect(write().text).toContain(
    "Last heard: 21 November 2026 at 13:02 UTC\nNoticed at: 21 November 2026 at 14:02 UTC\n\n" +
      "Open the device:\nhttp://localhost:3000/dashboard?device=dev_1\n\n" +
      "Pause this alert, with one press and without signing in:\nhttp://localhost:3000/pause-alert?token=abc",
  );
  expect(write({ occurrence: { kind: "offline", lastHeardAt: null, at } }).text).toContain("Last heard: never\n");
  expect(write({ language: "de" }).text).toContain("Zuletzt gehört: 21. November 2026 um 13:02 UTC");
});

test("each kind has a subject of its own in each language, and says what was measured", () => {
  const subjects = alertTypes.flatMap((alertType) =>
    (["en", "de"] as const).map((language) => write({ alertType, language }).subject),
  );
  expect(new Set(subjects).size).toBe(10); // Online and Offline are the same word in both.
  const battery = write({ alertType: "battery_low", occurrence: { kind: "battery", percent: 19.4, at }, language: "de" });
  expect(battery.text).toContain("Batterie: 19,4 %\nWann: 21. November 2026 um 14:02 UTC");
  const moved = [{ name: "Pump", to: "on" } as const, { name: "Lamp", to: "off" } as const];
  expect(write({ alertType: "relay_changed", occurrence: { kind: "relays", moved, at } }).text).toContain(
    "Pump: on\nLamp: off\nWhen",
  );
});

test("[D48] a mail about what is over meanwhile says so, from when to when, in every kind that has an end and in both languages", () => {
  const over = at + 6_000;
  const battery: AlertOccurrence = { kind: "battery", percent: 19.4, at };
  const power = (on: boolean): AlertOccurrence => ({ kind: "power", on, at });
  const told = (language: "en" | "de", alertType: AlertType, occurrence: AlertOccurrence) => {
    const { subject, text } = write({ language, alertType, occurrence, over });
    expect(text).toContain(
      language === "en"
        ? "21 November 2026 at 14:02:00 UTC\nOver since: 21 November 2026 at 14:02:06 UTC\n"
        : "21. November 2026 um 14:02:00 UTC\nVorbei seit: 21. November 2026 um 14:02:06 UTC\n",
    );
    return [subject, text.split("\n\n")[2]];
  };
  expect(told("en", "power_off", power(false))).toEqual([
    "Power was off: Pump house",
    "Pump house had no power for some time; that is over.",
  ]);
  expect(told("en", "device_offline", offline)).toEqual([
    "Was offline: Pump house",
    "Pump house was offline for some time; that is over.",
  ]);
  expect(told("en", "battery_low", battery)).toEqual([
    "Battery was low: Pump house",
    "the battery of Pump house was low for some time; that is over.",
  ]);
  expect(told("en", "power_on", power(true))).toEqual([
    "Power was on: Pump house",
    "Pump house had power again for some time, and has lost it since.",
  ]);
  expect(told("en", "device_online", { kind: "online", at })).toEqual([
    "Was online: Pump house",
    "Pump house was online again for some time, and has gone offline since.",
  ]);
  expect(told("de", "power_off", power(false))).toEqual([
    "Strom war aus: Pump house",
    "Pump house hatte eine Zeit lang keinen Strom; das ist vorbei.",
  ]);
  expect(told("de", "device_offline", offline)[0]).toBe("War offline: Pump house");
  expect(told("de", "battery_low", battery)[0]).toBe("Batterie war schwach: Pump house");
});

test("[OB-2] a mail that tells what was held back says how often and since when; the last of a day says that it is", () => {
  const held = { count: 37, since: at - hourMs, last: offline };
  expect(write({ held }).text).toContain("Since 21 November 2026 at 13:02 UTC this alert went off 37 times;");
  expect(write({ held: { ...held, count: 1 } }).text).toContain("this alert went off once;");
  expect(write({ lastOfDay: 50 }).text).toContain("This is the last of 50 alert mails that you get in 24 hours.");
});

test("[OB-1] an alert mail older than an hour says its age, in its language, in both parts; a younger one and other mails do not", () => {
  const mail = { ...write({ language: "de" }), template: "alert", createdAt: at };
  expect(withLateNote(mail, at + hourMs)).toBe(mail);
  const late = withLateNote(mail, at + 3.5 * hourMs);
  expect(late.text).toMatch(/^Diese E-Mail kommt spät: Sie ist vor 3 Stunden geschrieben worden/);
  expect(late.html).toContain('</h1>\n<p style="margin:0 0 16px;font-weight:600">Diese E-Mail kommt spät');
  expect(withLateNote({ ...mail, ...write() }, at + hourMs + 1).text).toMatch(/^This mail comes late: it was written 1 hour ago/);
  const other = { ...mail, template: "reset-password" };
  expect(withLateNote(other, at + 24 * hourMs)).toBe(other);
});
