import type { AppRouter } from "@relaydeck/api/router";
import type { AnyTRPCRouter, inferRouterError, inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { expect, expectTypeOf, test } from "vitest";
import { WebSocket } from "ws";
import type { AppRouter as PackedRouter } from "../build/router-types.ts";
import { createRelaydeckClient, type RelaydeckClient } from "./relaydeck.ts";
import type { ServerCalls } from "./server-calls.ts";
import { sampleId } from "./testing/samples.ts";
import { startBench } from "./testing/small-bench.ts";

/** Type-checks only while the product's procedures take and give what the contract says. */
function callsOf(api: RelaydeckClient["api"]): ServerCalls {
  return {
    me: (signal) => api.auth.me.query(undefined, { signal }),
    status: (signal) => api.status.get.query(undefined, { signal }),
    devices: (signal) => api.devices.list.query(undefined, { signal }),
    sharedDevices: (signal) => api.devices.shared.query(undefined, { signal }),
    activity: (signal) => api.activity.list.query({}, { signal }),
    switchRelay: (input, signal) => api.relays.switch.mutate(input, { signal }),
    cancelCommand: (commandId, signal) => api.relays.cancel.mutate({ commandId }, { signal }),
    commandByKey: (key, signal) => api.relays.command.query({ key }, { signal }),
  };
}

test("[C13] the calls that the client makes by name are procedures of the product, with the contract's types", async () => {
  const { server, world, clock } = await startBench();
  const client = createRelaydeckClient({ baseUrl: server.baseUrl, WebSocket, clock });
  const calls = callsOf(client.api);
  const { signal } = new AbortController();
  const wish = {
    key: "k1",
    deviceId: sampleId("dev", 1),
    relayNumber: 1,
    target: "on",
    validUntil: "2026-11-21T14:02:10.000Z",
  } as const;
  await Promise.all([
    calls.me(signal),
    calls.status(signal),
    calls.devices(signal),
    calls.sharedDevices(signal),
    calls.activity(signal),
  ]);
  const answer = await calls.switchRelay(wish, signal);
  expect(await calls.commandByKey("k1", signal)).toEqual(answer.command);
  await calls.cancelCommand(answer.commandId ?? "", signal);
  expect(world.calls.toSorted()).toEqual([
    "activity.list",
    "auth.me",
    "devices.list",
    "devices.shared",
    "relays.cancel",
    "relays.command",
    "relays.switch",
    "status.get",
  ]);
  client.close();
});

/** What a client sees of a router; its only subscription is the live store's. */
interface Seen<TRouter extends AnyTRPCRouter> {
  readonly inputs: Omit<inferRouterInputs<TRouter>, "live">;
  readonly outputs: Omit<inferRouterOutputs<TRouter>, "live">;
  readonly error: inferRouterError<TRouter>;
}

test("[C13] the packed client's router takes, gives and refuses what the product's does, call by call", () => {
  expectTypeOf<Seen<PackedRouter>>().toExtend<Seen<AppRouter>>();
  expectTypeOf<Seen<AppRouter>>().toExtend<Seen<PackedRouter>>();
});
