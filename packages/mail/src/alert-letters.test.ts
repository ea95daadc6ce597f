import type { AlertOccurrence } from "@relaydeck/contract/alerts";
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
