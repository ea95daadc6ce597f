/** System status: the hop from server to device cloud, and the caller's own devices. [D40] */
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import { countDevices } from "@relaydeck/contract/device-counts";
import type { LiveStatus, Status } from "@relaydeck/contract/status";
import type { Clock } from "@relaydeck/kit/clock";
import type { CallBudget } from "@relaydeck/provider/provider";
import type { NeutralStatus } from "../live/live-row.ts";

/** Where the provider's event stream stands. `standby`: another node holds it. */
export interface StreamState {
  readonly state: "connected" | "connecting" | "down" | "standby";
  /** Epoch ms. */
  readonly since: number;
  readonly lastEventAt: number | null;
  /** Why it broke or was not opened, and when it is tried again; null once it is open. */
  readonly trouble: StreamTrouble | null;
}

export interface StreamTrouble {
  readonly reason: string;
  /** Epoch ms. */
  readonly retryAt: number;
}

/** The server's own knowledge of its link to the device cloud, kept up to date by the listener. */
export class CloudLink {
  readonly #clock: Clock;
  readonly #budget: () => CallBudget;
  #stream: StreamState;
  #lastSyncAt: number | null = null;
  #isTokenRefused = false;
  /** What the leader said last; it stands for this node's own while that is on standby. */
  #told: NeutralStatus | null = null;

  constructor(clock: Clock, budget: () => CallBudget) {
    this.#clock = clock;
    this.#budget = budget;
    this.#stream = { state: "connecting", since: clock.now(), lastEventAt: null, trouble: null };
  }

  get stream(): StreamState {
    return this.#stream;
  }

  get isTokenRefused(): boolean {
    return this.#isTokenRefused;
  }

  /** True when the state itself changed, so that viewers must hear of it. What broke it is remembered while it is tried again. */
  moveTo(state: StreamState["state"], since: number, trouble: StreamTrouble | null = null): boolean {
    const isNew = this.#stream.state !== state;
    const remembered = state === "connecting" ? this.#stream.trouble : trouble;
    this.#stream = { ...this.#stream, state, since: isNew ? since : this.#stream.since, trouble: remembered };
    return isNew;
  }

  /** The leader said how the hop stands. */
  follow(told: NeutralStatus): void {
    this.#told = told;
  }

  /** Without a good token nothing can be switched, whatever the stream says. [checklist 17] */
  refuseToken(isRefused: boolean): void {
    this.#isTokenRefused = isRefused;
  }

  /** The cloud said something, on the stream or as an answer. */
  heard(isEvent: boolean): void {
    this.#lastSyncAt = this.#clock.now();
    if (isEvent) this.#stream = { ...this.#stream, lastEventAt: this.#lastSyncAt };
  }

  /** The part of the status that is the same for everybody. */
  neutral(): NeutralStatus {
    const own = this.#own();
    if (this.#stream.state !== "standby") return own;
    const told = this.#told ?? { ...own, connectionStatus: "connecting" as const };
    return { ...told, isTokenRefused: told.isTokenRefused || this.#isTokenRefused };
  }

  #own(): NeutralStatus {
    const { used, max, windowSeconds, isSlowedDown } = this.#budget();
    return {
      connectionStatus: this.#connectionStatus(),
      lastSync: toInstantOrNull(this.#lastSyncAt),
      rateLimit: `${used}/${max}`,
      rateLimitUsed: used,
      rateLimitMax: max,
      rateLimitWindowSeconds: windowSeconds,
      isTokenRefused: this.#isTokenRefused,
      isSlowedDown,
    };
  }

  liveStatusFor(devices: readonly { readonly isConnected: boolean }[]): LiveStatus {
    return { ...this.neutral(), ...countDevices(devices), serverTime: toInstant(this.#clock.now()) };
  }

  /** As documented. */
  statusFor(devices: readonly { readonly isConnected: boolean }[]): Status {
    const { isTokenRefused: _isTokenRefused, isSlowedDown: _isSlowedDown, ...status } = this.liveStatusFor(devices);
    return status;
  }

  #connectionStatus(): Status["connectionStatus"] {
    const { state } = this.#stream;
    if (this.#isTokenRefused) return "disconnected";
    if (state === "connected") return "connected";
    return state === "connecting" ? "connecting" : "disconnected";
  }
}
