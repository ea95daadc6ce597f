import { expect, test } from "vitest";
import type { ShownCommand } from "../relays/command-view.ts";
import { shownCommand } from "../testing/commands.ts";
import { actorsOf, commandShownMs, deviceFor, neutralDevice, vitalsOf, type DeviceFacts } from "./view.ts";

const now = 1_000_000;
const staleAfterMs = 45_000;

/** A device with one relay, heard and reported that long ago, in milliseconds. */
function facts(heardAgo: number, reportedAgo: number | null): DeviceFacts {
  const reportedAt = reportedAgo === null ? null : now - reportedAgo;
  const learned = { loadMean: null, loadDeviation: null, loadSamples: 0 };
  const relay = { milliamps: null, milliampsAt: null, load: "unknown", loadSeenAt: null, ...learned } as const;
  const vitals = { powerSource: null, batteryPercent: null, cellularLevel: null };
  const presence = { cloudOnline: true, cloudOnlineAt: null, connectingSince: null, updating: false };
  const device = { id: "dev_1", name: "Pump house", ownerId: null, serialNumber: "P0SIM0001", model: "powerone" } as const;
  const told = { lastObservedAt: reportedAt, lastSequence: null, lastHeardAt: now - heardAgo };
  return {
    device: { ...device, ...presence, ...vitals, ...told },
    relays: [
      { ...relay, number: 1, name: "Well pump", reported: reportedAt === null ? null : "on", reportedAt, evidence: "contact" },
    ],
    commands: [],
    awaiting: [],
    staleAfterMs,
  };
}

test("[C1, C4] a report is current until its device was heard longer after it than it may be silent", () => {
  const isCurrent = (heardAgo: number, reportedAgo: number | null) =>
    neutralDevice(facts(heardAgo, reportedAgo), now).relays.map((relay) => relay.isCurrent);
  expect([isCurrent(0, staleAfterMs), isCurrent(0, staleAfterMs + 1), isCurrent(0, null)]).toEqual([[true], [false], [false]]);
});

test("[C1, D32] nor is a report from before the session, or before the cloud said that it went: the device may have been without power in between", () => {
  const isCurrent = (cloudOnline: boolean, sessionAgo: number | null) => {
    const told = facts(0, 20_000);
    const cloudOnlineAt = sessionAgo === null ? null : now - sessionAgo;
    return neutralDevice({ ...told, device: { ...told.device, cloudOnline, cloudOnlineAt } }, now).relays[0]?.isCurrent;
  };
  expect([isCurrent(true, null), isCurrent(true, 20_000), isCurrent(true, 19_999), isCurrent(false, 19_999)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("[C1, C4] what was never reported is not current and its state unknown, also of a device that was never heard", () => {
  const unheard = facts(0, null);
  const shown = neutralDevice({ ...unheard, device: { ...unheard.device, lastHeardAt: null } }, now);
  expect(shown).toMatchObject({ freshness: "never", lastHeardAt: null, lastUpdate: null, relayState: "unknown" });
  expect(shown.relays).toMatchObject([{ state: "unknown", stateAt: null, isCurrent: false }]);
});

test("[D32] a device is offline since the cloud said so, and where the cloud said nothing since no known moment", () => {
  const since = now - 60_000;
  const shown = (more: Partial<DeviceFacts["device"]>) => {
    const { isConnected, status, offlineSince } = neutralDevice(
      { ...facts(0, 0), device: { ...facts(0, 0).device, ...more } },
      now,
    );
    return [isConnected, status, offlineSince];
  };
  expect(shown({ cloudOnline: false, cloudOnlineAt: since })).toEqual([false, "offline", new Date(since).toISOString()]);
  expect(shown({ cloudOnline: null, cloudOnlineAt: since })).toEqual([false, "offline", null]);
  expect(shown({ cloudOnline: true, cloudOnlineAt: since })).toEqual([true, "online", null]);
  expect(shown({ cloudOnline: false, cloudOnlineAt: since, connectingSince: now })).toEqual([false, "connecting", null]);
});

const sent = shownCommand(now - 1_000, { sentAt: now - 500 });

/** The device with two relays, told out of order, and these commands. */
function withCommands(latest: readonly ShownCommand[], awaiting: readonly ShownCommand[] = []): DeviceFacts {
  const device = facts(0, 5_000);
  const relays = [2, 1].flatMap((number) => device.relays.map((relay) => ({ ...relay, number })));
  return { ...device, relays, awaiting, commands: latest.map((command) => ({ command, actorName: "Maria Lind" })) };
}

test("relays stand in their order, each with its own latest command, for a day", () => {
  const commandIds = (...commands: ShownCommand[]) =>
    neutralDevice(withCommands(commands), now).relays.map(({ number, command }) => [number, command?.commandId ?? null]);
  expect(commandIds()).toEqual([
    [1, null],
    [2, null],
  ]);
  expect(commandIds({ ...sent, id: "cmd_2", relayNumber: 2 }, sent)).toEqual([
    [1, "cmd_1"],
    [2, "cmd_2"],
  ]);
  expect(commandShownMs).toBe(24 * 60 * 60_000);
  expect(commandIds({ ...sent, requestedAt: now - commandShownMs })[0]).toEqual([1, "cmd_1"]);
  expect(commandIds({ ...sent, requestedAt: now - commandShownMs - 1 })[0]).toEqual([1, null]);
});

test("[C1] earlier commands of a relay that nothing proved stand beside its latest one, and not at another relay", () => {
  const earlier = { ...sent, id: "cmd_0", acceptedOrder: 0 };
  const unproved = (latest: ShownCommand[], awaiting: ShownCommand[]) =>
    neutralDevice(withCommands(latest, awaiting), now).relays.map((relay) => relay.unproved.map(({ commandId }) => commandId));
  expect(unproved([sent], [sent, earlier])).toEqual([["cmd_0"], []]);
  expect(unproved([], [earlier])).toEqual([["cmd_0"], []]);
});

test("a viewer has the own right on the device and its commands as commands are shown to that viewer", () => {
  const neutral = neutralDevice(withCommands([sent]), now);
  const shown = deviceFor({ userId: "usr_jo", permission: "view" }, neutral);
  expect(shown).toMatchObject({ id: "dev_1", name: "Pump house", userPermission: "view" });
  expect(shown.relays.map(({ command }) => command && [command.commandId, command.by, command.byName])).toEqual([
    ["cmd_1", "other", null],
    null,
  ]);
  expect(actorsOf(neutral)).toEqual(["usr_maria"]);
});

test("vitals are what the device told of power, battery and signal", () => {
  const vitals = { powerSource: 1, batteryPercent: 88.5, cellularLevel: 64 };
  expect(vitalsOf({ ...facts(0, 0).device, ...vitals })).toEqual(vitals);
});
