import type { AlertType } from "@relaydeck/contract/alerts";
import { expect, test } from "vitest";
import { alertsWords as de } from "../../texts/alerts.de.ts";
import { alertsWords as en } from "../../texts/alerts.en.ts";
import { common as commonDe } from "../../texts/de/shell.ts";
import { common as commonEn } from "../../texts/en/shell.ts";
import { formatsFor } from "../../texts/formats.ts";
import { triggerText } from "./trigger-text.ts";

const english = { words: en.history.trigger, formats: formatsFor("en", commonEn.time) };
const german = { words: de.history.trigger, formats: formatsFor("de", commonDe.time) };

/** As `triggerValue` of core/src/alerts/words.ts tells them. */
const rows: readonly (readonly [AlertType, string, string, string])[] = [
  ["power_on", "on", "on", "an"],
  ["power_off", "off", "off", "aus"],
  ["battery_low", "12.5 %", "12.5%", "12,5\u00A0%"],
  ["relay_changed", "Well pump off, Heater off", "Well pump off, Heater off", "Well pump aus, Heater aus"],
  ["relay_changed", "Lamps, big on top on", "Lamps, big on top on", "Lamps, big on top ein"],
  ["device_online", "online", "online", "online"],
  ["device_offline", "offline", "offline", "offline"],
];

test.each(rows)("[D57] of %s, “%s” is worded in the reader's language", (alertType, triggerValue, ...words) => {
  const notice = { alertType, triggerValue };
  expect([triggerText(notice, english), triggerText(notice, german)]).toEqual(words);
});

test("what has no known form stays as it came", () => {
  expect(triggerText({ alertType: "relay_changed", triggerValue: "something else" }, german)).toBe("something else");
  expect(triggerText({ alertType: "battery_low", triggerValue: null }, german)).toBe(null);
});
