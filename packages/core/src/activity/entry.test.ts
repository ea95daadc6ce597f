import { ActivityEvent, type Activity } from "@relaydeck/contract/activity";
import { commandStates, type CommandState } from "@relaydeck/contract/relays";
import { expect, test } from "vitest";
import { englishOf } from "./english.ts";
import { entryFor, toldOfCommand, toldOfMove, toldOfRegistration } from "./entry.ts";

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

test("an entry that was kept of a command under way has its sentence, too", () => {
  const event = { code: "command", relay: "Heater", target: "on", wasSo: false, reason: null, reasonCode: null } as const;
  const sentences = (["requested", "sent"] as const).map((state) => englishOf({ ...event, state, returnValue: null }));
  expect(sentences).toEqual(["Heater on requested", "Heater on sent"]);
});

test("[D57] what happened to a device by itself is no more than information", () => {
  expect([toldOfMove("Heater", "off", null).type, toldOfRegistration("Pump house").type]).toEqual(["info", "info"]);
});

test("whom a device is shared with reads what happened, and of names the own one only", () => {
  const entry: Activity = {
    id: "act_1",
    timestamp: "2026-11-21T14:02:00.000Z",
    userId: "usr_maria",
    deviceId: "dev_1",
    message: "Heater turned on, confirmed",
    event: null,
    type: "success",
    deviceName: "Pump house",
    userName: "Maria Lind",
    relayNumber: 1,
    commandId: "cmd_1",
    commandState: "confirmed",
  };
  const read = (userId: string, permission: "owner" | "control" | "view") => entryFor({ userId, permission }, entry);
  expect([read("usr_jo", "owner"), read("usr_maria", "control")]).toEqual([entry, entry]);
  expect([read("usr_jo", "control"), read("usr_jo", "view")]).toEqual([
    { ...entry, userName: null },
    { ...entry, userName: null },
  ]);
});
