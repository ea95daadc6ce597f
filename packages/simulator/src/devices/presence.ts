/**
 * What the cloud believes about a device's presence, which may be wrong for as long as the presence lag. [C4, dialect section 10]
 *
 * Silence alone ends the belief; a good-bye ends it at once; a new handshake that the cloud did not expect is told as
 * `offline` immediately before `online`; a resumed session is not told at all.
 */
import type { Disposer } from "@relaydeck/kit/disposer";
import type { SimulatedTime } from "../simulated-time.ts";

export interface PresenceDeps {
  readonly time: SimulatedTime;
  readonly tell: (status: "online" | "offline") => void;
  /** Milliseconds between the two words of an `offline`/`online` pair. */
  readonly pairGapMs: () => number;
}

/** The provider's default keep-alive of cellular devices; shorter where the presence lag is. */
const cellularKeepAliveMs = 23 * 60_000;

export class Presence {
  readonly #deps: PresenceDeps;
  lagMs: number;
  cloudOnline: boolean;
  /** Last word or keep-alive that reached the cloud; epoch milliseconds. */
  #lastHeardAt: number;
  lastHandshakeAt: number;
  /** Since when the link has been carrying keep-alives; null = it does not. */
  #linkedAt: number | null;
  #lostAt = 0;
  #pending: Disposer = () => {};

  constructor(deps: PresenceDeps, start: { lagMs: number; online: boolean; lastHeardAt: number; lastHandshakeAt: number }) {
    this.#deps = deps;
    this.lagMs = start.lagMs;
    this.cloudOnline = start.online;
    this.#lastHeardAt = start.lastHeardAt;
    this.lastHandshakeAt = start.lastHandshakeAt;
    this.#linkedAt = start.online ? deps.time.now() : null;
  }

  /** True while a session carries words in both directions. */
  get linked(): boolean {
    return this.#linkedAt !== null;
  }

  get lastHeardAt(): number {
    if (this.#linkedAt === null) return this.#lastHeardAt;
    const keepAliveMs = Math.max(1000, Math.min(cellularKeepAliveMs, this.lagMs / 2));
    const keepAlives = Math.floor((this.#deps.time.now() - this.#linkedAt) / keepAliveMs);
    return Math.max(this.#lastHeardAt, keepAlives > 0 ? Math.floor(this.#linkedAt + keepAlives * keepAliveMs) : 0);
  }

  heard(): void {
    this.#lastHeardAt = this.#deps.time.now();
  }

  /** The link broke; with `notice` the device said good-bye. */
  lose(notice: boolean): void {
    if (!this.linked) return;
    this.#lastHeardAt = this.lastHeardAt;
    this.#linkedAt = null;
    this.#lostAt = this.#deps.time.monotonic();
    if (notice) this.#declareOffline();
    else this.#awaitLag(this.lagMs);
  }

  /** Another lag, also for a silence that already lasts. */
  setLag(lagMs: number): void {
    this.lagMs = lagMs;
    if (!this.linked && this.cloudOnline) this.#awaitLag(lagMs - (this.#deps.time.monotonic() - this.#lostAt));
  }

  /** A session begins. With a full handshake `then` runs after the cloud has told `online`; a resumed session is silent. */
  connect(handshake: boolean, then: () => void): void {
    this.#pending();
    this.#linkedAt = this.#deps.time.now();
    this.heard();
    if (this.cloudOnline && !handshake) return then();
    this.lastHandshakeAt = this.#deps.time.now();
    if (!this.cloudOnline) return this.#declareOnline(then);
    this.#declareOffline();
    this.#pending = this.#deps.time.wait(this.#deps.pairGapMs(), () => this.#declareOnline(then));
  }

  /** Takes over an earlier belief. A device that was not missed yet is waited for anew. */
  restore(saved: { cloudOnline: boolean; lastHeardAt: number; lastHandshakeAt: number; linked: boolean }): void {
    this.#pending();
    this.cloudOnline = saved.cloudOnline || saved.linked;
    this.#lastHeardAt = saved.lastHeardAt;
    this.lastHandshakeAt = saved.lastHandshakeAt;
    this.#linkedAt = saved.linked ? this.#deps.time.now() : null;
    this.#lostAt = this.#deps.time.monotonic();
    if (!saved.linked) this.#awaitLag(this.lagMs);
  }

  close(): void {
    this.#pending();
  }

  #awaitLag(lagMs: number): void {
    this.#pending();
    if (this.cloudOnline) this.#pending = this.#deps.time.after(Math.max(0, lagMs), () => this.#declareOffline());
  }

  #declareOffline(): void {
    this.#pending();
    if (!this.cloudOnline) return;
    this.cloudOnline = false;
    this.#deps.tell("offline");
  }

  #declareOnline(then: () => void): void {
    this.cloudOnline = true;
    this.#deps.tell("online");
    then();
  }
}
