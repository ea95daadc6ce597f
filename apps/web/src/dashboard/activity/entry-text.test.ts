import type { ActivityEvent } from "@relaydeck/contract/activity";
import { expect, test } from "vitest";
import { dashboard as de } from "../../texts/de/dashboard.ts";
import { dashboard as en } from "../../texts/en/dashboard.ts";
import { anEntry } from "../testing/builders.ts";
import { entryText } from "./entry-text.ts";

const command = {
  code: "command",
  relay: "Well pump",
  target: "on",
  state: "confirmed",
  wasSo: false,
  reason: null,
  reasonCode: null,
  returnValue: null,
} as const;

const events: readonly (readonly [ActivityEvent, string, string])[] = [
  [command, "Well pump turned on, confirmed", "Well pump eingeschaltet, bestätigt"],
  [{ ...command, target: "off", wasSo: true }, "Well pump was off already, confirmed", "Well pump war schon aus, bestätigt"],
  [
    { ...command, state: "acknowledged" },
    "Well pump on: the device answered, waiting for confirmation",
    "Well pump ein: Gerät hat geantwortet, die Bestätigung steht aus",
  ],
  [
    { ...command, state: "unconfirmed" },
    "Well pump on unconfirmed: sent, but no answer came",
    "Well pump ein unbestätigt: gesendet, aber keine Antwort kam",
  ],
  [
    { ...command, state: "failed", reasonCode: "DEVICE_REFUSED", reason: "The device refused the command (-3)", returnValue: -3 },
    "Well pump on failed: device refused (-3)",
    "Well pump ein fehlgeschlagen: Gerät lehnt ab (-3)",
  ],
  [{ ...command, state: "failed" }, "Well pump on failed: not done", "Well pump ein fehlgeschlagen: nicht ausgeführt"],
  [{ ...command, state: "expired" }, "Well pump on expired, never sent", "Well pump ein abgelaufen, nie gesendet"],
  [{ ...command, state: "cancelled" }, "Well pump on cancelled before sending", "Well pump ein vor dem Senden abgebrochen"],
  [
    { code: "relay-moved", relay: "Heater", to: "off", atDevice: true },
    "Heater turned off at the device",
    "Heater am Gerät ausgeschaltet",
  ],
  [{ code: "relay-moved", relay: "Heater", to: "on", atDevice: false }, "Heater turned on", "Heater eingeschaltet"],
  [{ code: "device-online", device: "Gate" }, "Gate came online", "Gate ist online"],
  [{ code: "device-registered", device: "Gate" }, "Gate registered", "Gate registriert"],
  [{ code: "device-offline", device: "Gate", silentMinutes: null }, "Gate went offline", "Gate ging offline"],
  [
    { code: "device-returned", device: "Gate", silentMinutes: 46 },
    "Gate was offline and came back, last heard 46 minutes before",
    "Gate war offline und ist wieder da, zuletzt 46 Minuten vorher gehört",
  ],
  [
    { code: "device-offline", device: "Gate", silentMinutes: 300 },
    "Gate went offline, last heard 5 hours before",
    "Gate ging offline, zuletzt 5 Stunden vorher gehört",
  ],
];

test.each(events)("[A18] %o is told in the reader's language", (event, english, german) => {
  const entry = anEntry({ event });
  expect([entryText(entry, en), entryText(entry, de)]).toEqual([english, german]);
});

test("an entry from before codes were kept, and one of a code that this page does not know, keep the server's sentence", () => {
  expect(entryText({ event: null, message: "Gate opened" }, de)).toBe("Gate opened");
  const ofLater = { code: "device-painted", device: "Gate" } as unknown as ActivityEvent;
  expect(entryText({ event: ofLater, message: "Gate painted" }, de)).toBe("Gate painted");
});
