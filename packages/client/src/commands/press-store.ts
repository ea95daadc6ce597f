/**
 * The newest press of one control, for an interface that shows it as a press and never as its result. [C1]
 *
 * An older press goes on, but is shown no more. What it did to the relay is told by the live store.
 */
import { Feed } from "@relaydeck/kit/feed";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Commands, SwitchWish } from "./commands.ts";
import type { SwitchOutcome, SwitchStep } from "./outcome.ts";

/** One press, from the tap to its outcome. */
export interface Press {
  readonly wish: SwitchWish;
  /** The newest step on the way; null before the first. */
  readonly step: SwitchStep | null;
  /** What became of it; null while it is under way. */
  readonly outcome: SwitchOutcome | null;
}

/** Gives commands one by one and keeps the newest; fits `useSyncExternalStore`. */
export class PressStore {
  readonly #commands: Pick<Commands, "switch">;
  readonly #changes = new Feed<void>();
  #press: Press | null = null;

  constructor(commands: Pick<Commands, "switch">) {
    this.#commands = commands;
  }

  /** Null before the first press. */
  readonly getState = (): Press | null => this.#press;

  readonly subscribe = (listener: () => void): Disposer => this.#changes.subscribe(listener);

  /** As `Commands.switch`, and shown here until the next. */
  readonly give = async (wish: SwitchWish): Promise<SwitchOutcome> => {
    let mine = this.#show({ wish, step: null, outcome: null });
    const tell = (news: Partial<Press>) => {
      if (this.#press === mine) mine = this.#show({ ...mine, ...news });
    };
    const onStep = (step: SwitchStep) => {
      tell({ step });
      wish.onStep?.(step);
    };
    const outcome = await this.#commands.switch({ ...wish, onStep });
    tell({ outcome });
    return outcome;
  };

  #show(press: Press): Press {
    this.#press = press;
    this.#changes.emit();
    return press;
  }
}
