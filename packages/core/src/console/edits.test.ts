import { expect, test } from "vitest";
import { changedFields, overrideOf } from "./edits.ts";

const offline = { status: "offline", isConnected: false, relayState: "unknown" } as const;
const connecting = { status: "connecting", isConnected: false, relayState: "off" } as const;
const online = { status: "online", isConnected: true, relayState: "on" } as const;

test.each([
  { before: offline, wish: { status: "online" }, after: { ...offline, status: "online", isConnected: true } },
  { before: offline, wish: { isConnected: true }, after: { ...offline, status: "online", isConnected: true } },
  { before: online, wish: { isConnected: false }, after: { ...online, status: "offline", isConnected: false } },
  { before: online, wish: { status: "connecting" }, after: { ...online, status: "connecting", isConnected: false } },
  { before: connecting, wish: { isConnected: false }, after: connecting },
  { before: connecting, wish: { relayState: "on" }, after: { ...connecting, relayState: "on" } },
  { before: offline, wish: { status: "online", isConnected: true }, after: { ...offline, status: "online", isConnected: true } },
] as const)("[AD-4, D24] $before.status with $wish becomes $after.status", ({ before, wish, after }) => {
  expect(overrideOf(before, wish)).toEqual({ ok: true, value: after });
});

test.each([
  { before: offline, wish: { status: "online", isConnected: false } },
  { before: online, wish: { status: "offline", isConnected: true } },
  { before: online, wish: { status: "connecting", isConnected: true } },
] as const)("[D24] $wish contradicts itself", ({ before, wish }) => {
  expect(overrideOf(before, wish)).toEqual({ ok: false, error: "contradiction" });
});

test("[AD-3] only what becomes another value is changed; what is not named, or named as it is, stays", () => {
  const before = { name: "Pump", ownerId: "usr_a" as string | null, isConnected: true };
  expect(changedFields(before, { name: "Pump", ownerId: null, isConnected: undefined })).toEqual({ ownerId: null });
  expect(changedFields(before, {})).toEqual({});
});
