/**
 * Faults that somebody set, and which of them strike a call or an event. [C5, checklist section 17]
 *
 * All `delay` faults that match add up; of the others the oldest that matches and draws its chance decides.
 */
import type { Random } from "@relaydeck/kit/random";
import type { JsonValue } from "./json.ts";

export const faultOperations = [
  "function",
  "variable",
  "ping",
  "device",
  "devices",
  "serial",
  "vitals",
  "stream",
  "token",
  "event",
] as const;
export type FaultOperation = (typeof faultOperations)[number];

export type Effect =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: JsonValue;
      readonly headers?: Readonly<Record<string, string>>;
      readonly execute?: boolean;
    }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "drop-reply" }
  | { readonly kind: "no-execute" }
  | { readonly kind: "hang" }
  | { readonly kind: "lose" }
  | { readonly kind: "duplicate"; readonly times: number }
  | { readonly kind: "reorder"; readonly within: number }
  | { readonly kind: "garbage" };

export interface FaultMatch {
  /** Id or serial number; absent = any. */
  readonly device?: string | undefined;
  readonly operation: FaultOperation;
  /** Name of the function, variable or event; absent = any. */
  readonly name?: string | undefined;
}

export interface FaultSettings {
  readonly match: FaultMatch;
  readonly effect: Effect;
  /** How often it strikes; 0 = until cleared. Default 1. */
  readonly times?: number | undefined;
  /** Chance of striking when it matches, 0–1. Default 1. */
  readonly probability?: number | undefined;
}

export interface Fault extends FaultSettings {
  readonly id: string;
  readonly times: number;
  readonly probability: number;
  /** How often it struck so far. */
  readonly struck: number;
}

export interface FaultTarget {
  readonly operation: string;
  readonly device?: { readonly id: string; readonly serial: string } | undefined;
  readonly name?: string | undefined;
}

export interface Strike {
  readonly delayMs: number;
  readonly effect: Exclude<Effect, { kind: "delay" }> | undefined;
}

/** More faults at once than anybody sets by hand. */
export const faultsAtMost = 1000;

export class Faults {
  readonly #random: Random;
  readonly #faults = new Map<string, Fault>();
  #lastNumber = 0;
  readonly #struckByKind = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  add(settings: FaultSettings): Fault {
    this.#lastNumber += 1;
    const fault = {
      ...settings,
      id: `fault-${this.#lastNumber}`,
      times: settings.times ?? 1,
      probability: settings.probability ?? 1,
      struck: 0,
    };
    this.#faults.set(fault.id, fault);
    return fault;
  }

  list(): Fault[] {
    return [...this.#faults.values()];
  }

  /** True when there was such a fault. */
  remove(id: string): boolean {
    return this.#faults.delete(id);
  }

  clear(): void {
    this.#faults.clear();
  }

  /** How often each kind of effect struck, cleared faults included. */
  struck(): Record<string, number> {
    return Object.fromEntries(this.#struckByKind);
  }

  strike(target: FaultTarget): Strike {
    let delayMs = 0;
    let effect: Strike["effect"];
    for (const fault of this.#faults.values()) {
      const isDelay = fault.effect.kind === "delay";
      if ((!isDelay && effect !== undefined) || !matches(fault.match, target) || !this.#draws(fault)) continue;
      this.#count(fault);
      if (fault.effect.kind === "delay") delayMs += fault.effect.ms;
      else effect = fault.effect;
    }
    return { delayMs, effect };
  }

  #draws(fault: Fault): boolean {
    return fault.probability >= 1 || this.#random.next() < fault.probability;
  }

  #count(fault: Fault): void {
    const struck = fault.struck + 1;
    const { kind } = fault.effect;
    this.#struckByKind.set(kind, (this.#struckByKind.get(kind) ?? 0) + 1);
    if (fault.times !== 0 && struck >= fault.times) this.#faults.delete(fault.id);
    else this.#faults.set(fault.id, { ...fault, struck });
  }
}

function matches(match: FaultMatch, target: FaultTarget): boolean {
  if (match.operation !== target.operation) return false;
  if (match.name !== undefined && match.name !== target.name) return false;
  return match.device === undefined || match.device === target.device?.id || match.device === target.device?.serial;
}
