/**
 * The client in React: slices of the live state, and the newest press of a control.
 *
 * Not here: starting the stream. Call `client.live.start()` once, where the client is made.
 */
import type { Device } from "@relaydeck/contract/devices";
import { useMemo, useSyncExternalStore } from "react";
import type { Commands, SwitchWish } from "./commands/commands.ts";
import type { SwitchOutcome } from "./commands/outcome.ts";
import { PressStore, type Press } from "./commands/press-store.ts";
import type { LiveState } from "./live/live-state.ts";
import type { LiveStore } from "./live/live-store.ts";

/**
 * A slice of the live state; the component is drawn again when the slice is another value or reference. It must pick and
 * not build: the same state has to give the same reference.
 */
export function useLive<T>(client: { readonly live: LiveStore }, slice: (state: LiveState) => T): T {
  const read = () => slice(client.live.getState());
  return useSyncExternalStore(client.live.subscribe, read, read);
}

/** Every device that may be seen, by name; null until the first snapshot, and when signed out. */
export function useDevices(client: { readonly live: LiveStore }): readonly Device[] | null {
  return useLive(client, ({ snapshot }) => snapshot?.devices ?? null);
}

/** What one control needs to switch. */
export interface Switching {
  /** The newest press of this control; null before the first. */
  readonly press: Press | null;
  /** Gives one command. Never rejects for an expected outcome. */
  readonly give: (wish: SwitchWish) => Promise<SwitchOutcome>;
}

/** Switching for one control, which shows its press until the next. Whether the relay moved is said by the device's state. */
export function useSwitch(client: { readonly commands: Commands }): Switching {
  const presses = useMemo(() => new PressStore(client.commands), [client.commands]);
  const press = useSyncExternalStore(presses.subscribe, presses.getState, presses.getState);
  return { press, give: presses.give };
}
