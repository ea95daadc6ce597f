import { ActivityEvent } from "@relaydeck/contract/activity";
import { commandStates, type CommandState } from "@relaydeck/contract/relays";
import { expect, test } from "vitest";
import { toldOfCommand, toldOfMove, toldOfRegistration } from "./entry.ts";

const command = { target: "on", reason: null, reasonCode: null, returnValue: null, previousState: "off" } as const;
const toldAt = (state: CommandState, more: Partial<Parameters<typeof toldOfCommand>[0]> = {}) =>
  toldOfCommand({ ...command, state, ...more }, "Heater");

test("[D57] every end of a command is told with its gravity, and what is only under way is not", () => {
  expect(commandStates.map((state) => [state, toldAt(state)?.type ?? null, toldAt(state)?.message ?? null])).toEqual([
    ["requested", null, null],
    ["sent", null, null],
    ["acknowledged", "info", "Heater on: the device answered, waiting for confirmation"],
    ["confirmed", "success", "Heater turned on, confirmed"],
    ["unconfirmed", "warning", "Heater on unconfirmed: sent, but no answer came"],
    ["failed", "error", "Heater on failed: not done"],
    ["expired", "warning", "Heater on expired, never sent"],
    ["cancelled", "info", "Heater on cancelled before sending"],
  ]);
});

test("[A18] what happened is kept beside its English sentence, with all that a sentence in another language needs", () => {
  const refused = { reasonCode: "DEVICE_REFUSED", returnValue: -3 };
  const all = [
    toldAt("failed", refused),
    toldAt("confirmed", { previousState: "on" }),
    toldOfMove("Heater", "off", "button"),
    toldOfMove("Heater", "off", null),
    toldOfRegistration("Pump house"),
  ];
  expect(all.map((one) => [one?.message, ActivityEvent.parse(one?.event)])).toEqual([
    [
      "Heater on failed: The device refused the command (-3)",
      {
        code: "command",
        relay: "Heater",
        target: "on",
        state: "failed",
        wasSo: false,
        reason: "The device refused the command (-3)",
        ...refused,
      },
    ],
    ["Heater was on already, confirmed", expect.objectContaining({ state: "confirmed", wasSo: true })],
    ["Heater turned off at the device", { code: "relay-moved", relay: "Heater", to: "off", atDevice: true }],
    ["Heater turned off", { code: "relay-moved", relay: "Heater", to: "off", atDevice: false }],
    ["Pump house registered", { code: "device-registered", device: "Pump house" }],
  ]);
});
