/**
 * The few procedures that the live store and the commands call themselves, typed by the contract.
 *
 * Everything else goes through `client.api`. That the router's types equal these is proved by router-types.test.ts.
 */
import type { User } from "@relaydeck/contract/accounts";
import type { Activity } from "@relaydeck/contract/activity";
import type { Device, SharedDevice } from "@relaydeck/contract/devices";
import type { Command, CommandAnswer, SwitchRelay } from "@relaydeck/contract/relays";
import type { Status } from "@relaydeck/contract/status";

/** The calls that the client itself makes; each rejects with `RelaydeckError` only. */
export interface ServerCalls {
  me(signal: AbortSignal): Promise<User>;
  status(signal: AbortSignal): Promise<Status>;
  devices(signal: AbortSignal): Promise<Device[]>;
  sharedDevices(signal: AbortSignal): Promise<SharedDevice[]>;
  activity(signal: AbortSignal): Promise<Activity[]>;
  switchRelay(input: SwitchRelay, signal: AbortSignal): Promise<CommandAnswer>;
  /** The command as it is afterwards. */
  cancelCommand(commandId: string, signal: AbortSignal): Promise<Command>;
  /** The caller's command of this key. Refused with `NOT_FOUND` when there is none. */
  commandByKey(key: string, signal: AbortSignal): Promise<Command>;
}

/** The part of tRPC's untyped client that is used here. Both reject with `RelaydeckError` only. */
export interface UntypedCalls {
  query(path: string, input: unknown, options: { signal: AbortSignal }): Promise<unknown>;
  mutation(path: string, input: unknown, options: { signal: AbortSignal }): Promise<unknown>;
}

/** The calls over tRPC's untyped client. */
export function serverCalls(untyped: UntypedCalls): ServerCalls {
  // The border: the answer of our own server, whose type the contract states and router-types.test.ts proves.
  async function query<T>(path: string, input: unknown, signal: AbortSignal): Promise<T> {
    return (await untyped.query(path, input, { signal })) as T;
  }
  async function mutation<T>(path: string, input: unknown, signal: AbortSignal): Promise<T> {
    return (await untyped.mutation(path, input, { signal })) as T;
  }
  return {
    me: (signal) => query("auth.me", undefined, signal),
    status: (signal) => query("status.get", undefined, signal),
    devices: (signal) => query("devices.list", undefined, signal),
    sharedDevices: (signal) => query("devices.shared", undefined, signal),
    activity: (signal) => query("activity.list", {}, signal),
    switchRelay: (input, signal) => mutation("relays.switch", input, signal),
    cancelCommand: (commandId, signal) => mutation("relays.cancel", { commandId }, signal),
    commandByKey: (key, signal) => query("relays.command", { key }, signal),
  };
}
