/**
 * The simulated device cloud: provider calls in, answers and event streams out, and a control over faults, devices and time.
 *
 * Independent of sockets and of real time: everything that can vary is an argument. One seed, one hand-moved clock and one
 * sequence of calls give the same event log, byte for byte. [C5] Sockets are http-server.ts.
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Result } from "@relaydeck/kit/result";
import { serveBench } from "./bench-page.ts";
import { type CloudReply, type CloudRequest, splitPath } from "./cloud-call.ts";
import { type SimulatorControl, createControl } from "./control/control.ts";
import { openDoor } from "./control/control-door.ts";
import { exchange } from "./exchange.ts";
import { type AccountSettings, type ResetSettings, defaultAccount, defaultSettings } from "./settings.ts";
import type { ClockMode } from "./simulated-time.ts";
import { type SimulatorSnapshot, readSnapshot, restoreInto, snapshotOf } from "./snapshot.ts";
import type { SendWebhook } from "./webhooks/send-webhook.ts";
import { World } from "./world.ts";

export interface SimulatorOptions extends Omit<ResetSettings, "clock"> {
  /** Real time, or the hand-moved clock of a seeded world. */
  readonly clock: Clock;
  /** `manual`: a clock of the simulator's own, moved through the control. Default `real` = the given clock. */
  readonly clockMode?: ClockMode;
  readonly account?: Partial<AccountSettings>;
  /** Absent: webhooks are kept, but never sent. */
  readonly sendWebhook?: SendWebhook;
}

export interface Simulator {
  /** One request of any kind: provider call, control door or bench page. */
  handle(request: CloudRequest, reply: CloudReply): void;
  readonly control: SimulatorControl;
  /** The account whose devices these are. */
  readonly account: AccountSettings;
  /** The physical truth, safe for JSON. */
  snapshot(): SimulatorSnapshot;
  /** Puts an earlier truth in place, device by device; the error is a sentence. */
  restore(snapshot: unknown): Result<void, string>;
  /** Ends every timer, stream and unanswered call. */
  close(): void;
}

export function createSimulator(options: SimulatorOptions): Simulator {
  const { clock, clockMode = "real", account: givenAccount, sendWebhook, ...given } = options;
  const account = { ...defaultAccount, ...givenAccount };
  const base = { ...defaultSettings, ...given, clock: clockMode };
  const newWorld = (settings: ResetSettings) => new World({ clock, account, sendWebhook, settings: { ...base, ...settings } });
  let world = newWorld({});
  const control = createControl({
    world: () => world,
    reset(settings) {
      world.close();
      world = newWorld(settings);
    },
  });
  return {
    account,
    control,
    handle(request, reply) {
      const { pathname } = splitPath(request.path);
      if (pathname === "/_sim" || pathname.startsWith("/_sim/")) return openDoor(control, request, reply);
      if (serveBench(request, reply)) return undefined;
      return exchange(world, request, reply);
    },
    snapshot: () => snapshotOf(world),
    restore(snapshot) {
      const read = readSnapshot(snapshot);
      if (!read.ok) return read;
      return { ok: true, value: restoreInto(world, read.value) };
    },
    close: () => world.close(),
  };
}
